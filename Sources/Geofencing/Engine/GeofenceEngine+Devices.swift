extension GeofenceEngine {
    /// Returns what is known about whether a device is in a geofence.
    ///
    /// The presence is unknown for a geofence that is not registered, and until the device has a usable fix and the
    /// policy has decided whether a first fix inside is an arrival.
    ///
    /// - Complexity: O(log *n*) as a rule, for *n* geofences.
    public func presence(of device: DeviceID, in geofence: Geofence.ID) -> Presence {
        guard let slot = registry.existingSlot(for: device) else { return .unknown }
        return shards.withLock(of: slot) { shard in
            shard.snapshot.handle(of: geofence).map { shard.presence(of: slot, in: $0) } ?? .unknown
        }
    }

    /// Returns the geofences that a device is known to be in, where its presence is `inside`, in ascending order of
    /// identifier; none for a device that has not been seen.
    ///
    /// Its `presence(of:in:)` in each of them says since when.
    ///
    /// - Complexity: O(*k* log *k*) for *k* geofences.
    public func geofences(containing device: DeviceID) -> [Geofence.ID] {
        guard let slot = registry.existingSlot(for: device) else { return [] }
        return shards.withLock(of: slot) { shard in
            let handles = shard.state(of: slot)?.stays.map(\.fence) ?? []
            return shard.snapshot.sortedByID(handles).compactMap(shard.snapshot.id)
        }
    }

    /// Returns the devices that are known to be in a geofence, in ascending order; none for a geofence that is not
    /// registered.
    ///
    /// It looks at every device. For how many are in each of many geofences, count `geofences(containing:)` of all
    /// `devices` instead, which looks at each only once.
    ///
    /// - Complexity: O(*d* + *s* + *k* log *k*) for *d* devices with *s* stays, of which *k* are in the geofence.
    public func devices(in geofence: Geofence.ID) -> [DeviceID] {
        var slots: [UInt32] = []
        shards.withEach { shard in
            guard let handle = shard.snapshot.handle(of: geofence) else { return }
            for (local, device) in shard.devices.enumerated() where device.stays.stay(in: handle) != nil {
                slots.append(shard.slot(of: local))
            }
        }
        return slots.map { registry.device(in: $0) }.sorted()
    }

    /// Returns the last used fix of a device; `nil` if there is none.
    ///
    /// Its accuracy has seven significant digits. If fixes count in input order, it is the last one in that order.
    ///
    /// - Complexity: O(1).
    public func lastFix(of device: DeviceID) -> Fix? {
        guard let slot = registry.existingSlot(for: device) else { return nil }
        let last: CompactFix? = shards.withLock(of: slot) { shard in
            guard let device = shard.state(of: slot), device.hasFix else { return nil }
            var fix = device.lastFix(of: slot)
            fix.time = device.measuredTime
            return fix
        }
        return last?.fix(in: registry)
    }

    /// All devices seen so far, in ascending order.
    ///
    /// - Complexity: O(*d* log *d*) for *d* devices, on every access.
    public var devices: [DeviceID] { registry.names.sorted() }

    /// The number of devices seen so far.
    public var deviceCount: Int { registry.count }

    /// The time of each device's last used fix, in milliseconds since 1970.
    package var lastTimes: [DeviceID: Int64] {
        var times: [DeviceID: Int64] = [:]
        shards.withEach { shard in
            for (local, device) in shard.devices.enumerated() where device.hasFix {
                times[registry.device(in: shard.slot(of: local))] = device.time
            }
        }
        return times
    }
}
