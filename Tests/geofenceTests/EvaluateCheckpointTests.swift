import Foundation
import TestSupport
import Testing

/// `evaluate --checkpoint` as its users see it.
@Suite struct EvaluateCheckpointTests {
    private static let options = "--checkpoint c --checkpoint-interval 0 --policy balanced --dwell 60 --threads 2"

    /// Returns a bench with a trace that has many chunks.
    private func bench(fixes: Int = 60_000) async throws -> Workbench {
        let bench = try Workbench()
        let made = try await bench.run(
            "generate --geofences 300 --fixes \(fixes) --devices 20 --seed 5 --fences-out f.geojson "
                + "--trace-out t.csv --quiet"
        )
        #expect(made.status == 0, "\(made.errorOutput)")
        return bench
    }

    @Test func `a completed run leaves its results and nothing else`() async throws {
        let bench = try await bench()
        let inputs = "evaluate --fences f.geojson --trace t.csv"
        let plain = try await bench.run("\(inputs) --output a.ndjson --dwell 60 --quiet")
        #expect(plain.status == 0, "\(plain.errorOutput)")
        for _ in 0..<2 {
            let kept = try await bench.run("\(inputs) --output b.ndjson \(Self.options)")
            #expect(kept.status == 0, "\(kept.errorOutput)")
            #expect(try bench.folder.text("b.ndjson") == bench.folder.text("a.ndjson"))
        }
        #expect(
            try bench.folder.names == ["a.ndjson", "b.ndjson", "f.geojson", "fences.geojson", "t.csv", "trace.csv"]
        )
    }

    @Test func `resuming requires the same input, and changed geofences need --rebase`() async throws {
        let bench = try await bench(fixes: 300_000)
        let line = "geofence evaluate --fences f.geojson --trace t.csv --output b.csv \(Self.options)"
        let killed = try await GeofenceProcess.shell(
            """
            \(line) & child=$!
            while kill -0 $child && ! [ -s c ]; do :; done
            kill -KILL $child; wait $child
            """,
            in: bench.folder
        )
        #expect(killed.status == 128 + SIGKILL, "\(killed.errorOutput)")
        let ruled = try await GeofenceProcess.shell("\(line) --stale-after 100", in: bench.folder)
        #expect(ruled.status == 65)
        #expect(ruled.errorOutput.contains("the state was made with other rules: stale after"))
        #expect(ruled.errorOutput.contains("--rebase"))
        // Times that are parsed differently make a different input.
        let zoned = try await GeofenceProcess.shell("\(line) --utc-offset Z", in: bench.folder)
        #expect(zoned.status == 65)
        #expect(zoned.errorOutput.contains("when the checkpoint was made"), "\(zoned.errorOutput)")
        let fenced = try await bench.run(
            "evaluate --fences fences.geojson --trace t.csv --output b.csv \(Self.options)"
        )
        #expect(fenced.status == 65)
        #expect(fenced.errorOutput.contains("300 geofences removed"), "\(fenced.errorOutput)")
        let traced = try await bench.run(
            "evaluate --fences f.geojson --trace trace.csv --output b.csv \(Self.options)"
        )
        #expect(traced.status == 65)
        #expect(traced.errorOutput.contains("when the checkpoint was made"), "\(traced.errorOutput)")
        let rebased = try await bench.run(
            "evaluate --fences fences.geojson --trace t.csv --output b.csv \(Self.options) --rebase"
        )
        #expect(rebased.status == 0, "\(rebased.errorOutput)")
        let checked = try await bench.run("verify b.csv")
        #expect(checked.status == 0, "\(checked.text) \(checked.errorOutput)")
    }

    @Test(arguments: ["c.log", "c.new"])
    func `a foreign file with the name of a checkpoint file is refused and kept`(name: String) async throws {
        let bench = try Workbench()
        try bench.folder.write("what I wrote down\n", to: name)
        let run = try await bench.evaluate("--output o --checkpoint c")
        #expect(run.status == 65)
        for words in ["\(name): error:", "this file does not belong to the checkpoint", "another name"] {
            #expect(run.errorOutput.contains(words), "\(run.errorOutput)")
        }
        #expect(try bench.folder.text(name) == "what I wrote down\n")
        #expect(try bench.folder.names == [name, "fences.geojson", "trace.csv"])
    }

    @Test(arguments: [("c.log", ""), ("c.log", "GFCH"), ("c.log", "GFCHLOG\nand mo"), ("c.new", "GFCHECK\n\u{3}")])
    func `leftovers of a run killed before its first checkpoint do not block the next`(name: String, text: String)
        async throws
    {
        let bench = try Workbench()
        try bench.folder.write(text, to: name)
        let run = try await bench.evaluate("--output o --checkpoint c")
        #expect(run.status == 0, "\(run.errorOutput)")
        #expect(try bench.folder.names == ["fences.geojson", "o", "trace.csv"])
    }

    @Test(arguments: [
        ("--trace trace.csv --checkpoint c", "--checkpoint needs a file as --output"),
        ("--trace trace.csv --checkpoint c --output /dev/fd/1", "--checkpoint needs a file as --output"),
        ("--trace trace.csv --checkpoint c --output o --rejects r", "--checkpoint and --rejects"),
        ("--trace trace.csv --checkpoint c --output o --thin safe-radius --policy raw", "--checkpoint and --thin"),
        ("--trace trace.csv --output o --rebase", "need --checkpoint"),
        ("--trace trace.csv --checkpoint o --output o", "give each its own file"),
    ])
    func `options that checkpoints do not support are refused`(options: String, words: String) async throws {
        let bench = try Workbench()
        let run = try await bench.run("evaluate --fences fences.geojson \(options)")
        #expect(run.status == 64)
        #expect(run.errorOutput.contains(words), "\(run.errorOutput)")
    }
}
