import Foundation
import TestSupport
import Testing

/// A folder with `fences.geojson` and `trace.csv` to run the command in.
struct Workbench {
    let folder: TemporaryFolder

    init(fences: String = Samples.fences, trace: String = Samples.trace) throws {
        folder = try TemporaryFolder()
        try folder.write(fences, to: "fences.geojson")
        try folder.write(trace, to: "trace.csv")
    }

    /// Runs `geofence` with the words of a line; `''` stands for an empty word.
    func run(_ line: String, input: String = "") async throws -> GeofenceProcess {
        let words = line.words.map { $0 == "''" ? "" : $0 }
        return try await GeofenceProcess.run(words, input: Data(input.utf8), in: folder)
    }

    /// Starts `geofence` with the words of a line.
    func start(_ line: String) throws -> LiveGeofence { try LiveGeofence(line.words, in: folder) }

    /// Runs `evaluate --policy raw` on the two files with more options; if there are several policies, the last one
    /// counts.
    func evaluate(_ options: String = "") async throws -> GeofenceProcess {
        try await run("evaluate --policy raw --fences fences.geojson --trace trace.csv \(options)")
    }

    /// Returns a JSON file of the folder as a dictionary.
    func json(_ name: String) throws -> [String: Any] {
        try folder.text(name).jsonObject()
    }
}

extension String {
    /// The words between spaces.
    var words: [String] { split(separator: " ").map(String.init) }
}

extension StringProtocol {
    /// Returns the object that this JSON text is.
    func jsonObject() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(utf8)) as? [String: Any])
    }
}

extension GeofenceProcess {
    /// The events on standard output in CSV, without the coordinates, the second time and what follows the cause.
    var shortEvents: [String] {
        lines.dropFirst().map { line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            return cells.count >= 8 ? [cells[0], cells[1], cells[2], cells[3], cells[7]].joined(separator: ",") : line
        }
    }
}
