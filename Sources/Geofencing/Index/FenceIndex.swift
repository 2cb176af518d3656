/// An index of either kind.
enum FenceIndex: Sendable {
    case reference(ReferenceIndex)
    case cells(CellIndex)

    /// Creates an index of the given kind.
    ///
    /// - Parameters:
    ///   - limits: How finely cells are divided; `nil` for as finely as pays off in an index that is kept.
    ///   - threads: The number of threads that build the index.
    init(
        _ table: FenceTable,
        kind: EngineKind,
        limits: CellLimits? = nil,
        threads: Int = 1
    ) throws(GeofenceError) {
        switch kind {
        case .geos: self = .reference(try ReferenceIndex(table: table))
        case .cells: self = .cells(CellIndex(table: table, limits: limits, threads: threads))
        }
    }

    /// The size of the index in bytes; `nil` if it cannot be determined.
    var bytes: Int? {
        switch self {
        case .reference: nil
        case .cells(let index): index.statistics.bytes
        }
    }
}
