extension ShardState {
    /// What is known of a device of this shard, by its slot, in a geofence that is registered, by its handle.
    ///
    /// Unknown too while the policy has not decided about a device that may have been inside before its first fix, or before the
    /// geofence was there.
    func presence(of slot: UInt32, in handle: UInt32) -> Presence {
        guard let device = state(of: slot), device.hasFix else { return .unknown }
        if let stay = device.stays.stay(in: handle) {
            return .inside(since: Timestamp(unixMilliseconds: stay.since))
        }
        let isUndecided = pending(of: slot, in: handle).map { $0.cause != .movement } ?? false
        return isUndecided ? .unknown : .outside
    }

    /// What is to be decided of a device and a geofence.
    func pending(of slot: UInt32, in handle: UInt32) -> PendingTransition? {
        let local = DeviceRegistry.number(of: slot)
        return local < tracks.count ? tracks[local].pending.transition(of: handle) : nil
    }
}
