/// One worker's way to look places up in one snapshot; hits are handles, ascending.
enum SnapshotLookup {
    /// The snapshot is plain: slots are handles.
    case plain(AnyIndexLookup)
    /// The snapshot has been edited since its base was built.
    case layered(LayeredLookup)

    init(_ snapshot: FenceSnapshot) throws(GeofenceError) {
        let base = try AnyIndexLookup(snapshot.base.contents.index)
        self = snapshot.isPlain ? .plain(base) : .layered(try LayeredLookup(snapshot, base: base))
    }

    /// Goes over from one snapshot to the next and keeps what it can.
    mutating func replace(_ old: FenceSnapshot, with new: FenceSnapshot) throws(GeofenceError) {
        guard !new.isPlain, old.base.contents === new.base.contents else {
            self = try SnapshotLookup(new)
            return
        }
        switch self {
        case .plain(let base):
            self = .layered(try LayeredLookup(new, base: base))
        case .layered(var lookup):
            try lookup.use(new)
            self = .layered(lookup)
        }
    }

    /// Finds the handles of the registered geofences that cover a place.
    mutating func lookUp(_ place: Coordinate, hits: inout HitList) {
        var memo = LookupMemo()
        switch self {
        case .plain(var lookup):
            _ = lookup.lookUp(x: place.indexedLongitude, y: place.latitude, memo: &memo, hits: &hits)
            self = .plain(lookup)
        case .layered(var lookup):
            _ = lookup.lookUp(x: place.indexedLongitude, y: place.latitude, memo: &memo, hits: &hits)
            self = .layered(lookup)
        }
    }
}

/// A lookup through a base and a delta.
///
/// A device's memo is the base's, of a place that nothing in the delta covered; where something does, the memo is left
/// knowing nothing. So it outlives edits, as long as who is in or near what they change is looked up anew.
struct LayeredLookup: PlaceLookup {
    private var snapshot: FenceSnapshot
    private var base: AnyIndexLookup
    private var delta: [AnyIndexLookup] = []
    private var slots = HitList()
    private var later = HitList()

    init(_ snapshot: FenceSnapshot, base: AnyIndexLookup) throws(GeofenceError) {
        self.snapshot = snapshot
        self.base = base
        for layer in snapshot.delta { delta.append(try AnyIndexLookup(layer.contents.index)) }
    }

    /// Goes over to another snapshot with the same base.
    mutating func use(_ next: FenceSnapshot) throws(GeofenceError) {
        let kept = zip(snapshot.delta, next.delta).prefix { $0.contents === $1.contents }.count
        delta.removeSubrange(kept...)
        for layer in next.delta[kept...] { delta.append(try AnyIndexLookup(layer.contents.index)) }
        snapshot = next
    }

    mutating func lookUp(x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList) -> Bool {
        later.removeAll()
        for number in delta.indices {
            var unknown = LookupMemo()
            if delta[number].lookUp(x: x, y: y, memo: &unknown, hits: &slots) {
                snapshot.delta[number].appendHandles(of: slots.slots, to: &later)
            }
        }
        snapshot.fresh.lookUp(x: x, y: y, hits: &later)
        if later.count == 0 {
            guard base.lookUp(x: x, y: y, memo: &memo, hits: &slots) else { return false }
        } else {
            memo = LookupMemo()
            var unknown = LookupMemo()
            _ = base.lookUp(x: x, y: y, memo: &unknown, hits: &slots)
        }
        hits.removeAll()
        snapshot.base.appendHandles(of: slots.slots, to: &hits)
        for handle in later.slots { hits.append(handle) }
        return true
    }
}

extension Coordinate {
    /// The longitude that the indexes know the place by: a place on the antimeridian has two, and they know -180.
    var indexedLongitude: Double { longitude == 180 ? -180 : longitude }
}
