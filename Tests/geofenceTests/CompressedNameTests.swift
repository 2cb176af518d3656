import TestSupport
import Testing

/// Output names with the extension of compressed files, for files that would not be compressed.
@Suite struct CompressedNameTests {
    private static let evaluate = "evaluate --fences fences.geojson --trace trace.csv"

    @Test(arguments: [
        ("\(evaluate) --output e.csv.gz", "--output e.csv.gz"), ("\(evaluate) --visits V.GZ", "--visits V.GZ"),
        ("\(evaluate) --report r.gz", "--report r.gz"), ("\(evaluate) --rejects r.gz", "--rejects r.gz"),
        ("\(evaluate) --policy raw --thin throttle --thin-events t.gz", "--thin-events t.gz"),
        ("generate --trace-out t.csv.gz", "--trace-out t.csv.gz"),
        ("generate --fences-out f.gz", "--fences-out f.gz"),
        ("generate --scenario tunnel --labels l.gz", "--labels l.gz"),
        ("locate --fences fences.geojson --points trace.csv --output o.gz", "--output o.gz"),
        ("lint --fences fences.geojson --repair --output o.gz", "--output o.gz"),
        ("backtest --fences fences.geojson --trace trace.csv --keep raw --output p.json.gz", "--output p.json.gz"),
        ("import trace.csv --store s.db --source t --rejects r.gz", "--rejects r.gz"),
        ("watch --store s.db --output o.gz", "--output o.gz"), ("events --store s.db --output o.gz", "--output o.gz"),
        ("fences export --store s.db --output o.gz", "--output o.gz"),
    ])
    func `are refused before any work`(line: String, option: String) async throws {
        let bench = try Workbench()
        let names = try bench.folder.names
        let run = try await bench.run(line)
        #expect(run.status == 64)
        #expect(run.errorOutput.contains("\(option): the output is not compressed"), "\(run.errorOutput)")
        #expect(try bench.folder.names == names)
    }

    @Test func `are accepted for pipes`() async throws {
        let bench = try Workbench()
        let line = "geofence \(Self.evaluate) --quiet --output o.gz && wait && test -s o"
        let run = try await GeofenceProcess.shell("mkfifo o.gz && { cat o.gz > o & } && \(line)", in: bench.folder)
        #expect(run.status == 0, "\(run.errorOutput)")
    }
}
