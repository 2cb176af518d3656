import Foundation
import TestSupport
import Testing

/// Runs every console session in the documents and compares its output with the one shown there.
@Suite struct READMETests {
    private static let documents: [String] = {
        let docs =
            (try? FileManager.default.contentsOfDirectory(atPath: Project.folder.appending(path: "docs").path)) ?? []
        return ["README.md"] + docs.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    }()

    @Test(arguments: documents)
    func `every session prints the output shown`(document: String) async throws {
        let folder = try TemporaryFolder()
        // Like the repository's root, except that sessions write nowhere else.
        try FileManager.default.createSymbolicLink(
            at: folder.url("data"),
            withDestinationURL: Project.folder.appending(path: "data")
        )
        for session in ConsoleSession.all(in: try Project.text(of: document)) {
            #expect(session.output != ["…"], "\(document):\(session.line) shows nothing of what the command prints")
            // Both outputs in the order in which they are printed.
            let run = try await GeofenceProcess.shell("exec 2>&1\n" + session.command, in: folder)
            let printed = ConsoleSession.lines(of: run.text)
            #expect(
                ConsoleSession.matches(session.output[...], printed[...]),
                """
                \(document):\(session.line): $ \(session.command)
                printed:
                \(printed.joined(separator: "\n"))
                """
            )
        }
    }

    @Test func `the README contains sessions`() throws {
        let commands = ConsoleSession.all(in: try Project.text(of: "README.md")).map(\.command)
        #expect(!commands.isEmpty)
        #expect(commands.allSatisfy { $0.hasPrefix("geofence ") })
    }

    @Test func `sessions are found with their lines, commands and output`() {
        let text = """
            Text
            ```console
            $ one \\
                --flag
            first
            … 3 …

            $ two
            ```
            ```sh
            $ not this
            ```
            """
        #expect(
            ConsoleSession.all(in: text) == [
                ConsoleSession(line: 3, command: "one \\\n    --flag", output: ["first", "… 3 …"]),
                ConsoleSession(line: 8, command: "two", output: []),
            ]
        )
    }

    @Test func `an ellipsis matches any text in a line, or any lines if alone`() {
        func matches(_ expected: [String], _ printed: [String]) -> Bool {
            ConsoleSession.matches(expected[...], printed[...])
        }
        #expect(matches(["a", "in … s, … fixes/s"], ["a", "in 0.3 s, 12 fixes/s"]))
        #expect(matches(["a", "…", "z"], ["a", "b", "c", "z"]))
        #expect(matches(["…"], []))
        #expect(!matches(["a", "…", "z"], ["a", "b"]))
        #expect(!matches(["in … s"], ["in 0.3 s."]))
        #expect(!matches(["ab…ba"], ["aba"]))
        #expect(!matches(["a"], ["a", "b"]))
    }
}

/// A command of a document's console block and the output that follows it.
private struct ConsoleSession: Equatable {
    /// The line number of the command in the document, starting at 1.
    var line: Int
    var command: String
    var output: [String]

    /// Returns the commands of all blocks fenced by `console`. A command may continue over lines that end in a
    /// backslash.
    static func all(in text: String) -> [ConsoleSession] {
        var sessions: [ConsoleSession] = []
        var isInBlock = false
        var isInCommand = false
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if !isInBlock {
                isInBlock = line == "```console"
            } else if line == "```" {
                isInBlock = false
            } else if isInCommand {
                sessions[sessions.count - 1].command += "\n\(line)"
                isInCommand = line.hasSuffix("\\")
            } else if line.hasPrefix("$ ") {
                sessions.append(ConsoleSession(line: index + 1, command: String(line.dropFirst(2)), output: []))
                isInCommand = line.hasSuffix("\\")
            } else if !sessions.isEmpty {
                sessions[sessions.count - 1].output.append(String(line))
            }
        }
        return sessions.map { session in
            var session = session
            session.output = trimmed(session.output)
            return session
        }
    }

    /// Returns the lines of a text without trailing blanks and without empty lines at the end.
    static func lines(of text: String) -> [String] {
        trimmed(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }

    private static func trimmed(_ lines: [String]) -> [String] {
        var lines = lines.map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
        while lines.last == "" { lines.removeLast() }
        return lines
    }

    static func matches(_ expected: ArraySlice<String>, _ printed: ArraySlice<String>) -> Bool {
        guard let first = expected.first else { return printed.isEmpty }
        if first == "…" {
            return (printed.startIndex...printed.endIndex).contains { matches(expected.dropFirst(), printed[$0...]) }
        }
        guard let line = printed.first, matches(first, line) else { return false }
        return matches(expected.dropFirst(), printed.dropFirst())
    }

    private static func matches(_ pattern: String, _ line: String) -> Bool {
        let parts = pattern.components(separatedBy: "…")
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return pattern == line }
        guard line.hasPrefix(first) else { return false }
        var rest = line.dropFirst(first.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.range(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}
