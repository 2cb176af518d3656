/// One of the indexes there are.
enum AnyIndex: Sendable {
    case reference(ReferenceIndex)
    case cells(CellIndex)

    /// - Parameter limits: How finely cells are divided; `nil` for as finely as pays in an index that stays.
    init(_ table: FenceTable, kind: EngineKind, limits: CellLimits? = nil) throws(GeofenceError) {
        switch kind {
        case .geos: self = .reference(try ReferenceIndex(table: table))
        case .cells: self = .cells(CellIndex(table: table, fallback: .geos, limits: limits))
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
