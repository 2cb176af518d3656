import Foundation
import TestSupport
import Testing

/// Compares the help texts with those in `Snapshots/`; GEOFENCE_RECORD_SNAPSHOTS=1 rewrites these.
@Suite struct HelpTests {
    private static let snapshots = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots")

    private static let verbs = [
        "", "evaluate", "explain", "locate", "nearest", "lint", "verify", "backtest", "diff", "generate", "bench",
        "fences", "fences add", "fences edit", "fences remove", "fences list", "fences show", "fences import",
        "fences export", "watch", "import", "events", "visits", "forget", "health", "devices", "devices report",
        "devices list",
    ]

    @Test(arguments: verbs)
    func `the help text matches the approved snapshot`(verb: String) async throws {
        let bench = try Workbench()
        let run = try await bench.run("\(verb) --help")
        #expect(run.status == 0)
        #expect(run.errorOutput.isEmpty)
        let name = (["geofence"] + verb.words).joined(separator: "-")
        let file = Self.snapshots.appending(path: "\(name).txt")
        if ProcessInfo.processInfo.environment["GEOFENCE_RECORD_SNAPSHOTS"] == "1" {
            try FileManager.default.createDirectory(at: Self.snapshots, withIntermediateDirectories: true)
            try run.output.write(to: file)
        }
        #expect(try run.text == String(contentsOf: file, encoding: .utf8))
        // Examples are meant to be pasted, so a terminal of 80 columns must not break them.
        for paragraph in run.text.split(separator: "\n\n") where paragraph.hasPrefix("  ") {
            let lines = paragraph.split(separator: "\n")
            guard lines[0].contains("geofence ") else { continue }
            #expect(lines.allSatisfy { $0.count <= 78 }, "\(paragraph)")
        }
    }

    @Test(arguments: ["", "fences ", "devices "])
    func `each verb in the list of verbs has an approved snapshot`(group: String) async throws {
        let run = try await Workbench().run("\(group)--help")
        let list = try #require(run.text.components(separatedBy: "\nSUBCOMMANDS:\n").last)
        let listed = list.matches(of: /^  ([a-z]+)/.anchorsMatchLineEndings()).map { "\(group)\($0.output.1)" }
        let known = Self.verbs.filter { $0.words.count == "\(group)x".words.count && $0.hasPrefix(group) }
        #expect(listed == known)
    }

    @Test func `the version includes that of GEOS`() async throws {
        let run = try await Workbench().run("--version")
        #expect(run.status == 0)
        #expect(run.text.wholeMatch(of: /geofence \d+\.\d+\.\d+ \(GEOS \d+\.\d+\S*\)\n/) != nil, "\(run.text)")
    }
}
