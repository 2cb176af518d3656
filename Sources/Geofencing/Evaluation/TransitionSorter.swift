/// Sorts transitions into output order: by time, then device name, then as the engine decided them (fix by fix and, for
/// one fix, EXIT before ENTER before DWELL, then geofence), but with each EXIT before other transitions in other
/// geofences.
///
/// A limited number of them at a time becomes a sorted run. Runs are kept in memory up to a limit and beyond it in
/// temporary files, and are merged at the end.
package struct TransitionSorter {
    private let limit: Int
    private var pending: [TransitionRecord] = []
    private var runs: [SortedRun] = []
    private let store: RunStore

    /// - Parameters:
    ///   - limit: The number of records in a run: few enough for a processor's cache.
    ///   - room: The number of records of runs to keep in memory.
    package init(limit: Int = 1 << 15, room: Int = 1 << 19) {
        self.limit = limit
        store = RunStore(room: room)
    }

    /// Adds transitions; those of one device must come in the order in which they were decided.
    package mutating func append(_ records: some Collection<TransitionRecord>) throws(GeofenceError) {
        try add(records)?.seal()
    }

    /// Adds transitions, as `append` does, and leaves it to the caller to seal a run that is then complete.
    ///
    /// - Returns: That run; sealing takes a while, and any thread can do it.
    mutating func add(_ records: some Collection<TransitionRecord>) -> SortedRun? {
        var full: SortedRun?
        if !pending.isEmpty, pending.count + records.count > limit { full = endRun() }
        // All at once: growing memory step by step would touch and copy it twice.
        if pending.isEmpty { pending.reserveCapacity(max(limit, records.count)) }
        pending.append(contentsOf: records)
        return full
    }

    /// Turns the pending records into a run and begins another.
    private mutating func endRun() -> SortedRun {
        let run = SortedRun(pending, in: store)
        pending = store.take()
        runs.append(run)
        return run
    }

    /// Passes all transitions to `body` in order and removes them.
    package mutating func drain(
        registry: DeviceRegistry,
        _ body: (TransitionRecord) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        try drainBlocks(registry: registry) { records throws(GeofenceError) in
            for record in records { try body(record) }
        }
    }

    /// Passes all transitions to `body` in order, up to `size` at a time, and removes them.
    package mutating func drainBlocks(
        of size: Int = 256,
        registry: DeviceRegistry,
        _ body: (ArraySlice<TransitionRecord>) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        var order = DeviceOrder(registry: registry)
        if !pending.isEmpty { try endRun().seal() }
        var merge = try RunMerge(runs)
        runs.removeAll()
        var records: [TransitionRecord] = []
        var isLast = false
        while !isLast {
            // At least doubled, so that a great many records of one time are not scanned again for every block.
            let wanted = records.count + max(size, records.count)
            while !isLast, records.count < wanted { isLast = try !merge.next(into: &records) }
            // More records of the last time may follow.
            let end = isLast ? records.count : records.endOfEarlierTimes
            order.sort(&records, upTo: end)
            for start in stride(from: 0, to: end, by: size) { try body(records[start..<min(start + size, end)]) }
            records.removeFirst(end)
        }
    }
}

extension [TransitionRecord] {
    /// The index where the records of the last time begin; the records must be in order of time.
    fileprivate var endOfEarlierTimes: Int {
        guard let time = last?.time else { return 0 }
        return (lastIndex { $0.time != time } ?? -1) + 1
    }
}

/// The order of devices by name, determined when it is first needed.
private struct DeviceOrder {
    let registry: DeviceRegistry
    /// By slot.
    private lazy var ranks = registry.ranksByName()
    private var keys: [UInt64] = []
    private var group: [TransitionRecord] = []

    init(registry: DeviceRegistry) {
        self.registry = registry
    }

    /// Sorts the first records: those of each time by device name, and each device's so that geofences are left before
    /// others are entered.
    mutating func sort(_ records: inout [TransitionRecord], upTo last: Int) {
        var start = 0
        while start < last {
            var end = start + 1
            while end < last, records[end].time == records[start].time { end += 1 }
            if end - start > 1 {
                sortByDevice(&records, start..<end)
                LeavingOrder.apply(to: &records, start..<end)
            }
            start = end
        }
    }

    private mutating func sortByDevice(_ records: inout [TransitionRecord], _ range: Range<Int>) {
        let first = records[range.lowerBound].device
        guard range.contains(where: { records[$0].device != first }) else { return }
        keys.removeAll(keepingCapacity: true)
        group.removeAll(keepingCapacity: true)
        // By rank, then in order of arrival.
        for index in range {
            keys.append(UInt64(ranks[Int(records[index].device)]) << 32 | UInt64(group.count))
            group.append(records[index])
        }
        keys.sort()
        for (index, key) in zip(range, keys) { records[index] = group[Int(key & 0xFFFF_FFFF)] }
    }
}
