internal import Synchronization

extension GeofenceEngine {
    /// Registers a geofence, in place of the one with the same identifier if there is one.
    ///
    /// Every device is checked at once by its last fix: a device that is now inside and was not gets an ENTER, one that was
    /// inside and no longer is gets an EXIT. An upsert that changes no shape changes no presence.
    ///
    /// - Returns: The transitions that makes, with cause `fence_added` or `fence_changed`, ordered by time, device, EXIT
    ///   before ENTER and geofence.
    /// - Throws: As `init`; the engine is then unchanged. `geometryEngine` if GEOS fails while devices are checked: the geofence is
    ///   then registered, the devices that could not be checked stay with the geofences of before until the next edit, and what was
    ///   decided of others is not told.
    /// - Complexity: O(*v*) for its *v* vertices, a test of a box for each device, and a lookup for each in or near the geofence.
    @discardableResult
    public func upsert(_ geofence: Geofence) throws(GeofenceError) -> [Transition] {
        try apply([.upsert(geofence)])
    }

    /// Removes a geofence; every device inside gets an EXIT with cause `fence_removed`.
    ///
    /// - Returns: The transitions, ordered as those of `upsert`.
    /// - Throws: `unknownGeofence` if there is none of this name; `geometryEngine` as `upsert`.
    /// - Complexity: A look at each device.
    @discardableResult
    public func remove(_ id: Geofence.ID) throws(GeofenceError) -> [Transition] {
        try apply([.remove(id)])
    }

    /// Makes the registered geofences these: adds, changes and removes what differs, and nothing else.
    ///
    /// - Returns: The transitions, ordered as those of `upsert`.
    /// - Throws: As `upsert`.
    /// - Complexity: O(*n* log *n*) for *n* geofences, and as `upsert` for all that differ.
    @discardableResult
    public func replaceAll(with geofences: some Sequence<Geofence>) throws(GeofenceError) -> [Transition] {
        let wanted = Array(geofences)
        return try make(wanted.map(GeofenceChange.upsert), keepingOnly: Set(wanted.map(\.id)))
    }

    /// Makes several changes as one: all of them, or none when one is invalid.
    ///
    /// - Returns: The transitions, ordered as those of `upsert`.
    /// - Throws: As `upsert` and `remove`, and `duplicateIdentifier` if two changes name one geofence.
    /// - Complexity: As `upsert` for all of them together; every so often an index of the last changes is built besides.
    @discardableResult
    public func apply(_ changes: [GeofenceChange]) throws(GeofenceError) -> [Transition] {
        try make(changes)
    }

    /// Makes several changes as one and, where there are `names`, removes all geofences that have none of them.
    private func make(
        _ changes: [GeofenceChange],
        keepingOnly names: Set<Geofence.ID>? = nil
    ) throws(GeofenceError) -> [Transition] {
        let start = ContinuousClock.now
        var count = changes.count
        defer { PerformanceMonitor.shared.record(.update, ContinuousClock.now - start, count: count) }
        return try editing.withLock { editing throws(GeofenceError) in
            let before = snapshot
            // What is there is known only while nobody else can change it.
            let gone = names.map { before.ids(otherThan: $0) } ?? []
            let all = gone.map(GeofenceChange.remove) + changes
            count = all.count
            var draft = SnapshotDraft(before, nextHandle: editing.nextHandle)
            let validator = try editing.sharedValidator()
            for change in all { try draft.make(change, validator) }
            guard !draft.isUnchanged else { return [] }
            let after = try draft.snapshot(deltaLimits, sealed: editing.sealed)
            let edits = draft.edits
            editing.nextHandle = draft.nextHandle
            publish(after)
            var records: [TransitionRecord] = []
            var edited: [UInt32] = []
            var failure: GeofenceError?
            shards.withEach { state in
                do throws(GeofenceError) {
                    edited += try state.adopt(after, edits: edits, records: &records)
                } catch {
                    failure = error
                }
            }
            editing.edited?.formUnion(edited)
            if let failure { throw failure }
            startMerge(after, &editing)
            return transitions(of: records) { after.id($0) ?? before.id($0) }
        }
    }

    /// The transitions to be reported that records stand for, in their order.
    ///
    /// - Parameter id: The geofence with a handle; `nil` when it is not known.
    func transitions(of records: [TransitionRecord], id: (UInt32) -> Geofence.ID?) -> [Transition] {
        records.filter { !$0.isMuted }.compactMap { record in
            id(record.fence).map { Transition(record, device: registry.device(in: record.device), geofence: $0) }
        }
        .sorted(by: Transition.precedes)
    }
}

extension FenceSnapshot {
    /// The identifiers of all geofences but some, ascending.
    fileprivate func ids(otherThan names: Set<Geofence.ID>) -> [Geofence.ID] {
        (registered.map(\.id) + inactive.keys).filter { !names.contains($0) }.sorted()
    }
}
