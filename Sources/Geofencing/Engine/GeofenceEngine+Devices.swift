extension GeofenceEngine {
    /// What is known of a device in a geofence.
    ///
    /// Unknown until the device has a usable fix, until the policy takes or leaves a first one inside for an arrival, and for a
    /// geofence that is not registered.
    ///
    /// - Complexity: O(*k*) for the *k* geofences that the device is in.
    public func presence(of device: DeviceID, in geofence: Geofence.ID) -> Presence {
        guard let slot = registry.existingSlot(for: device) else { return .unknown }
        return shards.withLock(of: slot) { state in
            state.snapshot.handle(of: geofence).map { state.presence(of: slot, in: $0) } ?? .unknown
        }
    }

    /// The geofences that a device is known to be in, in ascending order of identifier: those in which its presence is `inside`.
    ///
    /// - Complexity: O(*k* log *k*) for *k* geofences.
    public func geofences(containing device: DeviceID) -> [Geofence.ID] {
        guard let slot = registry.existingSlot(for: device) else { return [] }
        return shards.withLock(of: slot) { state in
            let handles = state.state(of: slot)?.stays.map(\.fence) ?? []
            return state.snapshot.sortedByID(handles).compactMap(state.snapshot.id)
        }
    }

    /// The devices that are known to be in a geofence, in ascending order.
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

    /// The last fix of a device that was used; `nil` if there is none.
    ///
    /// Its accuracy has seven digits. Where fixes count in the order of the input, it is the last of that.
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

    /// All devices that have been met, in ascending order.
    ///
    /// - Complexity: O(*d* log *d*) for *d* devices, each time.
    public var devices: [DeviceID] { registry.names.sorted() }

    /// How many devices have been met.
    public var deviceCount: Int { registry.count }

    /// When each device was last heard of, in milliseconds since 1970.
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
