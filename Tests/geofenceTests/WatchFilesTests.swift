import Foundation
import TestSupport
import Testing

/// The files that a watch reads and writes.
@Suite struct WatchFilesTests {
    private static let header = "device,ts_unix_ms,latitude,longitude\n"

    private func bench() async throws -> Workbench {
        let bench = try Workbench()
        let run = try await bench.run("fences import fences.geojson --store s.db --quiet")
        #expect(run.status == 0, "\(run.errorOutput)")
        return bench
    }

    @Test func `a refused watch leaves its output unchanged`() async throws {
        let bench = try await bench()
        let watch = try bench.start("watch --store s.db --policy raw --log-level debug")
        #expect(try await watch.waitForError("the listener on the store is active"))
        try bench.folder.write("events of last week\n", to: "o.ndjson")
        let second = try await bench.run("watch --store s.db --output o.ndjson")
        #expect(second.status == 74)
        #expect(second.errorOutput.contains("is already running in process"), "\(second.errorOutput)")
        #expect(try bench.folder.text("o.ndjson") == "events of last week\n")
        #expect(try watch.finish().status == 0)
    }

    @Test(arguments: ["at the end of its input", "at SIGTERM"])
    func `a watch that ends normally leaves only the store file`(end: String) async throws {
        let bench = try await bench()
        let row = Self.header + "dog,1767225600000,0.5,0.5\n"
        if end == "at SIGTERM" {
            let watch = try bench.start("watch --store s.db --policy raw --log-level debug")
            #expect(try await watch.waitForError("the listener on the store is active"))
            try watch.send(row)
            #expect(try watch.line()?.contains("ENTER") == true)
            watch.signal(SIGTERM)
            #expect(try watch.wait().status == 0)
        } else {
            let run = try await bench.run("watch --store s.db --policy raw", input: row)
            #expect(run.status == 0 && run.text.contains("ENTER"), "\(run.errorOutput)")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: bench.folder.url.path)
        #expect(names.filter { $0.hasPrefix("s.db") } == ["s.db"])
    }

    @Test(arguments: [
        ("", "no records found"), ("\n\n", "no records found"), (header, "no records found"),
        ("{\"_type\":\"encrypted\",\"data\":\"x\"}\n", "no OwnTracks message of type location found"),
    ])
    func `an input that ends without records causes a warning`(text: String, reason: String) async throws {
        let bench = try await bench()
        try bench.folder.write(text, to: "live")
        for trace in ["live", "-"] {
            let run = try await bench.run("watch --store s.db --trace \(trace)", input: text)
            #expect(run.status == 0)
            #expect(run.errorOutput.hasPrefix("\(trace): warning: \(reason)"), "\(run.errorOutput)")
        }
        #expect(try await bench.run("watch --store s.db --trace live --quiet").errorOutput.isEmpty)
        // An input without anything new is not an empty one.
        try bench.folder.write(Self.header + "dog,1000,0.5,0.5\n", to: "live")
        for _ in 0..<2 {
            let run = try await bench.run("watch --store s.db --trace live --policy raw --name b")
            #expect(run.status == 0 && !run.errorOutput.contains("warning"), "\(run.errorOutput)")
        }
    }

    @Test func `an unterminated last line causes a warning unless --quiet is given`() async throws {
        let bench = try await bench()
        try bench.folder.write(Self.header + "dog,1000,0.5,0.5\ndog,2000,0.5,0.5", to: "live.csv")
        let line = "watch --store s.db --trace live.csv --policy raw"
        let told = try await bench.run(line)
        #expect(told.status == 0 && told.errorOutput.contains("the last line has no line end"), "\(told.errorOutput)")
        #expect(try await bench.run("\(line) --quiet").errorOutput.isEmpty)
    }

    @Test func `rejects are in the order of the input, whatever detects them`() async throws {
        let bench = try await bench()
        let rows = [
            "dog,2000,0,0", "dog,3000,0.5,0.5", "dog,3000,0.5,0.5", "dog,4000,north,0", "dog,99999999999999,1,1",
            "dog,1000,0.5,0.5", "dog,4000,91,0", "dog,5000,0.5,0.5", "dog,5000,0.5,0.5",
        ]
        try bench.folder.write(Self.header + rows.map { "\($0)\n" }.joined(), to: "live.csv")
        let options = "--trace live.csv --policy raw --null-island reject"
        let run = try await bench.run("watch --store s.db \(options) --rejects r.ndjson")
        #expect(run.status == 0, "\(run.errorOutput)")
        let lines = try bench.folder.text("r.ndjson").matches(of: /"line":([0-9]+)/).compactMap { Int($0.1) }
        #expect(lines == [2, 4, 5, 6, 7, 8, 10])
    }

    @Test func `a watch refused for changed rules leaves its output unchanged`() async throws {
        let bench = try await bench()
        let watch = "watch --store s.db --trace trace.csv --quiet"
        #expect(try await bench.run("\(watch) --policy raw --output a.ndjson").status == 0)
        try bench.folder.write("events of last week\n", to: "o.ndjson")
        let other = try await bench.run("\(watch) --policy balanced --output o.ndjson")
        #expect(other.status == 65)
        #expect(try bench.folder.text("o.ndjson") == "events of last week\n")
    }

    @Test func `a continued watch appends to its output through a link of any name`() async throws {
        let bench = try await bench()
        for name in ["link.csv", "other.csv"] {
            let path = bench.folder.url(name).path
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "o.csv")
        }
        try bench.folder.write("", to: "o.csv")
        var trace = Self.header
        for (second, name) in ["link.csv", "./link.csv", "o.csv", "other.csv"].enumerated() {
            trace += "dog,\(second)000,0.5,\(second.isMultiple(of: 2) ? 0.5 : 1.5)\n"
            try bench.folder.write(trace, to: "live.csv")
            let run = try await bench.run(
                "watch --store s.db --trace live.csv --policy raw --format csv --quiet --output \(name)"
            )
            #expect(run.status == 0, "\(run.errorOutput)")
        }
        let events = try bench.folder.text("o.csv").split(separator: "\n").map { $0.prefix { $0 != "," } }
        #expect(events == ["event", "ENTER", "EXIT", "ENTER", "EXIT"])
    }

