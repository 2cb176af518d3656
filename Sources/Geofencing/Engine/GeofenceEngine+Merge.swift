internal import Dispatch
internal import Logging
internal import Synchronization

extension GeofenceEngine {
    /// Starts to merge a snapshot in the background if it wants that.
    func startMerge(_ snapshot: FenceSnapshot, _ editing: inout EditState) {
        guard editing.sealed == nil, snapshot.wantsMerge(deltaLimits) else { return }
        editing.sealed = snapshot.delta.count
        DispatchQueue.global(qos: .utility).async(group: merging) { [self] in merge(snapshot) }
    }

    /// Builds a new base from a snapshot while edits and fixes go on, and puts later edits on top of it.
    private func merge(_ snapshot: FenceSnapshot) {
        // Without memory for it everything stays as it is, and a later edit tries again.
        let merged = try? snapshot.mergedBase()
        if let merged {
            Logger.geofences.debug("merged edits into a new base", metadata: ["geofences": "\(merged.count)"])
        } else {
            Logger.geofences.warning("edits could not be merged; they stay beside the base")
        }
        editing.withLock { editing in
            editing.sealed = nil
            guard let merged else { return }
            let after = self.snapshot.replacing(snapshot, with: merged)
            publish(after)
            var records: [TransitionRecord] = []
            // A shard that cannot must not keep the others from it.
            shards.withEach { state in _ = try? state.adopt(after, edits: FenceEdits(), records: &records) }
            // A lane that is not asked for long would hold the old base.
            for lane in lanes { try? lane.adopt(after) }
        }
    }

    /// Waits until no merge is under way, for tests.
    package func waitForMerge() { merging.wait() }
}
