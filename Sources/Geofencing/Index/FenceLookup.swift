/// A lookup in one of the indexes there are.
///
/// A hot loop switches on it once a batch and runs a version of itself that knows which one it is.
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
