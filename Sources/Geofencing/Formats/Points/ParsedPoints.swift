/// What one chunk of points held. Every record is either a point or in `rejected`.
package struct ParsedPoints: Sendable {
    /// The usable points, in input order.
    package var coordinates: [Coordinate] = []

    /// For each point, its record's number in the chunk, from 0; rejected records count.
    package var rows: [Int] = []

    /// The bytes of all identifiers, one after the other; empty where there is no `id` column.
    private var idBytes: [UInt8] = []
    private var idEnds: [Int] = []

    /// What else was found, as for a trace; its `fixes` stay empty.
    var tally = ParsedFixes()

    package init() {}

    /// The records that are not used, in input order.
    package var rejected: [RejectedRecord] { tally.rejected }

    /// How many records were read.
    package var records: Int { coordinates.count + tally.rejected.count }

    /// How many lines the chunk has.
    package var lines: Int { tally.lines }

    /// The identifier of a point; `nil` where there is no `id` column.
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
