/// One of the indexes there are.
enum AnyIndex: Sendable {
    case reference(ReferenceIndex)

    init(_ table: FenceTable, kind: EngineKind) throws(GeofenceError) {
        switch kind {
        case .geos: self = .reference(try ReferenceIndex(table: table))
        }
    }
}
