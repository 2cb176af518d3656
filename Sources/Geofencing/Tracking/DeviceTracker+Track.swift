extension DeviceTracker {
    /// The data kept for one device.
    struct Track: Sendable {
        private(set) var latest: TrackedFix?
        private(set) var history = FixHistory()
        /// The number of fixes taken.
        private(set) var received = 0
        var owner: DeviceID?

        mutating func take(_ fix: TrackedFix, limit: Int) -> Rejection? {
            // The history no longer contains the latest fix once it has been cleared.
            if let latest, fix.isRepeat(of: latest) { return .duplicate }
            if let rejection = history.insert(fix, limit: limit) { return rejection }
            received += 1
            if let latest, fix.precedes(latest) { return nil }
            latest = fix
            return nil
        }

        mutating func clearHistory() { history.removeAll() }
    }

    /// The devices that share one lock.
    struct Shard: Sendable {
        /// The place of each known device in `tracks`.
        private var places: [DeviceID: Int32] = [:]
        private(set) var tracks: [Track] = []
        /// The places of devices that were forgotten, for those that come next.
        private var free: [Int32] = []
        var counts = FixCounts()

        /// The known devices, in no particular order.
        var devices: some Collection<DeviceID> { places.keys }

        /// The latest fixes of the devices that have one, in no particular order.
        var latestFixes: some Sequence<TrackedFix> { tracks.lazy.compactMap(\.latest) }

        /// Returns the data kept for a device; `nil` if it is not known.
        func track(of device: DeviceID) -> Track? { places[device].map { tracks[Int($0)] } }

        /// Returns the latest fix of a device.
        func latest(of device: DeviceID) -> TrackedFix? { places[device].flatMap { tracks[Int($0)].latest } }

        /// Changes the data kept for a device, which is known from then on.
        mutating func update<Result>(_ device: DeviceID, _ body: (inout Track) -> Result) -> Result {
            if let place = places[device] { return body(&tracks[Int(place)]) }
            let place = free.popLast() ?? Int32(tracks.count)
            if place == tracks.count { tracks.append(Track()) }
            places[device] = place
            return body(&tracks[Int(place)])
        }

        /// Forgets a device and frees the memory of its history.
        ///
        /// - Returns: Whether the device was known.
        mutating func forget(_ device: DeviceID) -> Bool {
            guard let place = places.removeValue(forKey: device) else { return false }
            tracks[Int(place)] = Track()
            free.append(place)
            return true
        }
    }
}
