extension DeviceTracker {
    /// The data kept for one device.
    struct Track: Sendable {
        private(set) var latest: TrackedFix?
        private(set) var trail = Trail()
        /// The number of fixes taken.
        private(set) var received = 0
        /// The slot of the owner.
        var owner: UInt32?

        mutating func take(_ fix: TrackedFix, limit: Int) -> Rejection? {
            // The trail no longer contains the latest fix once it has been cleared.
            if let latest, fix.isRepeat(of: latest) { return .duplicate }
            if let rejection = trail.insert(fix, limit: limit) { return rejection }
            received += 1
            if let latest, fix.precedes(latest) { return nil }
            latest = fix
            return nil
        }

        mutating func clearTrail() { trail.removeAll() }
    }

    /// The devices that share one lock.
    struct Shard: Sendable {
        /// Indexed by the device's number in the shard.
        private(set) var tracks: [Track] = []
        var counts = FixCounts()

        /// Returns the data kept for the device in `slot`, which may be empty.
        func track(_ slot: UInt32) -> Track {
            let local = DeviceRegistry.number(of: slot)
            return local < tracks.count ? tracks[local] : Track()
        }

        /// Returns the latest fix of the device in `slot`.
        func latest(_ slot: UInt32) -> TrackedFix? {
            let local = DeviceRegistry.number(of: slot)
            return local < tracks.count ? tracks[local].latest : nil
        }

        mutating func update<Result>(_ slot: UInt32, _ body: (inout Track) -> Result) -> Result {
            let local = DeviceRegistry.number(of: slot)
            while tracks.count <= local { tracks.append(Track()) }
            return body(&tracks[local])
        }
    }
}
