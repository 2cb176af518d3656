internal import Synchronization

extension GeofenceEngine {
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
