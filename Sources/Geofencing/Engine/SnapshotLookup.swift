/// One worker's way to look places up in one snapshot; hits are handles, ascending.
enum SnapshotLookup {
    /// The snapshot is plain: slots are handles, and devices' memos hold.
    case plain(AnyIndexLookup)
    /// The snapshot has been edited since its base was built.
    case layered(LayeredLookup)

    init(_ snapshot: FenceSnapshot) throws(GeofenceError) {
        if snapshot.isPlain {
            self = .plain(try AnyIndexLookup(snapshot.base.index))
        } else {
            self = .layered(try LayeredLookup(snapshot))
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

/// A lookup through a base, its tombstones and a delta.
struct LayeredLookup: PlaceLookup {
    private let snapshot: FenceSnapshot
    private var base: AnyIndexLookup
    private var delta: AnyIndexLookup?
    private var slots = HitList()

    init(_ snapshot: FenceSnapshot) throws(GeofenceError) {
        self.snapshot = snapshot
        base = try AnyIndexLookup(snapshot.base.index)
        if let layer = snapshot.delta { delta = try AnyIndexLookup(layer.index) }
    }

    /// Always looks; the memo is left knowing nothing.
    mutating func lookUp(x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList) -> Bool {
        memo = LookupMemo()
        _ = base.lookUp(x: x, y: y, memo: &memo, hits: &slots)
        hits.removeAll()
        for slot in slots.slots {
            let handle = snapshot.base.handle(of: slot)
            if !snapshot.tombstones.contains(handle) { hits.append(handle) }
        }
        memo = LookupMemo()
        if let layer = snapshot.delta, delta?.lookUp(x: x, y: y, memo: &memo, hits: &slots) == true {
            for slot in slots.slots { hits.append(layer.handle(of: slot)) }
        }
        memo = LookupMemo()
        return true
    }
}

extension Coordinate {
    /// The longitude that the indexes know the place by: a place on the antimeridian has two, and they know -180.
    var indexedLongitude: Double { longitude == 180 ? -180 : longitude }
}
