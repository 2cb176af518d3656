extension ShardState {
    /// Returns what is known about whether a device of this shard, by its slot, is in a registered geofence, by its
    /// handle.
    ///
    /// The presence is also unknown while the policy has not decided about a device that may have been inside before
    /// its first fix, or before the geofence was added.
    func presence(of slot: UInt32, in handle: UInt32) -> Presence {
        guard let device = state(of: slot), device.hasFix else { return .unknown }
        if let stay = device.stays.stay(in: handle) {
            return .inside(since: Timestamp(unixMilliseconds: stay.since))
        }
        let isUndecided = pending(of: slot, in: handle).map { $0.cause != .movement } ?? false
        return isUndecided ? .unknown : .outside
    }

    /// Returns the pending transition of a device and a geofence.
    func pending(of slot: UInt32, in handle: UInt32) -> PendingTransition? {
        let local = DeviceRegistry.number(of: slot)
        return local < tracks.count ? tracks[local].pending.transition(of: handle) : nil
    }
}
