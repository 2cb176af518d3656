import Foundation
import TestSupport
import Testing

@Suite struct ForgetCommandTests {
    /// Returns a store with the fixes and events of the samples, in which two visits are open.
    private func filled() async throws -> Workbench {
        let bench = try Workbench()
        _ = try await bench.run("fences import fences.geojson --store s.db")
        _ = try await bench.run("import trace.csv --store s.db --source a --all")
        #expect(try await bench.run("evaluate --policy raw --store s.db").status == 0)
        return bench
    }

    @Test func `a dry run reports what would be forgotten, and the run what was forgotten`() async throws {
        let bench = try await filled()
        let before = try await bench.run("events --store s.db").text
        let dry = try await bench.run("forget --store s.db --before 2026-01-01T00:02:30Z --dry-run")
        #expect(dry.status == 0 && dry.output.isEmpty)
        #expect(
            dry.errorOutput == """
                before     2026-01-01T00:02:30.000Z
                fixes      4 would be forgotten
                events     2 would be forgotten
                           1 older event stays: its visit is not over
                dry run    nothing was changed

                """
        )
        #expect(try await bench.run("events --store s.db").text == before)
        let run = try await bench.run("forget --store s.db --before 2026-01-01T00:02:30Z")
        #expect(run.status == 0 && run.output.isEmpty)
        #expect(
            run.errorOutput == """
                before     2026-01-01T00:02:30.000Z
                fixes      4 forgotten
                events     2 forgotten
                           1 older event stays: its visit is not over
                space      will be reused; to shrink the file, run VACUUM in sqlite3

                """
        )
        let events = try await bench.run("events --store s.db --format csv")
        #expect(
            events.shortEvents == [
                "ENTER,car,square,1767225630000,initial", "ENTER,bus,circle,1767225780000,movement",
            ]
        )
        try bench.folder.write(events.text, to: "left.csv")
        #expect(try await bench.run("verify left.csv").status == 0)
        #expect(try await bench.run("visits --store s.db").lines.count == 2)
        let health = try await bench.run("health --store s.db")
        #expect(health.text.contains("visits             2; 0 geofences never hit"), "\(health.text)")
        let again = try await bench.run("import trace.csv --store s.db --source a")
        #expect(again.errorOutput.contains("0 imported, 2 already known, 4 too old"), "\(again.errorOutput)")
        let nothing = try await bench.run("forget --store s.db --before 2026-01-01T00:02:30Z --fixes")
        #expect(nothing.errorOutput == "before     2026-01-01T00:02:30.000Z\nfixes      0 forgotten\n")
    }

    @Test func `--fixes and --events select what is forgotten`() async throws {
        let bench = try await filled()
        let events = try await bench.run("forget --store s.db --before 1h --events")
        #expect(events.errorOutput.contains("events     2 forgotten"), "\(events.errorOutput)")
        #expect(!events.errorOutput.contains("fixes"))
        let fixes = try await bench.run("forget --store s.db --before 1h --fixes --quiet")
        #expect(fixes.status == 0 && fixes.errorOutput.isEmpty)
        let both = try await bench.run("forget --store s.db --before 1h --fixes --events")
        #expect(both.errorOutput.contains("fixes      0 forgotten\nevents     0 forgotten\n"), "\(both.errorOutput)")
        #expect(!both.errorOutput.contains("space"))
    }

    @Test func `all data of a device is removed`() async throws {
        let bench = try await filled()
        let dry = try await bench.run("forget --store s.db --device bus --dry-run")
        #expect(
            dry.errorOutput == """
                device     bus
                fixes      4 would be forgotten
                events     3 would be forgotten
                the rest   would be forgotten: what watches know, how far imports are, reports
                dry run    nothing was changed

                """
        )
        let run = try await bench.run("forget --store s.db --device bus")
        #expect(run.status == 0 && run.output.isEmpty)
        #expect(
            run.errorOutput == """
                device     bus
                fixes      4 forgotten
                events     3 forgotten
                the rest   forgotten: what watches know, how far imports are, reports
                space      will be reused; to shrink the file, run VACUUM in sqlite3

                """
        )
        let events = try await bench.run("events --store s.db --format csv")
        #expect(events.shortEvents == ["ENTER,car,square,1767225630000,initial"])
        let again = try await bench.run("forget --store s.db --device bus")
        #expect(again.status == 65)
        #expect(again.errorOutput.contains("the store has no data for the device \"bus\""), "\(again.errorOutput)")
        // An import brings back what its files still contain.
        let back = try await bench.run("import trace.csv --store s.db --source a")
        #expect(back.errorOutput.contains("4 imported"), "\(back.errorOutput)")
        let both = try await bench.run("forget --store s.db --device bus --device car --device car")
        #expect(both.errorOutput.hasPrefix("devices    2\nfixes      6 forgotten\nevents     1 forgotten\n"))
        #expect(try await bench.run("events --store s.db").output.isEmpty)
    }

    @Test func `a device's old history can be removed, and an unknown device gets a suggestion`()
        async throws
    {
        let bench = try await filled()
        let run = try await bench.run("forget --store s.db --device bus --before 2026-01-01T00:02:30Z --fixes")
        #expect(
            run.errorOutput.hasPrefix(
                "device     bus\nbefore     2026-01-01T00:02:30.000Z\nfixes      3 forgotten\nspace"
            ),
            "\(run.errorOutput)"
        )
        let car = try await bench.run("forget --store s.db --device car --before 1h")
        #expect(car.errorOutput.contains("fixes      2 forgotten\nevents     0 forgotten\n"), "\(car.errorOutput)")
        #expect(car.errorOutput.contains("1 older event stays"))
        let before = try await bench.run("events --store s.db").text
        for options in ["", "--before 1h"] {
            let typo = try await bench.run("forget --store s.db --device car --device Buss \(options)")
            #expect(typo.status == 65)
            #expect(
                typo.errorOutput.contains(
                    "the store has no data for the device \"Buss\" [unknown_device]\n  hint: Did you mean \"bus\"?"
                ),
                "\(typo.errorOutput)"
            )
        }
        let both = try await bench.run("forget --store s.db --device elephant --device Buss")
        #expect(
            both.errorOutput.contains("\"Buss\" [unknown_device]\n  hint: Did you mean \"bus\"?"),
            "\(both.errorOutput)"
        )
        #expect(try await bench.run("events --store s.db").text == before)
    }

    @Test(arguments: [
        ("--before 10m --store s.db", Int32(64), "--before must be at least an hour ago"),
        ("--before 2090-01-01T00:00:00Z --store s.db", 64, "give a longer period, such as 90d, or an earlier time"),
        ("--before yesterday --store s.db", 64, "give how long ago, such as 90d or 12h, or a time, such as 2026"),
        ("--before 5y --store s.db", 64, "give how long ago"), ("--before xd --store s.db", 64, "give how long ago"),
        ("--before 2025 --store s.db", 64, "give how long ago"), ("--store s.db", 64, "--before"),
        ("--before 90d", 64, "--store"),
        ("--store s.db --device bus --events", 64, "--fixes and --events need --before"),
        ("--store s.db --device bus --before 10m", 64, "--before must be at least an hour ago"),
        ("--store s.db --device elephant", 65, "Check the name"),
        ("--before 90d --store s.db --dry-run --quiet", 64, "would neither do nor show anything"),
        ("--before 90d --store missing.db", 66, "no such store"), ("--before 90d --store trace.csv", 65, "not a store"),
    ])
    func `failures are reported with their exit codes`(options: String, status: Int32, word: String) async throws {
        let bench = try await filled()
        let before = try await bench.run("events --store s.db").text
        let run = try await bench.run("forget \(options)")
        #expect(run.status == status, "\(run.errorOutput)")
        #expect(run.output.isEmpty)
        #expect(run.errorOutput.contains(word), "\(run.errorOutput)")
        #expect(try await bench.run("events --store s.db").text == before)
        #expect(try !bench.folder.names.contains("missing.db"))
    }
}
