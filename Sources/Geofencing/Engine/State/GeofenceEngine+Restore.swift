internal import Synchronization

/// The change to a registered geofence since a state was taken.
package enum FenceHistory: Sendable {
    /// Its shape is unchanged.
    case same
    case changed
    case added
}

/// Returns how a registered geofence has changed since a state was taken.
package typealias FenceHistoryLookup = @Sendable (Geofence.ID) -> FenceHistory

/// The result of restoring a state of other geofences.
struct Restoration: Sendable {
    /// The geofences that the devices were checked against. Later edits may remove them from the engine.
    let snapshot: FenceSnapshot
    /// In no particular order; handles from `firstRemoved` on refer to `gone`.
    var records: [TransitionRecord] = []
    /// The geofences that are no longer registered; the first has the handle `firstRemoved`, the others the handles
    /// that follow.
    var gone: [Geofence.ID] = []
    var firstRemoved: UInt32 = 0
}

extension GeofenceEngine {
    /// Restores what an engine knew about devices, replacing what this one knows about them. Other devices are not
    /// changed.
    ///
    /// After that, fixes produce the transitions that they would have produced in the engine that the state was taken
    /// from.
    ///
    /// - Parameters:
    ///   - state: What another engine knew about its devices.
    ///   - rebasing: Whether to accept a state that was created with other geofences or rules. Every device is then
    ///     checked at once by its last fix, as after an edit: visits to geofences that no longer exist end with the
    ///     cause `fence_removed`, devices inside a new or changed one enter it, and devices not inside a changed one
    ///     leave it.
    /// - Returns: The transitions of a rebase, ordered like those of an edit.
    /// - Throws: `stateMismatch` for other geofences or rules, naming them; the engine is then unchanged.
    /// - Complexity: O(devices + geofences); the first call after an edit hashes all vertices.
    @discardableResult
    public func restore(_ state: EngineState, rebasing: Bool = false) throws(GeofenceError) -> [Transition] {
        transitions(of: try restoreRecords(state, rebasing: rebasing))
    }

    /// Returns the transitions to report, in transition order.
    func transitions(of restoration: Restoration) -> [Transition] {
        transitions(of: restoration.records) { fence in
            fence >= restoration.firstRemoved
                ? restoration.gone[Int(fence - restoration.firstRemoved)] : restoration.snapshot.id(fence)
        }
    }

    func restoreRecords(_ state: EngineState, rebasing: Bool) throws(GeofenceError) -> Restoration {
        try editing.withLock { editing throws(GeofenceError) in
            let snapshot = self.snapshot
            let marks = snapshot.marks
            let difference = StateDifference(state, rules: ruleMarks, marks)
            guard rebasing || difference.isEmpty else { throw difference.error }
            let history: FenceHistoryLookup = { id in
                guard let known = state.geofences.position(of: id) else {
                    return state.isWhole || state.digest != marks.digest ? .added : .same
                }
                return marks.list.position(of: id).map { marks.list[$0].shape } == state.geofences[known].shape
                    ? .same : .changed
            }
            return restore(state, difference.isEmpty ? nil : history, snapshot, &editing)
        }
    }

    /// Restores a state when the caller tracks changes of the geofences by other means.
    ///
    /// - Parameters:
    ///   - history: Returns how a registered geofence has changed; `nil` if nothing has changed.
    ///   - reportsExit: Whether geofences that are no longer registered are to report EXIT; for those not listed, the
    ///     state decides.
    ///   - rebasing: Whether to accept a state that was created under other rules.
    /// - Throws: `stateMismatch` for other rules, naming them; the engine is then unchanged.
    package func restore(
        _ state: EngineState,
        history: FenceHistoryLookup?,
        ofGone reportsExit: [Geofence.ID: Bool] = [:],
        rebasing: Bool
    ) throws(GeofenceError) -> [Transition] {
        let difference = StateDifference(state, rules: ruleMarks)
        guard rebasing || difference.isEmpty else { throw difference.error }
        // Under other rules the geofences may be the same, but the time when the next DWELL is due is not.
        let history = difference.isEmpty ? history : history ?? { _ in .same }
        let restoration = editing.withLock { editing in
            restore(state, history, ofGone: reportsExit, snapshot, &editing)
        }
        return transitions(of: restoration)
    }

    private func restore(
        _ state: EngineState,
        _ history: FenceHistoryLookup?,
        ofGone reportsExit: [Geofence.ID: Bool] = [:],
        _ snapshot: FenceSnapshot,
        _ editing: inout EditState
    ) -> Restoration {
        let history = history.map { Self.exact($0, state, snapshot) }
        var restoration = Restoration(snapshot: snapshot)
        restoration.firstRemoved = editing.nextHandle
        var fates: [FenceFate] = []
        fates.reserveCapacity(state.geofences.count)
        for mark in state.geofences {
            if let handle = snapshot.handle(of: mark.id) {
                let isSame = history.map { $0(mark.id) == .same } ?? true
                fates.append(FenceFate(mark, handle: handle, kind: isSame ? .same : .changed))
            } else {
                let handle = editing.nextHandle + UInt32(restoration.gone.count)
                var fate = FenceFate(mark, handle: handle, kind: .gone)
                fate.reportsExit = reportsExit[mark.id] ?? mark.reportsExit
                fates.append(fate)
                restoration.gone.append(mark.id)
            }
        }
        // Geofences that no longer exist have no handle to be restored under.
        let same: FenceHistoryLookup = { _ in .same }
        let checked = history ?? (restoration.gone.isEmpty ? nil : same)
        for device in state.savedDevices {
            let slot = registry.slot(for: device.name)
            let local = DeviceRegistry.number(of: slot)
            let isEdited = shards.withLock(of: slot) { shard in
                if let checked { return shard.rebase(device, at: local, fates, checked, &restoration.records) }
                shard.put(device, at: local, fates)
                return false
            }
            if isEdited { editing.edited?.insert(slot) }
        }
        return restoration
    }

    /// Returns a historian that recognizes that a geofence with another name or policy, or one that was removed in the
    /// meantime, still has the same shape.
    private static func exact(
        _ history: @escaping FenceHistoryLookup,
        _ state: EngineState,
        _ snapshot: FenceSnapshot
    ) -> FenceHistoryLookup {
        { id in
            let told = history(id)
            guard told != .same, let known = state.geofences.position(of: id),
                let handle = snapshot.handle(of: id), let fence = snapshot.fence(handle)
            else { return told }
            return FenceMarker.shape(of: fence.region) == state.geofences[known].shape ? .same : told
        }
    }
}

/// What has become of a geofence that a state refers to.
struct FenceFate: Sendable {
    enum Kind: Sendable {
        /// Its shape is unchanged.
        case same
        case changed
        case gone
    }

    /// Its handle; for one that no longer exists, a number that stands for it.
    var handle: UInt32
    var kind: Kind
    let id: Geofence.ID
    /// Whether EXIT was reported; for a geofence that no longer exists, whether it is to be reported.
    var reportsExit: Bool

    init(_ mark: FenceMark, handle: UInt32, kind: Kind) {
        id = mark.id
        self.handle = handle
        self.kind = kind
        reportsExit = mark.reportsExit
    }
}
