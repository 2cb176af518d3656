internal import Synchronization

extension GeofenceEngine {
    /// Forgets what is known about a device, which then counts as one that was never met.
    ///
    /// There is no transition: visits that are open get no EXIT. The device's presence is unknown from now on, and its
    /// next fix counts as its first, whatever its time: where it is inside, it enters with the cause `initial`, even if
    /// its last transition there was an ENTER. A `VisitLedger` forgets the open visits with `removeAll(where:)`, and
    /// a `FixReorderer` the waiting fixes with `forget(_:)`; those of `transitions(for:)` still come.
    ///
    /// The name stays among `devices`, and the fixes in `counts`. To give back all memory of many devices, switch to a
    /// `copy(keeping:)`. Where a `GeofenceManager` keeps a watch, tell its store to forget the device instead, or the
    /// next start of the watch brings the device back.
    ///
    /// - Complexity: O(1). It waits for edits.
    public func forget(_ device: DeviceID) {
        if let slot = registry.existingSlot(for: device) { forget([slot]) }
    }

    /// Forgets what is known about devices: the next fix of each counts as its first. Their names keep their slots.
    package func forget(_ slots: Set<UInt32>) {
        editing.withLock { editing in
            for slot in slots { shards.withLock(of: slot) { $0.forget(DeviceRegistry.number(of: slot)) } }
            editing.edited?.subtract(slots)
        }
    }
}

extension ShardState {
    /// Forgets what is known about the device with this number in the shard.
    fileprivate mutating func forget(_ local: Int) {
        if local < devices.count { devices[local] = DeviceState() }
        if local < tracks.count { tracks[local] = DeviceTrack() }
        placesAtSameTime[local] = nil
        instantVisits[local] = nil
        crowded.remove(local)
    }
}
