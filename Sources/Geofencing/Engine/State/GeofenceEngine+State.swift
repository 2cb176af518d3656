internal import Synchronization

extension GeofenceEngine {
    /// What the engine knows of all devices that have had a fix.
    ///
    /// It is the state of one moment if no fixes are processed meanwhile; edits wait.
    ///
    /// - Complexity: O(devices + geofences); the first call after an edit hashes all vertices.
    public func state() -> EngineState {
        editing.withLock { _ in state(where: { _ in true }) }
    }

    /// A copy of the engine with the same geofences and rules that knows only some of its devices, and has counted nothing: how to
    /// forget devices that will not come again.
    ///
    /// It makes the transitions of those devices that the engine would have made; to it, others are new. The two share the memory of
    /// the index, and changes of one's geofences are not seen by the other. Process no fix meanwhile: the copy may lack it. Edits wait.
    ///
    /// ```swift
    /// engine = try engine.copy { device in engine.lastFix(of: device).map { $0.time > yesterday } ?? false }
    /// ```
    ///
    /// - Parameter isKept: Whether the copy knows a device; of one without a used fix there is nothing to know.
    /// - Throws: `geometryEngine` if GEOS runs out of memory.
    /// - Complexity: O(*d* log *d* + geofences) for *d* devices, each of which is asked for once; the first call after an edit hashes
    ///   all vertices.
    public func copy(keeping isKept: (DeviceID) -> Bool) throws(GeofenceError) -> GeofenceEngine {
        // Asked before anything is locked, so that it may ask the engine.
        let kept = Set(registry.names.filter(isKept))
        return try editing.withLock { editing throws(GeofenceError) in
            let copy = try withoutDevices(editing)
            try copy.restore(state(where: kept.contains))
            return copy
        }
    }

    /// The state of those devices for which `isKept`. Edits wait.
    private func state(where isKept: (DeviceID) -> Bool) -> EngineState {
        let snapshot = self.snapshot
        let marks = snapshot.marks
        let devices = saved(registry.slotsByName(), where: isKept)
        return state(devices, marks.list, isWhole: true, digest: marks.digest, snapshot)
    }

    /// What the engine knows of one device; `nil` for one that has had no fix.
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

    /// What the engine knows of each of the devices in these slots that has had a fix, for one who follows changes of the
    /// geofences otherwise.
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

    /// What is known of the devices in these slots; nothing of those without a fix.
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
    /// What is known of a device of this shard, with geofences by handle; `nil` if it has had no fix.
    mutating func saved(_ slot: UInt32, name: DeviceID) -> SavedDevice? {
        let local = DeviceRegistry.number(of: slot)
        guard local < devices.count, devices[local].hasFix else { return nil }
        let device = devices[local]
        var track = local < tracks.count ? tracks[local] : DeviceTrack()
        for position in track.pending.indices {
            countWaiting(&track.pending[position], policy(of: track.pending[position].fence))
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
