internal import Synchronization

/// What has become of a registered geofence since a state was taken.
package enum FenceHistory: Sendable {
    /// It is where it was.
    case same
    case changed
    case added
}

/// Says what has become of a registered geofence since a state was taken.
package typealias FenceHistorian = @Sendable (Geofence.ID) -> FenceHistory

/// What putting back a state of other geofences made.
struct Restoration: Sendable {
    /// In no order; handles beyond those of the engine are of `gone`.
    var records: [TransitionRecord] = []
    /// The geofences that are not registered any more, the first with the handle `firstGone`, the next with the next.
    var gone: [Geofence.ID] = []
    var firstGone: UInt32 = 0
}

extension GeofenceEngine {
    /// Puts back what an engine knew of devices, in place of what this one knows of them. Other devices stay as they are.
    ///
    /// After that, fixes make the transitions that they would have made in the engine that the state is of.
    ///
    /// - Parameters:
    ///   - state: What another engine knew of its devices.
    ///   - rebasing: Whether a state that was made with other geofences or rules is taken too. Every device is then
    ///     checked at once by its last fix, as after an edit: visits of geofences that are gone end with the cause
    ///     `fence_removed`, who is inside a new or changed one enters, who is not inside a changed one leaves.
    /// - Returns: The transitions of a rebase, ordered as those of an edit.
    /// - Throws: `stateMismatch` for other geofences or rules, saying which; the engine is then unchanged.
    /// - Complexity: O(devices + geofences); the first call after an edit hashes all vertices.
    @discardableResult
    public func restore(_ state: EngineState, rebasing: Bool = false) throws(GeofenceError) -> [Transition] {
        transitions(of: try restoreRecords(state, rebasing: rebasing))
    }

    private func transitions(of restoration: Restoration) -> [Transition] {
        let snapshot = self.snapshot
        return transitions(of: restoration.records) { fence in
            fence >= restoration.firstGone
                ? restoration.gone[Int(fence - restoration.firstGone)] : snapshot.id(fence)
        }
    }

    func restoreRecords(_ state: EngineState, rebasing: Bool) throws(GeofenceError) -> Restoration {
        try editing.withLock { editing throws(GeofenceError) in
            let snapshot = self.snapshot
            let marks = snapshot.marks
            let difference = StateDifference(state, rules: ruleMarks, marks)
            guard rebasing || difference.isEmpty else { throw difference.error }
            let history: FenceHistorian = { id in
                guard let known = state.geofences.position(of: id) else {
                    return state.isWhole || state.digest != marks.digest ? .added : .same
                }
                return marks.list.position(of: id).map { marks.list[$0].shape } == state.geofences[known].shape
                    ? .same : .changed
            }
            return restore(state, difference.isEmpty ? nil : history, snapshot, &editing)
        }
    }

    /// Puts back a state whose geofences are followed otherwise.
    ///
    /// - Parameters:
    ///   - history: What has become of a registered geofence; `nil` if nothing has changed.
    ///   - reportsExit: Whether geofences that are not registered any more are to report EXIT; of others that goes by what the state says.
    ///   - rebasing: Whether a state that was made under other rules is taken too.
    /// - Throws: `stateMismatch` for other rules, saying which; the engine is then unchanged.
    package func restore(
        _ state: EngineState,
        history: FenceHistorian?,
        ofGone reportsExit: [Geofence.ID: Bool] = [:],
        rebasing: Bool
    ) throws(GeofenceError) -> [Transition] {
        let difference = StateDifference(state, rules: ruleMarks)
        guard rebasing || difference.isEmpty else { throw difference.error }
        // Other rules: what the geofences are may be the same, when the next DWELL is due is not.
        let history = difference.isEmpty ? history : history ?? { _ in .same }
        let restoration = editing.withLock { editing in
            restore(state, history, ofGone: reportsExit, snapshot, &editing)
        }
        return transitions(of: restoration)
    }

    private func restore(
        _ state: EngineState,
        _ history: FenceHistorian?,
        ofGone reportsExit: [Geofence.ID: Bool] = [:],
        _ snapshot: FenceSnapshot,
        _ editing: inout EditState
    ) -> Restoration {
        let history = history.map { Self.exact($0, state, snapshot) }
        var restoration = Restoration()
        restoration.firstGone = editing.nextHandle
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
        // What is gone has no handle to be put back under.
        let same: FenceHistorian = { _ in .same }
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

    /// A historian who knows that a geofence with another name or policy, or one that was away meanwhile, is still where it was.
    private static func exact(
        _ history: @escaping FenceHistorian,
        _ state: EngineState,
        _ snapshot: FenceSnapshot
    ) -> FenceHistorian {
        { id in
            let told = history(id)
            guard told != .same, let known = state.geofences.position(of: id),
                let handle = snapshot.handle(of: id), let fence = snapshot.fence(handle)
            else { return told }
            return FenceMarker.shape(of: fence.region) == state.geofences[known].shape ? .same : told
        }
    }
}

/// What has become of a geofence that a state names.
struct FenceFate: Sendable {
    enum Kind: Sendable {
        /// It is where it was.
        case same
        case changed
        case gone
    }

    /// The handle that it has; of one that is gone a number that stands for it.
    var handle: UInt32
    var kind: Kind
    let id: Geofence.ID
    /// Whether EXIT was reported; of one that is gone, whether it is.
    var reportsExit: Bool

    init(_ mark: FenceMark, handle: UInt32, kind: Kind) {
        id = mark.id
        self.handle = handle
        self.kind = kind
        reportsExit = mark.reportsExit
    }
}
