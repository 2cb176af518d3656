import TestSupport
import Testing

@Suite struct PolicyFileTests {
    /// Returns a bench with a fix inside, then five fixes 60 m outside the circle of 100 m over 40 s.
    private static func bench() throws -> Workbench {
        let rows = [(0, 0.0), (10, 0.00144), (20, 0.00144), (30, 0.00144), (40, 0.00144), (50, 0.00144)].map {
            "dog,\(1_767_225_600_000 + $0 * 1000),\($1),1,10\n"
        }
        return try Workbench(
            fences: Samples.collection([Samples.circle("home", longitude: 1, latitude: 0, radius: "100")]),
            trace: "device_id,timestamp,latitude,longitude,horizontal_accuracy\n" + rows.joined()
        )
    }

    private static let files = "--fences fences.geojson --trace trace.csv --format csv"

    @Test func `the thresholds of a policy file are applied`() async throws {
        let bench = try Self.bench()
        try bench.folder.write(#"{"policy":"balanced","exit_fixes":2,"exit_span_s":10}"#, to: "quick.json")
        let standard = try await bench.run("evaluate \(Self.files)")
        let quick = try await bench.run("evaluate \(Self.files) --policy quick.json")
        try #require(standard.status == 0 && quick.status == 0, "\(quick.errorOutput)")
        #expect(standard.lines.last?.contains(",1767225650000,") == true)
        #expect(quick.lines.last?.hasPrefix("EXIT") == true && quick.lines.last?.contains(",1767225620000,") == true)
    }

    @Test func `dwell and staleness of the file apply unless an option overrides them`() async throws {
        let bench = try Self.bench()
        try bench.folder.write(#"{"policy":"raw","dwell_s":5,"stale_after_s":9}"#, to: "p.json")
        let file = try await bench.run("evaluate \(Self.files) --policy p.json")
        let option = try await bench.run("evaluate \(Self.files) --policy ./p.json --stale-after 60")
        #expect(file.text.contains(",gap,"))
        #expect(!option.text.contains(",gap,") && option.text.contains("DWELL"), "\(option.errorOutput)")
        let longer = try await bench.run("evaluate \(Self.files) --policy ./p.json --stale-after 60 --dwell 1h")
        #expect(!longer.text.contains("DWELL") && longer.text.contains("EXIT"), "\(longer.errorOutput)")
    }

    @Test func `a bad policy file is an error with the position`() async throws {
        let bench = try Self.bench()
        try bench.folder.write("{\n \"policy\": \"balanced\",\n \"exitfixes\": 2}", to: "p.json")
        let bad = try await bench.run("evaluate \(Self.files) --policy p.json")
        #expect(bad.status == 65)
        #expect(bad.errorOutput.contains("p.json:3:2: error:") && bad.errorOutput.contains("\"exitfixes\""))
        #expect(try await bench.run("evaluate \(Self.files) --policy none.json").status == 66)
        let unknown = try await bench.run("evaluate \(Self.files) --policy balance")
        #expect(unknown.status == 64 && unknown.errorOutput.contains("'balanced'"))
    }

    @Test func `--thin requires the policy raw, from a file or by name`() async throws {
        let bench = try Self.bench()
        try bench.folder.write(#"{"policy":"raw"}"#, to: "raw.json")
        #expect(try await bench.run("evaluate \(Self.files) --policy raw.json --thin throttle").status == 0)
        let refused = try await bench.run("evaluate \(Self.files) --policy balanced --thin throttle")
        #expect(refused.status == 64 && refused.errorOutput.contains("--policy raw"))
    }
}
