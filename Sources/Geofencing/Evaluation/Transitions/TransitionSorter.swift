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

    /// Ends the input and returns the transitions in order.
    ///
    /// - Parameters:
    ///   - size: The number of transitions at a time.
    ///   - registry: The registry that has the devices' names.
    package mutating func sorted(inBlocksOf size: Int = 256, registry: DeviceRegistry) throws(GeofenceError)
        -> SortedTransitions
    {
        if !pending.isEmpty { try endRun().seal() }
        defer { runs.removeAll() }
        return try SortedTransitions(runs, size: size, registry: registry)
    }

    /// Passes all transitions to `body` in order and removes them.
    package mutating func drain(
        registry: DeviceRegistry,
        _ body: (TransitionRecord) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        var sorted = try sorted(registry: registry)
        while let records = try sorted.next() {
            for record in records { try body(record) }
        }
    }
}
