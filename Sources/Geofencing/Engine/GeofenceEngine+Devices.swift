extension GeofenceEngine {
    /// Returns what is known about whether a device is in a geofence.
    ///
    /// The presence is unknown for a geofence that is not registered, and until the device has a usable fix and the
    /// policy has decided whether a first fix inside is an arrival.
    ///
    /// - Complexity: O(log *n*) as a rule, for *n* geofences.
    public func presence(of device: DeviceID, in geofence: Geofence.ID) -> Presence {
        guard let slot = registry.existingSlot(for: device) else { return .unknown }
        return shards.withLock(of: slot) { state in
            state.snapshot.handle(of: geofence).map { state.presence(of: slot, in: $0) } ?? .unknown
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
        return shards.withLock(of: slot) { state in
            let handles = state.state(of: slot)?.stays.map(\.fence) ?? []
            return state.snapshot.sortedByID(handles).compactMap(state.snapshot.id)
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
        shards.withEach { state in
            guard let handle = state.snapshot.handle(of: geofence) else { return }
            for (local, device) in state.devices.enumerated() where device.stays.stay(in: handle) != nil {
                slots.append(state.slot(of: local))
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
        let last: CompactFix? = shards.withLock(of: slot) { state in
            guard let device = state.state(of: slot), device.hasFix else { return nil }
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
        shards.withEach { state in
            for (local, device) in state.devices.enumerated() where device.hasFix {
                times[registry.device(in: state.slot(of: local))] = device.time
            }
        }
        return times
    }
}
