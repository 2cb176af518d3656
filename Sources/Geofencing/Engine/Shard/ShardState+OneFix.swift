extension ShardState {
    /// Evaluates one fix of a device of this shard and appends its transitions to `transitions`.
    ///
    /// - Parameter device: The name of the fix's device; `nil` to get it from the registry if there is a transition.
    /// - Returns: The reason why the fix was not used; `nil` if it was used.
    mutating func evaluate(
        _ fix: CompactFix,
        of device: DeviceID?,
        _ registry: DeviceRegistry,
        into transitions: inout [Transition]
    ) -> Rejection? {
        var records: [TransitionRecord] = []
        // Moved out of `self`, so that they can be written while `self` is.
        swap(&records, &self.records)
        let reason = evaluate(fix, records: &records)
        if !records.isEmpty {
            prefetchIDs(of: records.span)
            let device = device ?? registry.device(in: fix.device)
            transitions.append(records.span, of: device, in: snapshot)
            records.removeAll(keepingCapacity: true)
        }
        swap(&records, &self.records)
        return reason
    }

    /// Prefetches all identifiers at once, where fetching them one by one would stall on each cache miss.
    private func prefetchIDs(of records: Span<TransitionRecord>) {
        for position in records.indices { snapshot.prefetchID(records[position].fence) }
    }

    /// Evaluates a fix and appends its transitions as records, including muted ones if the rules record these.
    @inline(__always)
    mutating func evaluate(_ fix: CompactFix, records: inout [TransitionRecord]) -> Rejection? {
        let local = DeviceRegistry.number(of: fix.device)
        makeRoom(for: local + 1)
        // Moved out of `self`, so that no reference to an index is counted.
        var lookup = SnapshotLookup.lent
        swap(&lookup, &self.lookup)
        let reason: Rejection?
        switch consume lookup {
        case .plain(.cells(var own)):
            reason = evaluate(fix, local, &own, &records)
            self.lookup = .plain(.cells(own))
        case .plain(.reference(var own)):
            reason = evaluate(fix, local, &own, &records)
            self.lookup = .plain(.reference(own))
        case .layered(var own):
            reason = evaluate(fix, local, &own, &records)
            self.lookup = .layered(own)
        case .lent: reason = nil
        }
        if let reason { counts.reject(reason) }
        if !crowded.isEmpty { forgetInstantVisits() }
        return reason
    }

    @inline(__always)
    private mutating func evaluate(
        _ fix: CompactFix,
        _ local: Int,
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord]
    ) -> Rejection? {
        // All at once, so that these cache misses overlap.
        lookup.prefetch(x: fix.coordinate.indexedLongitude, y: fix.latitude)
        devices.prefetch(local)
        devices[local].stays.prefetchBuffer(lines: 6)
        return isTracking ? trackAlone(fix, local, &lookup, &records) : compareAlone(fix, local, &lookup, &records)
    }
}

extension [Transition] {
    /// Appends transitions of a device, except those that their geofence mutes.
    fileprivate mutating func append(
        _ records: Span<TransitionRecord>,
        of device: DeviceID,
        in snapshot: FenceSnapshot
    ) {
        append(addingCapacity: records.count) { transitions in
            for position in records.indices where !records[position].isMuted {
                let record = records[position]
                guard let fence = snapshot.id(record.fence) else { continue }
                transitions.append(Transition(record, device: device, geofence: fence))
            }
        }
    }
}
