internal import Foundation

/// The Swift snippets in the comments of a module's declarations.
///
/// A snippet omits its surroundings, so it cannot be compiled as it is. It is therefore repeated in a test of the
/// module, line by line, with its surroundings; `uncompiled` finds the snippets that are not.
package enum DocumentationSnippets {
    /// Returns the locations of a module's snippets that a test file does not contain, as
    /// `Sources/Module/File.swift:12`.
    ///
    /// - Parameters:
    ///   - module: A folder of `Sources`.
    ///   - test: The path of the test file.
    /// - Returns: The locations, and the number of all snippets.
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

    /// Returns the snippets of a source, with the lines on which they begin, from 1.
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

    /// Returns lines without their indentation, which differs in a test.
    private static func lines(of text: String) -> [String] {
        text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
}

extension [String] {
    /// Returns whether some lines occur among these, one after the other.
    func contains(lines: [String]) -> Bool {
        indices.dropLast(Swift.max(0, lines.count - 1)).contains { Array(self[$0..<($0 + lines.count)]) == lines }
    }
}
