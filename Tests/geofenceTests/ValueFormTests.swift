import Foundation
import TestSupport
import Testing

@Suite struct ValueFormTests {
    private let files = "--fences fences.geojson --trace trace.csv"

    @Test(arguments: [
        ("--threads abc", "The value 'abc' is invalid for '--threads <count>': give a whole number, such as 4."),
        (
            "--dwell 10min",
            """
            The value '10min' is invalid for '--dwell <period>': give a number followed by d, h, m or s, such as 30d, 12h, 90m \
            or 45s, or just seconds, such as 600 or 0.5.
            """
        ),
        (
            "--earliest yesterday",
            """
            The value 'yesterday' is invalid for '--earliest <time>': give ISO 8601 with a zone, such as 2026-01-02T03:04:05Z, \
            or seconds or milliseconds since 1970.
            """
        ),
        (
            "--latest 2026",
            """
            The value '2026' is invalid for '--latest <time>': give ISO 8601 with a zone, such as 2026-01-02T03:04:05Z, \
            or seconds or milliseconds since 1970.
            """
        ),
        (
            "--dwell",
            """
            Missing value for '--dwell <period>': give a number followed by d, h, m or s, such as 30d, 12h, 90m or 45s, or just \
            seconds, such as 600 or 0.5.
            """
        ),
        ("--dwell -5", "Missing value for '--dwell <period>': a value that begins with - is written --dwell=-5."),
        (
            "--output -e.csv",
            "Missing value for '--output <file>': a path that begins with - is written ./-e.csv."
        ),
        ("--output --quiet", "Missing value for '--output <file>'"),
    ])
    func `the error for a malformed value shows the expected form`(option: String, message: String) async throws {
        let run = try await Workbench().run("evaluate \(files) \(option)")
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        let lines = run.errorOutput.split(separator: "\n")
        #expect(lines.first == "Error: \(message)")
        #expect(lines.contains { $0.hasPrefix("Help:  \(option.prefix { $0 != " " })") })
    }

    @Test func `the options of every command show the expected form of their values`() async throws {
        let bench = try Workbench()
        let dump = try await bench.run("--experimental-dump-help")
        let tool = try dump.text.jsonObject()
        let options = Self.options(of: try #require(tool["command"] as? [String: Any]), words: [])
        #expect(options.count > 100)
        // These take any text.
        let texts: Set = ["file", "events", "id", "name", "text", "policy"]
        var seen: Set<String> = []
        for (words, value) in options
        where !texts.contains(value) && seen.insert("\(words.last ?? "") <\(value)>").inserted {
            let run = try await bench.run((words + ["?"]).joined(separator: " "))
            #expect(run.status == 64)
            let line = try #require(run.errorOutput.split(separator: "\n").first)
            #expect(line.contains("<\(value)>': give ") || line.contains("Please provide one of"), "\(line)")
        }
    }

    /// Returns the words up to each option of a command and its subcommands, with the name of its value in the help.
    private static func options(of command: [String: Any], words: [String]) -> [(words: [String], value: String)] {
        let arguments = command["arguments"] as? [[String: Any]] ?? []
        let own = arguments.filter { $0["kind"] as? String == "option" }.compactMap { argument in
            guard let names = argument["names"] as? [[String: String]], let value = argument["valueName"] as? String,
                let name = names.first(where: { $0["kind"] == "long" })?["name"]
            else { return nil as (words: [String], value: String)? }
            return (words + ["--\(name)"], value)
        }
        let subcommands = command["subcommands"] as? [[String: Any]] ?? []
        return own
            + subcommands.flatMap { subcommand in
                options(of: subcommand, words: words + [subcommand["commandName"] as? String ?? ""])
            }
    }

    @Test(arguments: [
        ("--dwell 0.0004s", "--dwell must be in 0.001...1000000000 seconds, not 0.0004s."),
        ("--max-segment-gap 0", "--max-segment-gap must be in 0.001...1000000000000 seconds, not 0."),
        ("--checkpoint c --checkpoint-interval 2d", "--checkpoint-interval must be in 0...86400 seconds, not 2d."),
    ])
    func `periods beyond their limits are refused`(option: String, message: String) async throws {
        let run = try await Workbench().run("evaluate \(files) \(option)")
        #expect(run.status == 64)
        #expect(run.errorOutput.contains("Error: \(message)\n"))
    }

    @Test func `counts beyond their limits are refused before anything is made`() async throws {
        for option in ["--geofences", "--devices", "--fixes"] {
            let run = try await Workbench().run("generate \(option) 1000000001 --trace-out x.csv")
            #expect(run.status == 64 && run.errorOutput.hasPrefix("Error: \(option) must be in 0...1"))
        }
    }

    @Test func `periods of all options accept units or plain seconds`() async throws {
        let bench = try Workbench(fences: VisitTests.fences, trace: VisitTests.trace)
        let seconds = try await bench.evaluate("--dwell 90 --stale-after 5400 --max-segment-gap 30 --max-lateness 60")
        #expect(seconds.status == 0)
        #expect(seconds.text.contains("DWELL"))
        let units = try await bench.evaluate("--dwell 1.5m --stale-after 1.5h --max-segment-gap 30s --max-lateness 1m")
        #expect(units.text == seconds.text)
    }

    @Test func `coordinates may be negative`() async throws {
        let bench = try Workbench()
        let place = "--latitude -3.5 --longitude -60 --radius 5"
        #expect(try await bench.run("fences add --store s.db manaus \(place)").status == 0)
        let shown = try await bench.run("fences show --store s.db manaus")
        #expect(shown.text.contains("-3.5"))
    }
}
