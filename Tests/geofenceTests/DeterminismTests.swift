import Foundation
import TestSupport
import Testing

/// The same input gives the same bytes.
@Suite struct DeterminismTests {
    /// Returns a folder with a generated city, whose trace takes several chunks because of a long column that is not
    /// read.
    private static func city() async throws -> Workbench {
        let bench = try Workbench()
        let options = "--geofences 200 --devices 40 --fixes 6000 --seed 5"
        let run = try await bench.run("generate \(options) --fences-out fences.geojson --trace-out short.csv --quiet")
        try #require(run.status == 0, "\(run.errorOutput)")
        var lines = try bench.folder.text("short.csv").split(separator: "\n").map(String.init)
        let note = String(repeating: "x", count: 500)
        for index in lines.indices { lines[index] += index == 0 ? ",note\n" : ",\(note)\n" }
        // Not a coordinate, so that there are rejects in the first chunk and in the last.
        for index in [7, lines.count - 7] { lines[index] = "device-00001,2026-01-01T00:00:00Z,north,1,5,\(note)\n" }
        try bench.folder.write(lines.joined(), to: "trace.csv")
        return bench
    }

    @Test func `the number of threads does not change a byte of events and rejects`() async throws {
        let bench = try await Self.city()
        let one = try await bench.evaluate("--threads 1 --rejects one.ndjson")
        let two = try await bench.evaluate("--threads 2 --rejects two.ndjson")
        #expect(one.status == 0)
        #expect(one.lines.count > 20)
        #expect(one.output == two.output)
        let rejects = try bench.folder.text("one.ndjson")
        #expect(rejects.split(separator: "\n").count == 2)
        #expect(try bench.folder.text("two.ndjson") == rejects)
    }

    static let policies = ["raw", "balanced", "probability"]

    /// Returns the bytes of the events and visits that `evaluate` writes.
    private func results(_ bench: Workbench, _ options: String, input: String = "") async throws -> [String] {
        let line = "evaluate --fences fences.geojson --quiet --output o.ndjson --visits v.csv \(options)"
        let run = try await bench.run(line, input: input)
        #expect(run.status == 0, "\(options): \(run.errorOutput)")
        return [try bench.folder.text("o.ndjson"), try bench.folder.text("v.csv")]
    }

    @Test(arguments: policies)
    func `no byte of events and visits depends on threads, files, pipes, lateness or checkpoints`(policy: String)
        async throws
    {
        let bench = try await Self.city()
        let text = try bench.folder.text("trace.csv")
        let lines = text.split(separator: "\n")
        for (name, part) in [("a.csv", lines[1..<777]), ("b.csv", lines[777...])] {
            try bench.folder.write(([lines[0]] + part).joined(separator: "\n"), to: name)
        }
        for rules in ["--policy \(policy)", "--policy \(policy) --dwell 60 --stale-after 900 --pass-through"] {
            let whole = try await results(bench, "\(rules) --trace trace.csv --threads 1")
            #expect(whole.allSatisfy { $0.split(separator: "\n").count > 2 })
            for options in [
                "--trace trace.csv --threads 2", "--trace trace.csv --threads 5 --engine geos", "--trace a.csv b.csv",
                "--trace trace.csv --max-lateness 10m", "--trace trace.csv --checkpoint c --checkpoint-interval 0",
            ] {
                #expect(try await results(bench, "\(rules) \(options)") == whole, "\(options)")
            }
            for options in ["--trace -", "--trace - --max-lateness 1h --threads 2"] {
                #expect(try await results(bench, "\(rules) \(options)", input: text) == whole, "\(options)")
            }
        }
    }