    @Test func `an emptied output gets a new header, in the same watch and in the next`() async throws {
        let bench = try await bench()
        let words = "watch --store s.db --policy raw --format csv --output o.csv --trace live.csv"
        try bench.folder.write(Self.header + "dog,1000,0.5,0.5\n", to: "live.csv")
        #expect(try await bench.run("\(words) --quiet").status == 0)
        try bench.folder.write("", to: "o.csv")
        try bench.folder.write(Self.header + "dog,1000,0.5,0.5\ndog,2000,0.5,1.5\n", to: "live.csv")
        #expect(try await bench.run("\(words) --quiet").status == 0)
        var events = try bench.folder.text("o.csv").split(separator: "\n").map { $0.prefix { $0 != "," } }
        #expect(events == ["event", "EXIT"])

        let live = "watch --store s.db --name live --policy raw --format csv --output l.csv --log-level debug"
        let watch = try bench.start(live)
        #expect(try await watch.waitForError("the listener on the store is active"))
        try watch.send(Self.header + "dog,1000,0.5,0.5\n")
        #expect(try await watch.wait { (try? bench.folder.text("l.csv").contains("ENTER")) == true })
        // As programs that rotate logs do: the file stays, but its contents go.
        let file = try FileHandle(forWritingTo: bench.folder.url("l.csv"))
        try file.truncate(atOffset: 0)
        try watch.send("dog,2000,0.5,1.5\n")
        #expect(try await watch.wait { try bench.folder.text("l.csv").contains("EXIT") })
        // Cut within the last line.
        try file.truncate(atOffset: try file.seekToEnd() - 20)
        try file.close()
        try watch.send("dog,3000,0.5,0.5\n")
        #expect(try watch.finish().status == 0)
        events = try bench.folder.text("l.csv").split(separator: "\n").map { $0.prefix { $0 != "," } }
        #expect(events == ["event", "ENTER"])
    }

