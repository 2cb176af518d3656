extension FenceSnapshot {
    func wantsMerge(_ limits: DeltaLimits) -> Bool {
        limits.wantsMerge(edits: editCount, base: base.contents.table.fences.count)
    }

    /// The same with the fresh geofences in a layer, together with the last layers that have no more geofences than come
    /// to them; the first `sealed` layers are left alone.
    func withLayerOfFresh(above sealed: Int) throws(GeofenceError) -> FenceSnapshot {
        guard !fresh.isEmpty else { return self }
        var kept = delta[...]
        var count = fresh.count
        while kept.count > sealed, let last = kept.last, last.count <= count {
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

    /// The base that holds all that is registered; there must be no fresh geofences.
    ///
    /// - Complexity: as to build an index anew.
    func mergedBase() throws(GeofenceError) -> FenceLayer {
        precondition(fresh.isEmpty, "Fresh geofences are put into a layer before a merge.")
        let contents = try FenceLayer.Contents(merging: layers, fresh, kind: kind)
        for layer in layers { contents.makeReady(as: layer.contents) }
        return FenceLayer(contents)
    }

    /// The same with `merged`, the merged base of an earlier snapshot, in place of that snapshot's layers.
    ///
    /// - Complexity: O(edits since then · log *n*) and a pass over the sets of removed geofences.
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