    @Test(arguments: policies)
    func `an upload with the newest fix first gives the same bytes as a sorted one`(policy: String) async throws {
        let bench = try Workbench()
        let made =
            "generate --scenario newest-first --devices 8 --fences-out fences.geojson --trace-out upload.csv --quiet"
        #expect(try await bench.run(made).status == 0)
        let lines = try bench.folder.text("upload.csv").split(separator: "\n")
        // Sorted by device, then by time as ISO 8601.
        let sorted = [lines[0]] + lines.dropFirst().sorted()
        #expect(sorted != lines)
        try bench.folder.write(sorted.joined(separator: "\n") + "\n", to: "sorted.csv")
        let expected = try await results(bench, "--policy \(policy) --trace sorted.csv")
        #expect(expected[1].split(separator: "\n").count > 40)
        #expect(try await results(bench, "--policy \(policy) --trace upload.csv") == expected)
        #expect(try await results(bench, "--policy \(policy) --trace upload.csv --threads 3") == expected)
    }

    @Test func `the number of threads does not change a byte of located points`() async throws {
        let bench = try await Self.city()
        for verb in ["locate", "nearest"] {
            let line = "\(verb) --fences fences.geojson --points trace.csv --threads"
            let one = try await bench.run("\(line) 1")
            let two = try await bench.run("\(line) 2")
            #expect(one.status == 0)
            #expect(one.lines.count > 100)
            #expect(one.output == two.output)
        }
    }

    @Test func `splitting the input into files does not change a byte of the events`() async throws {
        let bench = try await Self.city()
        let lines = try bench.folder.text("trace.csv").split(separator: "\n")
        let header = lines[0]
        for (name, part) in [("a.csv", lines[1..<2000]), ("b.csv", lines[2000..<2001]), ("c.csv", lines[2001...])] {
            try bench.folder.write(([header] + part).joined(separator: "\n"), to: name)
        }
        let whole = try await bench.evaluate()
        let split = try await bench.run(
            "evaluate --policy raw --fences fences.geojson --trace a.csv b.csv --trace c.csv"
        )
        #expect(split.status == 0)
        #expect(whole.output == split.output)
    }

    @Test func `a shuffled trace gives the same events as the sorted one`() async throws {
        let bench = try await Self.city()
        var lines = try bench.folder.text("trace.csv").split(separator: "\n")
        let header = lines.removeFirst()
        // Reversing the pieces shuffles enough, and in the same way each time.
        let pieces = stride(from: 0, to: lines.count, by: 700).map { lines[$0..<min($0 + 700, lines.count)].reversed() }
        try bench.folder.write(([header] + pieces.reversed().joined()).joined(separator: "\n"), to: "shuffled.csv")
        let whole = try await bench.evaluate()
        let shuffled = try await bench.run("evaluate --policy raw --fences fences.geojson --trace shuffled.csv")
        #expect(whole.output == shuffled.output)
        #expect(shuffled.errorOutput.contains("sorted first"))
    }

    @Test func `generating twice gives the same bytes, and another seed gives different ones`() async throws {
        let bench = try Workbench()
        func generate(_ seed: Int, _ name: String) async throws {
            let options = "--geofences 30 --devices 5 --fixes 500 --seed \(seed)"
            let run = try await bench.run("generate \(options) --fences-out \(name).geojson --trace-out \(name).csv")
            #expect(run.status == 0)
        }
        try await generate(1, "a")
        try await generate(1, "b")
        try await generate(2, "c")
        for suffix in ["geojson", "csv"] {
            #expect(try bench.folder.text("a.\(suffix)") == bench.folder.text("b.\(suffix)"))
            #expect(try bench.folder.text("a.\(suffix)") != bench.folder.text("c.\(suffix)"))
        }
    }

    @Test func `a trace in NDJSON gives the same events as one in CSV`() async throws {
        let bench = try Workbench()
        for name in ["trace.csv", "trace.ndjson"] {
            let line =
                "generate --geofences 50 --devices 5 --fixes 5000 --fences-out fences.geojson --trace-out \(name)"
            #expect(try await bench.run(line).status == 0)
        }
        let table = try await bench.evaluate()
        let objects = try await bench.run("evaluate --policy raw --fences fences.geojson --trace trace.ndjson")
        #expect(table.lines.count > 3)
        #expect(table.output == objects.output)
    }
}
