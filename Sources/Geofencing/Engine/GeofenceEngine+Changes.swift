internal import Synchronization

extension GeofenceEngine {
    /// Registers a geofence, replacing the one with the same identifier if there is one.
    ///
    /// Every device is checked at once by its last fix: a device that is inside now and was not before gets an ENTER,
    /// one that was inside and no longer is gets an EXIT. To make a geofence inactive is to remove it, to make it
    /// active to add it; any other upsert that does not change the shape does not change any presence.
    ///
    /// - Returns: The resulting transitions, with cause `fence_added`, `fence_changed` or, if the geofence becomes
    ///   inactive, `fence_removed`, ordered by time, device, EXIT before ENTER, and geofence.
    /// - Throws: The errors of `init`; the engine is then unchanged. `geometryEngine` if GEOS fails while devices are
    ///   checked: the geofence is then registered, the devices that could not be checked keep the previous geofences
    ///   until the next edit, and the transitions of the other devices are not reported.
    /// - Complexity: O(*v*) for its *v* vertices, plus one box test per device and one lookup per device in or near the
    ///   geofence.
    @discardableResult
    public func upsert(_ geofence: Geofence) throws(GeofenceError) -> [Transition] {
        try apply([.upsert(geofence)])
    }

    /// Removes a geofence; every device inside gets an EXIT with cause `fence_removed`.
    ///
    /// - Returns: The transitions, ordered like those of `upsert`.
    /// - Throws: `unknownGeofence` if there is no geofence with this identifier; `geometryEngine` as `upsert` does.
    /// - Complexity: One check per device.
    @discardableResult
    public func remove(_ id: Geofence.ID) throws(GeofenceError) -> [Transition] {
        try apply([.remove(id)])
    }

    /// Makes the registered geofences exactly these: adds, changes and removes those that differ and leaves the others
    /// untouched.
    ///
    /// - Returns: The transitions, ordered like those of `upsert`.
    /// - Throws: The errors of `upsert`.
    /// - Complexity: O(*n* log *n*) for *n* geofences, plus the cost of `upsert` for each one that differs.
    @discardableResult
    public func replaceAll(with geofences: some Sequence<Geofence>) throws(GeofenceError) -> [Transition] {
        let wanted = Array(geofences)
        return try make(wanted.map(GeofenceChange.upsert), keepingOnly: Set(wanted.map(\.id)))
    }

    /// Applies several changes as one: all of them, or none if one is invalid.
    ///
    /// - Returns: The transitions, ordered like those of `upsert`.
    /// - Throws: The errors of `upsert` and `remove`, and `duplicateIdentifier` if two changes name the same geofence.
    /// - Complexity: That of `upsert` for all changes together; from time to time an index of the latest changes is
    ///   built as well.
    @discardableResult
    public func apply(_ changes: [GeofenceChange]) throws(GeofenceError) -> [Transition] {
        try make(changes)
    }

    /// Applies several changes as one and, if `names` is not `nil`, removes all geofences whose identifiers are not in
    /// it.
    private func make(
        _ changes: [GeofenceChange],
        keepingOnly names: Set<Geofence.ID>? = nil
    ) throws(GeofenceError) -> [Transition] {
        let start = ContinuousClock.now
        var count = changes.count
        defer { PerformanceMonitor.shared.record(.update, ContinuousClock.now - start, count: count) }
        return try editing.withLock { editing throws(GeofenceError) in
            let before = snapshot
            // The existing geofences are only known for certain while nobody else can change them.
            let gone = names.map { before.ids(otherThan: $0) } ?? []
            let all = gone.map(GeofenceChange.remove) + changes
            count = all.count
            var draft = SnapshotDraft(before, nextHandle: editing.nextHandle)
            let validator = try editing.sharedValidator()
            for change in all { try draft.make(change, validator) }
            guard !draft.isUnchanged else { return [] }
            let after = try draft.snapshot(deltaLimits, layersInMerge: editing.layersInMerge)
            let edits = draft.edits
            editing.nextHandle = draft.nextHandle
            publish(after)
            var records: [TransitionRecord] = []
            var edited: [UInt32] = []
            var failure: GeofenceError?
            shards.withEach { shard in
                do throws(GeofenceError) {
                    edited += try shard.adopt(after, edits: edits, records: &records)
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

    /// Returns the transitions to report for `records`, in transition order.
    ///
    /// - Parameter id: Returns the identifier of the geofence with a given handle; `nil` if it is unknown.
    func transitions(of records: [TransitionRecord], id: (UInt32) -> Geofence.ID?) -> [Transition] {
        records.filter { !$0.isMuted }.compactMap { record in
            id(record.fence).map { Transition(record, in: registry, geofence: $0) }
        }
        .sorted(by: Transition.precedes)
    }
}

extension FenceSnapshot {
    /// Returns the identifiers of all geofences except those in `names`, ascending.
    fileprivate func ids(otherThan names: Set<Geofence.ID>) -> [Geofence.ID] {
        (registered.map(\.id) + inactive.keys).filter { !names.contains($0) }.sorted()
    }
}
