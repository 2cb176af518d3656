import Foundation
import TestSupport
import Testing

extension String {
    /// The table with its times in a column of milliseconds.
    fileprivate var milliseconds: String { replacing("device,time,", with: "device,timestamp_ms,") }
}

/// The warnings of `geofence import` about times that are probably wrong.
@Suite struct ImportTests {
    private static func table(_ times: [String]) -> String {
        "device,time,lat,lon\n" + times.map { "bus,\($0),1,2\n" }.joined()
    }

    private static let recovery = "\n  hint: Export the column as ISO 8601"

    @Test func `spreadsheet day numbers cause one warning, whether they are imported or not`() async throws {
        let bench = try Workbench(trace: Self.table(["45292.5", "2026-01-01T00:00:00Z", "45293.5", "45294.5"]))
        let warning =
            "trace.csv:2: warning: the time 45292.5, read as seconds since 1970, looks like the day number of a spreadsheet; "
            + "2 more are like it\(Self.recovery)"
        let some = try await bench.run("import trace.csv --store s.db --source a")
        #expect(some.status == 0)
        #expect(some.errorOutput.hasPrefix(warning), "\(some.errorOutput)")
        let all = try await bench.run("import trace.csv --store s.db --source b --all")
        #expect(all.errorOutput.hasPrefix(warning), "\(all.errorOutput)")
        #expect(all.errorOutput.contains("\nfixes      4 read, 4 imported,"), "\(all.errorOutput)")
        #expect(!all.errorOutput.contains("not used"))
        let quiet = try await bench.run("import trace.csv --store s.db --source c --quiet")
        #expect(quiet.errorOutput.isEmpty)
    }

    @Test func `each kind of implausible time causes one warning for all files together`() async throws {
        let bench = try Workbench(trace: Self.table(["2026-01-01T00:00:00Z", "20260131120000", "0"]))
        try bench.folder.write(Self.table(["-1", "315964800", "3500000000", "45292"]), to: "other.csv")
        let run = try await bench.run("import trace.csv other.csv --store s.db --source a --all")
        let warnings = run.errorOutput.split(separator: "\n").filter { $0.contains(": warning: ") }
        let expected = [
            "trace.csv:3: warning: the time 20260131120000, read as milliseconds since 1970, looks like a date and time "
                + "without separators",
            "trace.csv:4: warning: the time 1970-01-01T00:00:00.000Z is from a clock that was never set; 3 more are like it",
            "other.csv:5: warning: the time 45292.0, read as seconds since 1970, looks like the day number of a spreadsheet",
        ]
        #expect(warnings.map(String.init) == expected, "\(run.errorOutput)")
        #expect(run.errorOutput.contains("\n  hint: Check the device's clock.\n"))
    }

    @Test func `times of clocks that were set cause no warning`() async throws {
        let times = ["1970-01-02T00:00:00Z", "1980-01-07T00:00:00Z", "2015-06-01T00:00:00Z", "2079-12-31T00:00:00Z"]
        let bench = try Workbench(trace: Self.table(times))
        let run = try await bench.run("import trace.csv --store s.db --source a --all")
        #expect(run.status == 0 && !run.errorOutput.contains("warning"), "\(run.errorOutput)")
    }

