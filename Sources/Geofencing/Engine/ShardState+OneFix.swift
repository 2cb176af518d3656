extension ShardState {
    /// Evaluates one fix of a device of this shard and appends its transitions to `transitions`.
    ///
    /// - Parameter device: The name of the fix's device; `nil` to ask the registry for it if there is a transition.
    /// - Returns: Why the fix was not used; `nil` if it was.
    mutating func evaluate(
        _ fix: CompactFix,
        of device: DeviceID?,
        _ registry: DeviceRegistry,
        into transitions: inout [Transition]
    ) -> Rejection? {
        var records: [TransitionRecord] = []
        // Out of `self`, so that they can be written while `self` is.
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

    /// All at once, where one after the other would be waited for.
    private func prefetchIDs(of records: Span<TransitionRecord>) {
        for position in records.indices { snapshot.prefetchID(records[position].fence) }
    }

    /// The same for transitions of all kinds, as they are decided.
    @inline(__always)
    mutating func evaluate(_ fix: CompactFix, records: inout [TransitionRecord]) -> Rejection? {
        var rejected: [RejectedPick] = []
        makeRoom(for: DeviceRegistry.number(of: fix.device) + 1)
        let picks = CollectionOfOne<UInt32>(0)
        evaluate(CollectionOfOne(fix).span, picks: picks.span, records: &records, rejected: &rejected)
        return rejected.first?.reason
    }

    /// Asks at once for what the place of the first fix leads to and for what its device does, so that these misses overlap:
    /// its lookup waits for the device before it goes on to the root. The others overlap anyway.
    @inline(__always)
    mutating func prefetchFirst(_ fixes: Span<CompactFix>, _ picks: Span<UInt32>, _ lookup: borrowing some PlaceLookup)
    {
        guard !picks.isEmpty else { return }
        let fix = fixes[Int(picks[0])]
        lookup.prefetch(x: fix.coordinate.indexedLongitude, y: fix.latitude)
        let local = DeviceRegistry.number(of: fix.device)
        devices.prefetch(local)
        devices[local].stays.prefetchBuffer(lines: 6)
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
