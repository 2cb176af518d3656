/// Brings transitions into the order of output: by time, then device name, then as the engine gave them, but EXIT before what
/// else happened in other geofences.
///
/// Keeps up to a limit of them in memory; beyond it, sorted runs go to temporary files and are merged at the end.
package struct TransitionSorter {
    private let limit: Int
    private var pending: [TransitionRecord] = []
    private var runs: [SortedRun] = []

    /// - Parameter limit: How many records to keep in memory.
    package init(limit: Int = 1 << 18) {
        self.limit = limit
    }

    /// Adds transitions; those of one device must come in the order in which they were decided.
    package mutating func append(_ records: some Collection<TransitionRecord>) throws(GeofenceError) {
        if pending.count + records.count > limit { try spill() }
        // All at once: memory that grows is touched, and copied, twice.
        if pending.isEmpty { pending.reserveCapacity(max(limit, records.count)) }
        pending.append(contentsOf: records)
    }

    /// Moves what is in memory to a file.
    private mutating func spill() throws(GeofenceError) {
        guard !pending.isEmpty else { return }
        let file = try SpillFile<TransitionRecord>()
        let sorted = SortedRun(pending)
        while file.count < sorted.count { try file.append(sorted.read(from: file.count, limit: RunMerge.bufferSize)) }
        runs.append(.file(file))
        pending.removeAll(keepingCapacity: true)
    }

    /// Hands out all transitions in order and forgets them.
    package mutating func drain(
        registry: DeviceRegistry,
        _ body: (TransitionRecord) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        var order = DeviceOrder(registry: registry)
        var group: [TransitionRecord] = []
        if !pending.isEmpty { runs.append(SortedRun(pending)) }
        var merge = try RunMerge(runs)
        pending.removeAll()
        runs.removeAll()
        while let record = try merge.next() {
            if let first = group.first, first.time != record.time {
                try order.sort(&group).forEachTyped(body)
                group.removeAll(keepingCapacity: true)
            }
            group.append(record)
        }
        try order.sort(&group).forEachTyped(body)
    }
}

/// The order of devices by name, found out when it first matters.
private struct DeviceOrder {
    let registry: DeviceRegistry
    private var ranks: [UInt32: Int]?

    init(registry: DeviceRegistry) {
        self.registry = registry
    }

    /// Sorts records of one time by device name, and each device's so that geofences are left before others are entered.
    mutating func sort(_ group: inout [TransitionRecord]) -> [TransitionRecord] {
        var sorted = sortByDevice(group)
        // An EXIT that was decided later than an ENTER at the same time comes before it, unless it ends that very visit.
        for index in sorted.indices.dropFirst() where sorted[index].kind == .exit {
            var place = index
            while place > 0, sorted[place - 1].device == sorted[place].device, sorted[place - 1].kind != .exit,
                sorted[place - 1].fence != sorted[place].fence
            {
                sorted.swapAt(place - 1, place)
                place -= 1
            }
        }
        return sorted
    }

    private mutating func sortByDevice(_ group: [TransitionRecord]) -> [TransitionRecord] {
        guard let first = group.first, group.contains(where: { $0.device != first.device }) else { return group }
        let ranks = self.ranks ?? registry.ranksByName()
        self.ranks = ranks
        let keyed = group.enumerated().map { (rank: ranks[$1.device] ?? 0, position: $0) }
        return keyed.sorted { $0.rank != $1.rank ? $0.rank < $1.rank : $0.position < $1.position }
            .map { group[$0.position] }
    }
}

extension Sequence {
    /// `forEach` for a body with a typed error.
    func forEachTyped<Failure>(_ body: (Element) throws(Failure) -> Void) throws(Failure) {
        for element in self { try body(element) }
    }
}
