import Foundation
import Testing

/// The rules of `docs/concepts.md` name tests that there are.
@Suite struct ConceptsTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func `every rule names its proof, and every test that is named exists`() throws {
        let text = try String(contentsOf: Self.root.appending(path: "docs/concepts.md"), encoding: .utf8)
        var tests = ""
        let files = FileManager.default.enumerator(atPath: Self.root.appending(path: "Tests").path)
        while let file = files?.nextObject() as? String {
            guard file.hasSuffix(".swift") else { continue }
            tests += try String(contentsOf: Self.root.appending(path: "Tests/\(file)"), encoding: .utf8)
        }
        var named = 0
        for section in text.components(separatedBy: "\n## ").dropFirst() {
            let title = section.prefix { $0 != "\n" }
            let proofs = section.components(separatedBy: "*Proof: ").dropFirst()
            #expect(!proofs.isEmpty, "\(title) has no proof")
            for proof in proofs {
                let words = proof.prefix(upTo: proof.range(of: ".*")?.lowerBound ?? proof.endIndex)
                    .replacing("\n", with: " ").components(separatedBy: "\"")
                // Every second piece stands between quotes.
                for name in stride(from: 1, to: words.count, by: 2).map({ words[$0] }) {
                    named += 1
                    #expect(tests.contains("func `\(name)`"), "\(title) names a test that there is not: \(name)")
                }
            }
            for cell in section.components(separatedBy: "| \"").dropFirst() {
                let name = cell.prefix { $0 != "\"" }
                #expect(tests.contains("func `\(name)`"), "\(title) names a test that there is not: \(name)")
            }
        }
        #expect(named > 30)
    }
}
