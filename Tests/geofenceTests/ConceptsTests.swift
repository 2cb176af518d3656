import Foundation
import TestSupport
import Testing

/// The rules in `docs/concepts.md` name existing tests.
@Suite struct ConceptsTests {
    /// Returns the names of the tests in each suite.
    private static func suites() throws -> [String: Set<String>] {
        var suites: [String: Set<String>] = [:]
        let files = FileManager.default.enumerator(atPath: Project.folder.appending(path: "Tests").path)
        while let file = files?.nextObject() as? String {
            guard file.hasSuffix(".swift") else { continue }
            var suite = ""
            for line in try String(contentsOf: Project.folder.appending(path: "Tests/\(file)"), encoding: .utf8).split(
                separator: "\n"
            ) {
                if !line.hasPrefix(" "), let match = line.firstMatch(of: /\b(?:struct|class|extension) (\w+Tests)\b/) {
                    suite = String(match.1)
                }
                if let match = line.firstMatch(of: /\bfunc `([^`]+)`/) {
                    suites[suite, default: []].insert(String(match.1))
                }
            }
        }
        return suites
    }

    @Test func `every rule names its proof, and every named test is in its suite`() throws {
        let text = try String(contentsOf: Project.folder.appending(path: "docs/concepts.md"), encoding: .utf8)
        let suites = try Self.suites()
        var named = 0
        /// Checks the names of suites in backquotes, each followed by the names of tests in double quotes.
        func check(_ proof: some StringProtocol, _ title: some StringProtocol) {
            var suite = ""
            for match in String(proof).replacing("\n", with: " ").matches(of: /`(\w+)`|"([^"]+)"/) {
                if let name = match.1 {
                    suite = String(name)
                    #expect(suites[suite] != nil, "\(title) names a suite that there is not: \(suite)")
                } else if let test = match.2 {
                    named += 1
                    let isThere = suites[suite]?.contains(String(test)) == true
                    #expect(isThere, "\(title) names a test that is not in \(suite): \(test)")
                }
            }
        }
        for section in text.components(separatedBy: "\n## ").dropFirst() {
            let title = section.prefix { $0 != "\n" }
            let proofs = section.components(separatedBy: "*Proof: ").dropFirst()
            #expect(!proofs.isEmpty, "\(title) has no proof")
            for proof in proofs {
                check(proof.prefix(upTo: proof.range(of: ".*")?.lowerBound ?? proof.endIndex), title)
            }
            // A table of rules names the suite in its header.
            for table in section.components(separatedBy: "| proof in ").dropFirst() {
                let rows = table.prefix(upTo: table.range(of: "\n\n")?.lowerBound ?? table.endIndex).split(
                    separator: "\n"
                )
                let names = rows.dropFirst().compactMap { $0.split(separator: "|").last }
                check("\(rows[0]) \(names.joined(separator: " "))", title)
            }
        }
        #expect(named > 40)
    }
}
