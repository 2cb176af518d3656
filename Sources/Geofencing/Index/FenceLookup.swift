/// A lookup in an index of either kind.
///
/// A hot loop switches on it once per batch and then runs a version of itself that is specialized for the kind.
enum FenceLookup: PlaceLookup {
    case reference(ReferenceLookup)
    case cells(CellLookup)

    init(_ index: FenceIndex) throws(GeofenceError) {
        switch index {
        case .reference(let index): self = .reference(try ReferenceLookup(index))
        case .cells(let index): self = .cells(CellLookup(index))
        }
    }

    mutating func lookUp(x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList) -> Bool {
        switch self {
        case .reference(let lookup): return lookup.lookUp(x: x, y: y, memo: &memo, hits: &hits)
        case .cells(var lookup):
            defer { self = .cells(lookup) }
            return lookup.lookUp(x: x, y: y, memo: &memo, hits: &hits)
        }
    }
}
