/// One worker's lookup of points in one snapshot; hits are handles, ascending.
enum SnapshotLookup: PlaceLookup {
    /// The snapshot is plain: slots are handles.
    case plain(FenceLookup)
    /// The snapshot has been edited since its base was built.
    case layered(LayeredLookup)
    /// No lookup: it has been lent to a caller that is looking up points. This is a case because, to destroy an
    /// Optional of a type of this size, the compiler would use runtime type information, which takes 100 instructions.
    case lent

    init(_ snapshot: FenceSnapshot) throws(GeofenceError) {
        let base = try FenceLookup(snapshot.base.contents.index)
        self = snapshot.isPlain ? .plain(base) : .layered(try LayeredLookup(snapshot, base: base))
    }

    /// Switches from one snapshot to the next and keeps what it can.
    mutating func replace(_ old: FenceSnapshot, with new: FenceSnapshot) throws(GeofenceError) {
        guard !new.isPlain, old.base.contents === new.base.contents else {
            self = try SnapshotLookup(new)
            return
        }
        switch self {
        case .plain(let base): self = .layered(try LayeredLookup(new, base: base))
        case .layered(let lookup): try lookup.adopt(new)
        case .lent: break
        }
    }

    mutating func lookUp(x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList) -> Bool {
        switch self {
        case .plain(var lookup):
            defer { self = .plain(lookup) }
            return lookup.lookUp(x: x, y: y, memo: &memo, hits: &hits)
        case .layered(let lookup): return lookup.lookUp(x: x, y: y, memo: &memo, hits: &hits)
        case .lent: return false
        }
    }
}

extension Coordinate {
    /// The longitude by which the indexes know the point: one on the antimeridian has two longitudes, and the indexes
    /// use -180.
    ///
    /// Equivalent to a choice between two numbers, which would take more instructions.
    var indexedLongitude: Double { longitude - (longitude == 180 ? 360 : 0) }
}