    @Test func `seconds read as milliseconds cause one warning, if a file has no other times`() async throws {
        let bench = try Workbench(trace: Self.table(["0", "1767225600", "1767225660"]).milliseconds)
        try bench.folder.write(Self.table(["9999999999"]).milliseconds, to: "other.csv")
        // Some years of storms, one of them in the spring of 1970.
        try bench.folder.write(Self.table(["-86400000000", "1767225600", "1e12"]).milliseconds, to: "storms.csv")
        let warning =
            "trace.csv:3: warning: the time 1767225600, read as milliseconds since 1970, looks like seconds; 2 more are like it"
            + "\n  hint: Name the column or key timestamp: what ends in _ms is in milliseconds.\n"
        let line = "import trace.csv storms.csv other.csv --store s.db --source"
        for arguments in ["a --all", "b"] {
            let run = try await bench.run("\(line) \(arguments)")
            #expect(run.status == 0 && run.errorOutput.contains(warning), "\(run.errorOutput)")
            #expect(run.errorOutput.split(separator: ": warning: ").count == 3, "\(run.errorOutput)")
        }
        let old = try await bench.run("import trace.csv other.csv --store s.db --source c")
        #expect(
            old.errorOutput.contains("           all of it has times that are most likely wrong: see the warnings\n")
        )
        let storms = try await bench.run("import storms.csv --store s.db --source d")
        #expect(!storms.errorOutput.contains("warning"), "\(storms.errorOutput)")
        #expect(storms.errorOutput.contains("           --all imports it too\n"), "\(storms.errorOutput)")
        // A file of nothing but a good time and seconds that are too old.
        try bench.folder.write(
            Self.table(["1767225600", "\(Int(Date().timeIntervalSince1970) * 1000)"]).milliseconds,
            to: "one.csv"
        )
        let one = try await bench.run("import one.csv --store s.db --source e")
        #expect(one.errorOutput.contains("           --all imports it too\n"), "\(one.errorOutput)")
    }

    @Test func `--all is suggested for old fixes, not for times that are most likely wrong`() async throws {
        let wrong = ["45292.5", "0", "1980-01-06T12:00:00Z"]
        let bench = try Workbench(trace: Self.table(wrong))
        let none = try await bench.run("import trace.csv --store s.db --source a")
        #expect(none.errorOutput.contains("0 imported, 0 already known, 3 too old"), "\(none.errorOutput)")
        #expect(!none.errorOutput.contains("--all"), "\(none.errorOutput)")
        #expect(
            none.errorOutput.contains("           all of it has times that are most likely wrong: see the warnings\n")
        )
        try bench.folder.write(Self.table(wrong + ["2020-01-01T00:00:00Z"]), to: "trace.csv")
        let some = try await bench.run("import trace.csv --store s.db --source a")
        #expect(some.errorOutput.contains("           --all imports it too\n"), "\(some.errorOutput)")
        #expect(!some.errorOutput.contains("most likely wrong"))
    }

    @Test func `--days of an interrupted import counts when it resumes`() async throws {
        let now = Int(Date().timeIntervalSince1970)
        // More than are written at a time, all of them within the days.
        let rows = (0..<400_000).map { "d\($0 % 400),\(now - 1000 + $0 / 400),1,2\n" }
        let bench = try Workbench(trace: "device,time,lat,lon\n\(rows.joined())d0,nonsense,1,2\n")
        let line = "import trace.csv --store s.db --source a"
        #expect(try await bench.run("\(line) --days 3 --strict").status == 65)
        let other = try await bench.run("\(line) --days 5")
        #expect(other.errorOutput.contains("resumed where the previous import"), "\(other.errorOutput)")
        #expect(other.errorOutput.contains("--days 5 had no effect"), "\(other.errorOutput)")
        let again = "import trace.csv --store t.db --source a --days 3"
        #expect(try await bench.run("\(again) --strict").status == 65)
        let resumed = try await bench.run(again)
        #expect(resumed.errorOutput.contains("resumed where the previous import"), "\(resumed.errorOutput)")
        #expect(!resumed.errorOutput.contains("had no effect"), "\(resumed.errorOutput)")
    }

    @Test func `the log says how far back each import goes`() async throws {
        // Too old for any import but that of all history.
        let bench = try Workbench(trace: Self.table(["2020-01-01T00:00:00Z"]))
        let line = "import trace.csv --store s.db --log-level debug --quiet --source"
        let first = try await bench.run("\(line) a --days 1")
        #expect(
            first.errorOutput.contains("first import: limiting history to the last 1 day\n"),
            "\(first.errorOutput)"
        )
        let all = try await bench.run("\(line) a --all")
        #expect(all.errorOutput.contains("import of all history\n"), "\(all.errorOutput)")
        let later = try await bench.run("\(line) a")
        #expect(later.errorOutput.contains("import of history since the anchors\n"), "\(later.errorOutput)")
    }
}
