/// A lookup in a base and a delta.
///
/// A device's memo is that of the base, at a point that nothing in the delta covered; where something does, the memo is
/// left empty. So it survives edits, as long as devices in or near the changed geofences are looked up again.
///
/// It is a class so that passing it on copies no buffer.
final class LayeredLookup: PlaceLookup {
    private var snapshot: FenceSnapshot
    private var base: FenceLookup
    private var delta: [FenceLookup] = []
    private var slots = HitList()
    private var later = HitList()

    init(_ snapshot: FenceSnapshot, base: FenceLookup) throws(GeofenceError) {
        self.snapshot = snapshot
        self.base = base
        for layer in snapshot.delta { delta.append(try FenceLookup(layer.contents.index)) }
    }

    /// Switches to another snapshot with the same base.
    func adopt(_ next: FenceSnapshot) throws(GeofenceError) {
        let kept = zip(snapshot.delta, next.delta).prefix { $0.contents === $1.contents }.count
        var lookups = Array(delta.prefix(kept))
        for layer in next.delta[kept...] { lookups.append(try FenceLookup(layer.contents.index)) }
        delta = lookups
        snapshot = next
    }

    func lookUp(x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList) -> Bool {
        later.removeAll()
        for number in delta.indices {
            var unknown = LookupMemo()
            if delta[number].lookUp(x: x, y: y, memo: &unknown, hits: &slots) {
                snapshot.delta[number].appendHandles(of: slots, to: &later)
            }
        }
        snapshot.fresh.lookUp(x: x, y: y, hits: &later)
        if later.isEmpty {
            guard base.lookUp(x: x, y: y, memo: &memo, hits: &slots) else { return false }
        } else {
            memo = LookupMemo()
            var unknown = LookupMemo()
            _ = base.lookUp(x: x, y: y, memo: &unknown, hits: &slots)
        }
        hits.removeAll()
        snapshot.base.appendHandles(of: slots, to: &hits)
        for position in 0..<later.count { hits.append(later[position]) }
        return true
    }
}
