/// One of the indexes there are.
enum AnyIndex: Sendable {
    case reference(ReferenceIndex)
    case cells(CellIndex)

    init(_ table: FenceTable, kind: EngineKind) throws(GeofenceError) {
        switch kind {
        case .geos: self = .reference(try ReferenceIndex(table: table))
        case .cells: self = .cells(CellIndex(table: table))
        }
    }

    /// Bytes of the index; `nil` where it cannot be told.
    var bytes: Int? {
        switch self {
        case .reference: nil
        case .cells(let index): index.statistics.bytes
        }
    }
}
