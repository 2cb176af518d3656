import Foundation
import TestSupport
import Testing

/// Real traces against real geofences, compared with reference answers that were computed elsewhere.
@Suite(.enabled(if: !RealData.pairs.isEmpty, "the real data is not here; see GEOFENCE_TEST_DATA"))
struct RealDataTests {
    /// The expected answers for one geofence.
    struct Answer: Equatable {
        var inside = 0
        var enters = 0
        var exits = 0
        /// The number of fixes within a millimeter of the boundary, for which a correct engine may answer differently.
        var near = 0
    }

    @Test(arguments: RealData.pairs)
    func `enters, exits and fixes inside match the reference`(pair: String) async throws {
        let data = try RealData(pair: pair)
        // Goias is invalid as published; no fix is near it, so leaving it out changes nothing.
        let inputs = ["--fences", data.fences, "--skip-invalid"]

        let bench = try TemporaryFolder()
        let evaluation = try await GeofenceProcess.run(
            ["evaluate"] + inputs + ["--trace", data.trace] + "--policy raw --order input --strict --format csv".words,
            in: bench
        )
        try #require(evaluation.status == 0, "\(evaluation.errorOutput)")
        let location = try await GeofenceProcess.run(["locate"] + inputs + ["--points", data.trace], in: bench)
        try #require(location.status == 0, "\(location.errorOutput)")

        var found: [Substring: Answer] = [:]
        for line in evaluation.text.split(separator: "\n").dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            if cells[0] == "ENTER" { found[cells[2], default: Answer()].enters += 1 }
            if cells[0] == "EXIT" { found[cells[2], default: Answer()].exits += 1 }
        }
        for line in location.text.split(separator: "\n").dropFirst() {
            guard let fence = line.split(separator: ",").last else { continue }
            found[fence, default: Answer()].inside += 1
        }
        let expected = try Self.answers(data.answers)
        #expect(!expected.isEmpty)
        for (fence, answer) in expected {
            let mine = found[Substring(fence)] ?? Answer()
            for (name, mine, theirs) in [
                ("enters", mine.enters, answer.enters), ("exits", mine.exits, answer.exits),
                ("fixes inside", mine.inside, answer.inside),
            ] {
                #expect(abs(mine - theirs) <= answer.near, "\(name) of \(fence): \(mine), not \(theirs)")
            }
        }
        #expect(Set(found.keys.map(String.init)).subtracting(expected.keys).isEmpty)
    }

    private static func answers(_ path: String) throws -> [String: Answer] {
        var answers: [String: Answer] = [:]
        for line in try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline).dropFirst() {
            // Names may contain commas, so the numbers are counted from the end.
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            let numbers = try cells.suffix(8).dropLast().map { try #require(Int($0)) }
            answers[String(cells[0])] = Answer(
                inside: numbers[0],
                enters: numbers[2],
                exits: numbers[4],
                near: numbers[6]
            )
        }
        return answers
    }
}

/// The files of a real trace with real geofences.
struct RealData {
    let trace: String
    let fences: String
    /// The reference answers.
    let answers: String

    /// The names of the reference files: TRACES__FENCES.
    static let pairs: [String] = {
        guard let folder = TestData.folder else { return [] }
        let names = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/expected")
        return (names ?? []).filter { $0.hasSuffix(".csv") }.map { String($0.dropLast(4)) }.sorted()
    }()

    init(pair: String) throws {
        let folder = try #require(TestData.folder)
        let parts = pair.components(separatedBy: "__")
        try #require(parts.count == 2)
        trace = "\(folder)/traces/\(parts[0]).csv"
        let geoJSON = "\(folder)/fences/\(parts[1]).geojson"
        let isGeoJSON = FileManager.default.fileExists(atPath: geoJSON)
        fences = isGeoJSON ? geoJSON : "\(folder)/circles/\(parts[1]).csv"
        answers = "\(folder)/expected/\(pair).csv"
    }
}
