import Foundation
import TestSupport
import Testing

/// Command lines that would write one file twice, or overwrite an input.
@Suite struct DistinctFilesTests {
    private static let evaluate = "evaluate --fences fences.geojson --trace trace.csv"

    @Test(arguments: [
        ("\(evaluate) --output p.out --visits ./p.out", "--output and --visits"),
        ("\(evaluate) --output p.out --visits ../folder/p.out", "--output and --visits"),
        ("\(evaluate) --output new/p.out --report new/p.out", "--output and --report"),
        ("\(evaluate) --output nowhere --report other", "--output and --report"),
        ("\(evaluate) --output made --report other", "--output and --report"),
        ("\(evaluate) --output trace.csv", "--trace and --output"),
        ("\(evaluate) --rejects link.csv", "--trace and --rejects"),
        ("\(evaluate) --report twin.csv", "--trace and --report"),
        ("\(evaluate) --visits folder-link/trace.csv", "--trace and --visits"),
        ("\(evaluate) --report fences.geojson", "--fences and --report"),
        ("\(evaluate) --policy p.json --report p.json", "--policy and --report"),
        ("\(evaluate) --policy raw --thin throttle --thin-events t --report ./t", "--report and --thin-events"),
        ("\(evaluate) --output events.log --checkpoint events", "--output and the log of --checkpoint"),
        ("\(evaluate) --output o --checkpoint ./o", "--output and --checkpoint"),
        ("\(evaluate) --output o --visits c.new --checkpoint c", "--visits and the draft of --checkpoint"),
        ("\(evaluate) --output o --checkpoint trace.csv", "--trace and --checkpoint"),
        ("evaluate --store s.db --output s.db", "--store and --output"),
        ("events --store s.db --output ./s.db-wal", "--store and --output"),
        ("watch --store s.db --output s.db-shm", "--store and --output"),
        ("events --store s.db --output s.db-journal", "--store and --output"),
        ("watch --store s.db --output ./s.db-watch-1", "--store and --output"),
        ("generate --fences-out a --trace-out ./a", "--fences-out and --trace-out"),
        ("lint --fences fences.geojson --repair --output ./fences.geojson", "--fences and --output"),
        ("locate --fences fences.geojson --points trace.csv --output link.csv", "--points and --output"),
        ("nearest --fences fences.geojson --points trace.csv --output fences.geojson", "--fences and --output"),
        (
            "backtest --fences fences.geojson --trace trace.csv --keep raw --output trace.csv",
            "--trace and --output"
        ),
        ("import trace.csv --store s.db --source t --rejects trace.csv", "an input and --rejects"),
        ("watch --store s.db --trace trace.csv --output link.csv", "--trace and --output"),
        ("watch --store s.db --output o --rejects ./o", "--output and --rejects"),
        ("events --store s.db --output s.db", "--store and --output"),
        ("visits --store s.db --output ./s.db", "--store and --output"),
        ("fences export --store s.db --output s.db", "--store and --output"),
    ])
    func `one file for two options is refused before any work, however it is named`(
        line: String,
        options: String
    ) async throws {
        let bench = try Workbench()
        let line = line.replacing("../folder/", with: "../\(bench.folder.url.lastPathComponent)/")
        for (link, target) in [
            ("link.csv", "trace.csv"), ("folder-link", "."), ("nowhere", "made"), ("other", "./nowhere"),
        ] {
            let path = bench.folder.url(link).path
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        }
        try FileManager.default.linkItem(at: bench.folder.url("trace.csv"), to: bench.folder.url("twin.csv"))
        let names = try bench.folder.names
        let run = try await bench.run(line)
        #expect(run.status == 64)
        #expect(run.errorOutput.contains("\(options) name the same file"), "\(run.errorOutput)")
        #expect(try bench.folder.names == names)
        #expect(try bench.folder.text("trace.csv") == Samples.trace)
    }

    @Test func `a leftover partial output is not read by a run that would remove it`() async throws {
        let bench = try Workbench()
        let left = "e.csv.partial-geofence-1-0"
        try bench.folder.write(Samples.trace, to: left)
        for (line, status) in [("--trace ./\(left) --output e.csv", 64), ("--trace \(left) --output f.csv", 0)] {
            let run = try await bench.run("evaluate --fences fences.geojson \(line)")
            #expect(run.status == Int32(status), "\(run.errorOutput)")
            #expect(run.errorOutput.contains("rename it first") == (status == 64), "\(run.errorOutput)")
            #expect(try bench.folder.text(left) == Samples.trace)
        }
    }

    @Test func `streams and inputs may be named twice`() async throws {
        let bench = try Workbench()
        let run = try await bench.run(
            "evaluate --policy raw --fences fences.geojson --trace trace.csv trace.csv --output /dev/stdout "
                + "--report /dev/null --rejects /dev/null --visits /dev/null"
        )
        #expect(run.status == 0, "\(run.errorOutput)")
        #expect(run.lines.count == 4)
    }

    @Test(arguments: [
        ("generate --fences-out - --trace-out -", "Only one of --fences-out and --trace-out can go to standard output"),
        ("\(evaluate) --output - --visits /dev/stdout", "Only one of --output and --visits can go to standard output"),
        ("\(evaluate) --rejects /dev/fd/1", "Only one of --output and --rejects can go to standard output"),
        (
            "\(evaluate) --report /dev/stderr --visits /dev/fd/2",
            "Only one of --report and --visits can go to standard error"
        ),
    ])
    func `standard output and standard error each take only one output`(
        line: String,
        message: String
    ) async throws {
        let run = try await Workbench().run(line)
        #expect(run.status == 64)
        #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
    }
}
