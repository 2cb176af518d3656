internal import Foundation
internal import GRDB
internal import Geofencing

extension StoreSchema {
    /// The data part of the ninth migration: `input_head` and `output_end` of a watch become fingerprints of the bytes,
    /// which name no device, in place of the bytes.
    static func markFiles(_ database: Database) throws {
        for row in try Row.fetchAll(database, sql: "SELECT name, input_head, output_end FROM watches") {
            let marks = try (1...2).map { column in
                let bytes: Data? = try row.value(column)
                return Data(ContentFingerprint(of: bytes.map { Array($0) } ?? []).encoded)
            }
            try database.execute(
                sql: "UPDATE watches SET input_head = ?, output_end = ? WHERE name = ?",
                arguments: [marks[0], marks[1], try row.value(0) as String]
            )
        }
    }
}
