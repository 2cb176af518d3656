import TestSupport
import Testing

/// Numbers as values of options.
@Suite struct NumeralTests {
    private static let add = "fences add x --store s.db --latitude 1 --longitude 2 --radius 3"
    private static let evaluate = "evaluate --fences fences.geojson --trace trace.csv"

    /// A line for each option that takes a number, which stands behind it.
    private static let options = [
        "fences add x --store s.db --longitude 2 --radius 3 --latitude",
        "fences add x --store s.db --latitude 1 --radius 3 --longitude",
        "fences add x --store s.db --latitude 1 --longitude 2 --radius", "\(add) --dwell",
        "fences edit x --store s.db --latitude", "fences edit x --store s.db --longitude",
        "fences edit x --store s.db --radius", "\(evaluate) --reject-speed", "\(evaluate) --reject-accuracy",
        "\(evaluate) --pass-through --max-speed", "\(evaluate) --pass-through --max-segment-gap",
        "\(evaluate) --thin throttle --battery", "\(evaluate) --threads", "\(evaluate) --stale-after",
        "\(evaluate) --max-lateness", "\(evaluate) --earliest",
        "nearest --fences fences.geojson --points trace.csv --count",
        "import trace.csv --store s.db --source a --days", "forget --store s.db --before",
        "generate --fences-out f.geojson --geofences", "generate --trace-out t.csv --devices",
        "generate --trace-out t.csv --fixes", "generate --fences-out f.geojson --seed",
        "generate --scenario outliers --fences-out f.geojson --accuracy",
        "generate --scenario outliers --fences-out f.geojson --noise",
        "generate --scenario outliers --fences-out f.geojson --duration", "bench --geofences", "bench --fixes",
        "bench --devices", "bench --seed", "watch --store s.db --max-ahead", "events --store s.db --last",
        "backtest --fences fences.geojson --trace trace.csv --flap-window",
    ]

    @Test(arguments: options)
    func `what is not a number as in files is wrong usage for every option`(line: String) async throws {
        let bench = try Workbench()
        for value in ["0x10", "+5", "\u{FF15}", ".5", "5.", "nan", "inf", "1_000", "1,5", "1e400", "0x1p4"] {
            let run = try await bench.run("\(line)=\(value)")
            #expect(run.status == 64, "\(value): \(run.errorOutput)")
            #expect(run.errorOutput.contains("The value '\(value)' is invalid for '--"), "\(run.errorOutput)")
            #expect(run.errorOutput.contains(">': give "), "\(run.errorOutput)")
        }
    }

    @Test func `every form of a number in files is accepted`() async throws {
        let bench = try Workbench()
        let line = "fences add x --store s.db --latitude=-1.25e1 --longitude=007 --radius=1.5E+2 --dwell=1e2m"
        #expect(try await bench.run(line).status == 0)
        let saved = try await bench.run("fences show x --store s.db").text
        for value in ["[7,-12.5]", "\"radius_m\":150", "\"dwell_s\":6000"] {
            #expect(saved.contains(value), "\(saved)")
        }
    }
}
