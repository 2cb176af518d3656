/// One of the indexes there are.
enum FenceIndex: Sendable {
    case reference(ReferenceIndex)
    case cells(CellIndex)

    /// - Parameters:
    ///   - limits: How finely cells are divided; `nil` for as finely as pays in an index that stays.
    ///   - threads: How many threads build it.
    init(
        _ table: FenceTable,
        kind: EngineKind,
        limits: CellLimits? = nil,
        threads: Int = 1
    ) throws(GeofenceError) {
        switch kind {
        case .geos: self = .reference(try ReferenceIndex(table: table))
        case .cells: self = .cells(CellIndex(table: table, fallback: .geos, limits: limits, threads: threads))
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
