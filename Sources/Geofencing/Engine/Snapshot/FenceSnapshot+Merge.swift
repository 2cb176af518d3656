extension FenceSnapshot {
    func wantsMerge(_ limits: DeltaLimits) -> Bool {
        limits.wantsMerge(edits: editCount, base: base.contents.table.fences.count)
    }

    /// Returns the same snapshot with the fresh geofences in a layer, merged with the last layers as long as each has
    /// no more geofences than have been collected before it; the first `untouched` layers are left alone.
    func layeringFresh(above untouched: Int) throws(GeofenceError) -> FenceSnapshot {
        guard !fresh.isEmpty else { return self }
        var kept = delta[...]
        var count = fresh.count
        while kept.count > untouched, let last = kept.last, last.count <= count {
            count += last.count
            kept = kept.dropLast()
        }
        let merged = try FenceLayer.Contents(
            merging: delta[kept.endIndex...],
            fresh,
            kind: kind,
            limits: .delta
        )
        return FenceSnapshot(kind: kind, base: base, delta: kept + [FenceLayer(merged)], inactive: inactive)
    }

    /// Returns a base that holds all registered geofences; there must be no fresh ones.
    ///
    /// - Complexity: That of building an index from scratch.
    func mergedBase() throws(GeofenceError) -> FenceLayer {
        precondition(fresh.isEmpty, "Fresh geofences must be put into a layer before a merge.")
        let contents = try FenceLayer.Contents(merging: layers, fresh, kind: kind)
        for layer in layers { contents.makeReady(as: layer.contents) }
        return FenceLayer(contents)
    }

    /// Returns the same snapshot with `merged`, the merged base of an earlier snapshot, in place of that snapshot's
    /// layers.
    ///
    /// - Complexity: O(edits since then · log *n*) plus a pass over the sets of removed geofences.
    func replacing(_ earlier: FenceSnapshot, with merged: FenceLayer) -> FenceSnapshot {
        var merged = merged
        for (then, now) in zip(earlier.layers, layers) {
            for slot in now.removed.subtracting(then.removed) {
                let handle = then.contents.handle(of: UInt32(slot))
                if let position = merged.contents.slot(of: handle) { merged.remove(position) }
            }
        }
        return FenceSnapshot(
            kind: kind,
            base: merged,
            delta: Array(delta.dropFirst(earlier.delta.count)),
            fresh: fresh,
            inactive: inactive
        )
    }
}
