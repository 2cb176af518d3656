/// The contents of one chunk of points. Each record is either a point or in `rejected`.
package struct ParsedPoints: Sendable {
    /// The usable points, in input order.
    package var coordinates: [Coordinate] = []

    /// The record number of each point in the chunk, from 0, counting rejected records.
    package var rows: [Int] = []

    /// The bytes of all identifiers, concatenated; empty if there is no `id` column.
    private var idBytes: [UInt8] = []
    private var idEnds: [Int] = []

    /// The rejected records, in input order.
    package internal(set) var rejected: [RejectedRecord] = []

    /// The number of lines in the chunk.
    package internal(set) var lines = 0

    /// The number of rejected records that would be valid with latitude and longitude swapped.
    var swapSuspects = 0

    package init() {}

    /// The number of records read.
    package var records: Int { coordinates.count + rejected.count }

    /// Returns the identifier of a point; `nil` if there is no `id` column.
    package func id(of point: Int) -> ArraySlice<UInt8>? {
        idEnds.isEmpty ? nil : idBytes[(point == 0 ? 0 : idEnds[point - 1])..<idEnds[point]]
    }

    mutating func reset() {
        coordinates.removeAll(keepingCapacity: true)
        rows.removeAll(keepingCapacity: true)
        idBytes.removeAll(keepingCapacity: true)
        idEnds.removeAll(keepingCapacity: true)
        rejected.removeAll(keepingCapacity: true)
        lines = 0
        swapSuspects = 0
    }

    mutating func append(id: [UInt8]) {
        idBytes.append(contentsOf: id)
        idEnds.append(idBytes.count)
    }
}
