internal import Dispatch
internal import Logging
internal import Synchronization

extension GeofenceEngine {
    /// Starts to merge a snapshot in the background if it needs merging.
    func startMerge(_ snapshot: FenceSnapshot, _ editing: inout EditState) {
        guard editing.layersInMerge == nil, snapshot.wantsMerge(deltaLimits) else { return }
        editing.layersInMerge = snapshot.delta.count
        DispatchQueue.global(qos: .utility).async(group: merging) { [self] in merge(snapshot) }
    }

    /// Builds a new base from a snapshot while edits and fixes continue, and applies later edits on top of it.
    private func merge(_ snapshot: FenceSnapshot) {
        // If there is not enough memory, everything stays as it is, and a later edit tries again.
        let merged = try? snapshot.mergedBase()
        if let merged {
            Logger.geofences.debug("merged edits into a new base", metadata: ["geofences": "\(merged.count)"])
        } else {
            Logger.geofences.warning("edits could not be merged into a new base; they stay separate")
        }
        editing.withLock { editing in
            editing.layersInMerge = nil
            guard let merged else { return }
            let after = self.snapshot.replacing(snapshot, with: merged)
            publish(after)
            var records: [TransitionRecord] = []
            // A shard that fails must not keep the others from adopting the new base.
            shards.withEach { shard in _ = try? shard.adopt(after, edits: FenceEdits(), records: &records) }
            // A lane that is rarely queried would keep the old base alive.
            for lane in lanes { try? lane.adopt(after) }
        }
    }
}
