internal import Foundation

/// The Swift that stands in the comments of a module's declarations.
///
/// A snippet leaves out what surrounds it, so it cannot be compiled as it stands. It stands a second time in a test of the
/// module, line by line, with its surroundings; `uncompiled` finds those that do not.
package enum DocumentationSnippets {
    /// The places of the snippets of a module that are not in a test file, as `Sources/Module/File.swift:12`.
    ///
    /// - Parameters:
    ///   - module: A folder of `Sources`.
    ///   - test: The path of the test file, in the folder of the module's tests.
    /// - Returns: The places, and how many snippets there are.
    package static func uncompiled(of module: String, in test: String) throws -> (places: [String], count: Int) {
        let file = URL(filePath: test)
        let compiled = lines(of: try String(contentsOf: file, encoding: .utf8))
        var places: [String] = []
        var count = 0
        for path in try Project.sources(of: module) {
            for (line, snippet) in snippets(of: try Project.text(of: path)) {
                count += 1
                if !compiled.contains(lines: snippet) { places.append("\(path):\(line)") }
            }
        }
        return (places, count)
    }

    /// The snippets of a source with the lines that they begin on, from 1.
    private static func snippets(of source: String) -> [(line: Int, lines: [String])] {
        var snippets: [(line: Int, lines: [String])] = []
        var open: (line: Int, lines: [String])?
        for (number, line) in lines(of: source).enumerated() {
            guard line.hasPrefix("///") else { continue }
            let text = line.dropFirst(3).trimmingCharacters(in: .whitespaces)
            if text == "```swift" {
                open = (number + 2, [])
            } else if text == "```", let snippet = open {
                snippets.append(snippet)
                open = nil
            } else {
                open?.lines.append(text)
            }
        }
        return snippets
    }

    /// Lines without their indentation, which is another in a test.
    private static func lines(of text: String) -> [String] {
        text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
}

extension [String] {
    /// Whether some lines stand in these, one after the other.
    func contains(lines: [String]) -> Bool {
        indices.dropLast(Swift.max(0, lines.count - 1)).contains { Array(self[$0..<($0 + lines.count)]) == lines }
    }
}
