import TestSupport
import Testing

@Suite struct PassThroughCommandTests {
    /// A device jumps over the square and ends next to the circle.
    private let trace = """
        device_id,timestamp,latitude,longitude
        bus,2026-01-01T00:00:00Z,0.5,-1
        bus,2026-01-01T00:01:00Z,0.5,1.5

        """

    @Test func `a geofence between two fixes has an inferred ENTER and EXIT`() async throws {
        let bench = try Workbench(trace: trace)
        let run = try await bench.evaluate("--policy raw --pass-through --max-speed 5000 --report report.json")
        #expect(
            run.lines == [
                #"{"event":"ENTER","device":"bus","geofence":"square","ts_unix_ms":1767225624000,"decided_unix_ms":1767225660000,"latitude":0.5,"longitude":0,"cause":"movement","inferred":true}"#,
                #"{"event":"EXIT","device":"bus","geofence":"square","ts_unix_ms":1767225648000,"decided_unix_ms":1767225660000,"latitude":0.5,"longitude":1,"cause":"movement","inferred":true}"#,
            ]
        )
        #expect(run.errorOutput.contains("1 ENTER, 1 EXIT; 2 of them inferred"))
        #expect(try bench.json("report.json")["inferred"] as? Int == 2)
        let table = try await bench.evaluate("--policy raw --pass-through --max-speed 5000 --format csv")
        #expect(table.lines.first?.hasSuffix(",cause,inferred") == true)
        #expect(table.lines.dropFirst().map { $0.hasSuffix(",movement,true") } == [true, true])
    }

    @Test(arguments: ["", "--pass-through", "--pass-through --max-speed 5000 --max-segment-gap 59"])
    func `without --pass-through, or beyond its limits, only fixes count`(options: String) async throws {
        let run = try await Workbench(trace: trace).evaluate("--policy raw \(options)")
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
    }

    @Test(arguments: [
        "--policy raw --pass-through --thin throttle", "--max-lateness 30s --order input", "--max-lateness 30min",
        "--pass-through --max-segment-gap 0",
        "--max-segment-gap -1", "--earliest 2026-01-02T00:00:00Z --latest 2026-01-01T00:00:00Z",
    ])
    func `nonsensical options are wrong usage`(options: String) async throws {
        #expect(try await Workbench().evaluate(options).status == 64)
    }

    @Test func `threads and engines do not change the events`() async throws {
        let bench = try Workbench()
        let city = "--scenario metro --geofences 2000 --devices 50 --fixes 20000 --seed 5"
        _ = try await bench.run("generate \(city) --fences-out fences.geojson --trace-out trace.csv")
        let options = "--policy raw --pass-through --max-speed 5000 --max-segment-gap 3600"
        let one = try await bench.evaluate("\(options) --threads 1")
        #expect(one.status == 0)
        #expect(one.text.contains("\"inferred\":true"))
        #expect(try await bench.evaluate("\(options) --threads 2").output == one.output)
        #expect(try await bench.evaluate("\(options) --engine geos").output == one.output)
        #expect(try await bench.run("verify -", input: one.text).status == 0)
    }

    @Test func `semicolon-separated events and labels may have decimal commas`() async throws {
        let bench = try Workbench()
        try bench.folder.write(
            "event;device;geofence;ts_unix_ms;dwell_s\nENTER;a;b;1000,0;\nEXIT;a;b;2500;1,5\n",
            to: "events.csv"
        )
        let run = try await bench.run("verify events.csv")
        #expect(run.status == 0, "\(run.text)")
        let label = "bus;square;1767225660,5;1767225720,5\n"
        try bench.folder.write("device;geofence;enter;exit\n" + label, to: "labels.csv")
        let compared = try await bench.run(
            "backtest --fences fences.geojson --trace trace.csv --labels labels.csv --policy raw --format json"
        )
        #expect(compared.status == 0, "\(compared.errorOutput)")
        #expect(compared.text.contains(#""missed":0,"#) && compared.text.contains(#""enter_off_median_s":0.5,"#))
        #expect(compared.text.contains(#""exit_off_median_s":0.5,"#), "\(compared.text)")
    }
}