    @Test func `a line torn by others is removed from the output by the next run`() async throws {
        let bench = try await bench()
        let words = "watch --store s.db --policy raw --format csv --output o.csv --trace live.csv --quiet"
        let rows = ["dog,1000,0.5,0.5\n", "dog,2000,0.5,1.5\n", "dog,3000,0.5,0.5\n"]
        try bench.folder.write(Self.header + rows[0] + rows[1], to: "live.csv")
        #expect(try await bench.run(words).status == 0)
        let text = try bench.folder.text("o.csv")
        try bench.folder.write(String(text.dropLast(5)), to: "o.csv")
        try bench.folder.write(Self.header + rows.joined(), to: "live.csv")
        #expect(try await bench.run(words).status == 0)
        let events = try bench.folder.text("o.csv").split(separator: "\n").map { $0.prefix { $0 != "," } }
        #expect(events == ["event", "ENTER", "ENTER"])
    }

    @Test func `a torn line is removed from the rejects by the next run`() async throws {
        let bench = try await bench()
        let words = "watch --store s.db --policy raw --quiet --rejects r.ndjson --trace -"
        for _ in 0..<2 {
            #expect(try await bench.run(words, input: Self.header + "dog,never,0.5,0.5\n").status == 0)
            let text = try bench.folder.text("r.ndjson")
            #expect(text.hasSuffix("}\n") && text.components(separatedBy: "{\"file\":").count == 2, "\(text)")
            try bench.folder.write(String(text.dropLast(5)), to: "r.ndjson")
        }
    }

    @Test func `what a killed watch wrote last is its own, even if an earlier run of it had ended`() async throws {
        let bench = try await bench()
        let words = "watch --store s.db --policy raw --format csv --output o.csv --trace -"
        #expect(try await bench.run(words, input: Self.header + "dog,1000,0.5,0.5\n").status == 0)
        let watch = try bench.start(words)
        try watch.send(Self.header + "dog,2000,0.5,1.5\n")
        #expect(try await watch.wait { try bench.folder.text("o.csv").contains("EXIT") })
        watch.signal(SIGKILL)
        #expect(try watch.wait().status == 128 + SIGKILL)
        // As if it had been killed before it could save what it wrote.
        let text = try bench.folder.text("o.csv")
        try bench.folder.write(text + "ENTER,cat\n", to: "o.csv")
        let next = try await bench.run(words, input: Self.header + "dog,2000,0.5,1.5\n")
        #expect(next.status == 0, "\(next.errorOutput)")
        #expect(try bench.folder.text("o.csv") == text)
    }

    @Test func `an output with events in another format is left unchanged`() async throws {
        let bench = try await bench()
        let watch = "watch --store s.db --trace trace.csv --policy raw --quiet --output o"
        #expect(try await bench.run("\(watch) --format csv").status == 0)
        let text = try bench.folder.text("o") + "what others have appended\n"
        try bench.folder.write(text, to: "o")
        let other = try await bench.run("\(watch) --format ndjson")
        #expect(other.status == 65)
        #expect(other.errorOutput.contains("another format"), "\(other.errorOutput)")
        #expect(try bench.folder.text("o") == text)
    }

    @Test(arguments: ["csv", "ndjson"]) func `a file that replaced the output is left unchanged`(
        format: String
    ) async throws {
        let bench = try await bench()
        let watch = "watch --store s.db --trace trace.csv --policy raw --quiet --output o --format \(format)"
        #expect(try await bench.run(watch).status == 0)
        let text = try bench.folder.text("o")
        // Longer than, as long as, and shorter than what was written; in the same format and in none at all.
        let other = text.replacing("bus", with: "van")
        for foreign in [other + other, other, String(repeating: "what others wrote\n", count: 200), "notes\n"] {
            try bench.folder.write(foreign, to: "o")
            let run = try await bench.run(watch)
            #expect(run.status == 65, "\(foreign)")
            #expect(run.errorOutput.contains("o: "), "\(run.errorOutput)")
            #expect(try bench.folder.text("o") == foreign)
        }
        try bench.folder.write(text, to: "o")
        #expect(try await bench.run(watch).status == 0)
        #expect(try bench.folder.text("o") == text)
    }

