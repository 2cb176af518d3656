internal import Foundation

/// The articles of a module's documentation catalog.
package enum DocumentationCatalog {
    /// Returns the public types of a module that its landing page does not list, in ascending order.
    package static func unlistedTypes(of module: String) throws -> [String] {
        let page = try Project.text(of: "Sources/\(module)/\(module).docc/\(module).md")
        let declaration = /^public (?:final )?(?:actor|class|enum|protocol|struct) (?<name>\w+)/
            .anchorsMatchLineEndings()
        let types = try Project.sources(of: module).flatMap { path in
            try Project.text(of: path).matches(of: declaration).map { String($0.output.name) }
        }
        return Set(types).filter { !page.contains("- ``\($0)``") }.sorted()
    }

    /// Returns the Swift snippets of an article that a program does not contain.
    ///
    /// - Parameters:
    ///   - article: The path of the article.
    ///   - program: The path of the program, in which the lines may be indented and have comments between them.
    /// - Returns: The first line of each missing snippet, and the number of all snippets.
    package static func unquoted(of article: String, in program: String) throws -> (snippets: [String], count: Int) {
        let compiled = lines(of: try Project.text(of: program))
        let snippets = try Project.text(of: article).components(separatedBy: "```swift\n").dropFirst().map {
            lines(of: $0.components(separatedBy: "\n```")[0])
        }
        let missing = snippets.filter { !compiled.contains(lines: $0) }
        return (missing.map { $0.first ?? "" }, snippets.count)
    }

    /// Returns lines without their indentation, and without the comments and empty lines that an article does not need.
    private static func lines(of text: String) -> [String] {
        text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("//") }
    }
}
