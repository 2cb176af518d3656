/// The transitions of a `TransitionSorter` in order, a block at a time.
package struct SortedTransitions {
    private var merge: RunMerge
    private let size: Int
    private var order: DeviceOrder
    private var records: [TransitionRecord] = []
    /// The records before this one have been handed out.
    private var start = 0
    /// The records before this one are in order.
    private var end = 0
    private var isLast = false

    /// - Parameters:
    ///   - runs: The runs, all sealed and none empty.
    ///   - size: The number of transitions in a block.
    init(_ runs: [SortedRun], size: Int, registry: DeviceRegistry) throws(GeofenceError) {
        merge = try RunMerge(runs)
        self.size = size
        order = DeviceOrder(registry: registry)
    }

    /// Returns the next block; `nil` after the last.
    package mutating func next() throws(GeofenceError) -> ArraySlice<TransitionRecord>? {
        while start == end, !isLast { try sortMore() }
        guard start < end else { return nil }
        defer { start = min(start + size, end) }
        return records[start..<min(start + size, end)]
    }

    /// Replaces the records that were handed out by more of them.
    private mutating func sortMore() throws(GeofenceError) {
        records.removeFirst(end)
        // At least doubled, so that a great many records of one time are not scanned again for every block.
        let wanted = records.count + max(size, records.count)
        while !isLast, records.count < wanted { isLast = try !merge.next(into: &records) }
        // More records of the last time may follow.
        (start, end) = (0, isLast ? records.count : records.endOfEarlierTimes)
        order.sort(&records, upTo: end)
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