    @Test(arguments: ["csv", "ndjson"])
    func `events of others are left unchanged, even by a watch that has written none itself`(
        format: String
    ) async throws {
        let bench = try await bench()
        try bench.folder.write(Self.header, to: "quiet.csv")
        let (quiet, busy) = ("--name quiet --trace quiet.csv", "--name busy --trace trace.csv")
        let output = "--policy raw --quiet --output o --format \(format)"
        #expect(try await bench.run("watch --store s.db \(quiet) \(output)").status == 0)
        #expect(try await bench.run("watch --store s.db \(busy) \(output)").status == 0)
        let text = try bench.folder.text("o")
        #expect(text.contains("ENTER"))
        #expect(try await bench.run("watch --store s.db \(quiet) \(output)").status == 65)
        #expect(try bench.folder.text("o") == text)
        #expect(try await bench.run("watch --store s.db \(busy) \(output)").status == 0)
        // Others have appended to the watch's own events since it ended.
        try bench.folder.write(text + text, to: "o")
        #expect(try await bench.run("watch --store s.db \(busy) \(output)").status == 65)
        #expect(try bench.folder.text("o") == text + text)
    }

    @Test(arguments: ["", "--max-lateness 2m"])
    func `fixes before an input error are used, and their events are in the store`(options: String) async throws {
        let bench = try await bench()
        let rows = (0..<2000).map { "dog,\($0)000,0.5,\($0 % 20 < 10 ? 0.5 : 1.5)\n" }.joined()
        try bench.folder.write(Self.header + rows, to: "whole.csv")
        let pack = "gzip -c whole.csv > whole.gz; head -c $(($(wc -c < whole.gz) - 40)) whole.gz > cut.csv.gz"
        _ = try await GeofenceProcess.shell(pack, in: bench.folder)
        let run = try await bench.run(
            "watch --store s.db --trace cut.csv.gz --policy raw --format csv --quiet --output o.csv \(options)"
        )
        #expect(run.status == 65, "\(run.text)")
        let written = try bench.folder.text("o.csv").split(separator: "\n").count - 1
        let kept = try await bench.run("events --store s.db --format csv").lines.count - 1
        #expect(written == kept && kept > 100, "\(written) \(kept)")
        // The same input, now complete, continues from there.
        try FileManager.default.removeItem(at: bench.folder.url("cut.csv.gz"))
        try FileManager.default.moveItem(at: bench.folder.url("whole.gz"), to: bench.folder.url("cut.csv.gz"))
        let rest = try await bench.run(
            "watch --store s.db --trace cut.csv.gz --policy raw --format csv --quiet --output o.csv \(options)"
        )
        #expect(rest.status == 0, "\(rest.text)")
        #expect(try bench.folder.text("o.csv").split(separator: "\n").count - 1 == 200)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no full device"))
    func `events that were written are kept in the store if rejects cannot be written`() async throws {
        let bench = try await bench()
        let rows = (0..<20).map { "dog,\($0)000,0.5,\($0.isMultiple(of: 2) ? 0.5 : 1.5)\n" }.joined()
        try bench.folder.write(Self.header + rows + "dog,30000,95,0\n" + "dog,31000,0.5,0.5\n", to: "live.csv")
        let run = try await bench.run(
            "watch --store s.db --trace live.csv --policy raw --format csv --quiet --output o.csv --rejects /dev/full"
        )
        #expect(run.status == 74, "\(run.text)")
        let written = try bench.folder.text("o.csv").split(separator: "\n").dropFirst().count
        #expect(written == 21)
        #expect(try await bench.run("events --store s.db --format csv").lines.count - 1 == written)
    }

    @Test func `a line that is too long is rejected, and the watch continues`() async throws {
        let bench = try await bench()
        let watch = try bench.start("watch --store s.db --policy raw --rejects r.ndjson")
        try watch.send(Self.header + "dog,1000,0.5,0.5\n")
        #expect(try watch.line()?.contains(#""event":"ENTER""#) == true)
        try watch.send(String(repeating: "x", count: 3 << 20))
        try watch.send("\ndog,never,0.5,1.5\ndog,2000,0.5,1.5\n")
        #expect(try watch.line()?.contains(#""event":"EXIT""#) == true)
        let end = try watch.finish()
        #expect(end.status == 0, "\(end.errorOutput)")
        let rejects = try bench.folder.text("r.ndjson").split(separator: "\n")
        #expect(rejects.count == 2)
        #expect(rejects.first?.contains(#""line":3,"column":1,"reason":"line_too_long""#) == true)
        #expect(rejects.last?.contains(#""line":4,"#) == true)
    }
}
