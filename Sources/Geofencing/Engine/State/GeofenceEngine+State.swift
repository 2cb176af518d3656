internal import Synchronization

extension GeofenceEngine {
    /// Returns what the engine knows about all devices that have had a fix.
    ///
    /// It is the state at one moment if no fixes are processed meanwhile; edits wait.
    ///
    /// - Complexity: O(devices + geofences); the first call after an edit hashes all vertices.
    public func state() -> EngineState {
        editing.withLock { _ in state(where: { _ in true }) }
    }

    /// Returns a copy of the engine with the same geofences and rules that knows only some of its devices and has
    /// counted nothing. Use it to forget devices that will not come back.
    ///
    /// For those devices it makes the transitions that the engine would have made; other devices are new to it. The two
    /// share the memory of the index, and changes to the geofences of one do not affect the other. Do not process fixes
    /// meanwhile: the copy may lack them. Edits wait.
    ///
    /// ```swift
    /// engine = try engine.copy { device in engine.lastFix(of: device).map { $0.time > yesterday } ?? false }
    /// ```
    ///
    /// - Parameter isKept: Returns whether the copy is to know a device; about one without a used fix there is nothing
    ///   to know.
    /// - Throws: `geometryEngine` if GEOS runs out of memory.
    /// - Complexity: O(*d* log *d* + geofences) for *d* devices, for each of which `isKept` is called once; the first
    ///   call after an edit hashes all vertices.
    public func copy(keeping isKept: (DeviceID) -> Bool) throws(GeofenceError) -> GeofenceEngine {
        // Called before anything is locked, so that it may query the engine.
        let kept = Set(registry.names.filter(isKept))
        return try editing.withLock { editing throws(GeofenceError) in
            let copy = try withoutDevices(editing)
            try copy.restore(state(where: kept.contains))
            return copy
        }
    }

    /// Returns the state of those devices that satisfy `isKept`. Edits must be locked out.
    private func state(where isKept: (DeviceID) -> Bool) -> EngineState {
        let snapshot = self.snapshot
        let marks = snapshot.marks
        let devices = saved(registry.slotsByName(), where: isKept)
        return state(devices, marks.list, isWhole: true, digest: marks.digest, snapshot)
    }

    /// Returns what the engine knows about one device; `nil` if it has had no fix.
    ///
    /// - Complexity: O(geofences that the device is in); the first call after an edit hashes all vertices.
    public func state(of device: DeviceID) -> EngineState? {
        registry.existingSlot(for: device).flatMap { slot in
            editing.withLock { _ in
                let snapshot = self.snapshot
                let digest = snapshot.marks.digest
                var marks = MarksByHandle(snapshot)
                return state(of: slot, digest: digest, snapshot, &marks)
            }
        }
    }

    /// Returns what the engine knows about each of the devices in these slots that has had a fix, for callers that
    /// track changes of the geofences by other means.
    ///
    /// - Complexity: O(devices + vertices of the geofences that they are in).
    package func states(ofSlots slots: [UInt32]) -> [EngineState] {
        editing.withLock { _ in
            let snapshot = self.snapshot
            var marks = MarksByHandle(snapshot)
            return slots.compactMap { state(of: $0, digest: 0, snapshot, &marks) }
        }
    }

    private func state(
        of slot: UInt32,
        digest: UInt64,
        _ snapshot: FenceSnapshot,
        _ marks: inout MarksByHandle
    ) -> EngineState? {
        let devices = saved([slot])
        guard let device = devices.first else { return nil }
        let own = device.fences.compactMap { marks.mark(of: $0) }.sorted { $0.id < $1.id }
        return state(devices, own, isWhole: false, digest: digest, snapshot)
    }

    /// Returns what is known about the devices in these slots, omitting those without a fix.
    private func saved(_ slots: [UInt32], where isKept: (DeviceID) -> Bool = { _ in true }) -> [SavedDevice] {
        slots.compactMap { slot in
            let name = registry.device(in: slot)
            return isKept(name) ? shards.withLock(of: slot) { $0.saved(slot, name: name) } : nil
        }
    }

    private func state(
        _ devices: [SavedDevice],
        _ marks: [FenceMark],
        isWhole: Bool,
        digest: UInt64,
        _ snapshot: FenceSnapshot
    ) -> EngineState {
        var numbers: [UInt32: UInt32] = [:]
        for handle in devices.reduce(into: Set<UInt32>(), { $0.formUnion($1.fences) }) {
            numbers[handle] = snapshot.id(handle).flatMap { marks.position(of: $0) }.map { UInt32($0) }
        }
        var named = devices
        for position in named.indices { named[position].renumber { numbers[$0] } }
        return EngineState(rules: ruleMarks, geofences: marks, isWhole: isWhole, digest: digest, devices: named)
    }
}

extension ShardState {
    /// Returns what is known about a device of this shard, with geofences by handle; `nil` if it has had no fix.
    mutating func saved(_ slot: UInt32, name: DeviceID) -> SavedDevice? {
        let local = DeviceRegistry.number(of: slot)
        guard local < devices.count, devices[local].hasFix else { return nil }
        let device = devices[local]
        var track = local < tracks.count ? tracks[local] : DeviceTrack()
        for position in track.pending.indices {
            countWaiting(&track.pending[position], policy(of: track.pending[position].fence))
            // Which bounds on the distance are known depends on when it was measured, not on the fixes.
            track.pending[position].clearance = Clearance()
        }
        let seen = placesAtSameTime[local]
        return SavedDevice(
            name: name,
            time: device.time,
            sequence: device.sequence,
            olderTime: device.olderTime,
            coordinate: device.coordinate,
            accuracy: device.accuracy,
            stays: device.stays,
            track: track,
            places: seen?.time == device.time ? seen?.places ?? [] : [],
            instantVisits: neededInstantVisits(of: local)
        )
    }
}
