/// The contents of one chunk of points. Each record is either a point or in `rejected`.
package struct ParsedPoints: Sendable {
    /// The usable points, in input order.
    package var coordinates: [Coordinate] = []

    /// The record number of each point in the chunk, from 0, counting rejected records.
    package var rows: [Int] = []

    /// The bytes of all identifiers, concatenated; empty if there is no `id` column.
    private var idBytes: [UInt8] = []
    private var idEnds: [Int] = []

    /// What else was found, as for a trace; its `fixes` remain empty.
    var tally = ParsedFixes()

    package init() {}

    /// The rejected records, in input order.
    package var rejected: [RejectedRecord] { tally.rejected }

    /// The number of records read.
    package var records: Int { coordinates.count + tally.rejected.count }

    /// The number of lines in the chunk.
    package var lines: Int { tally.lines }

    /// Returns the identifier of a point; `nil` if there is no `id` column.
    package func id(of point: Int) -> ArraySlice<UInt8>? {
        idEnds.isEmpty ? nil : idBytes[(point == 0 ? 0 : idEnds[point - 1])..<idEnds[point]]
    }

    mutating func reset() {
        coordinates.removeAll(keepingCapacity: true)
        rows.removeAll(keepingCapacity: true)
        idBytes.removeAll(keepingCapacity: true)
        idEnds.removeAll(keepingCapacity: true)
        tally.reset()
    }

    mutating func append(id: [UInt8]) {
        idBytes.append(contentsOf: id)
        idEnds.append(idBytes.count)
    }
}
