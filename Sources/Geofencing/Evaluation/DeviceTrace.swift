/// One device's fixes in trace files or a store, in the order in which an evaluation uses them.
package struct DeviceTrace: Sendable {
    /// The name of the device.
    package let device: DeviceID

    /// The fixes.
    package private(set) var fixes: [Fix] = []

    /// The location of each fix; empty locations for fixes of a store.
    package private(set) var locations: [InputLocation] = []

    /// The indices of the fixes that are not used because a later one was handed on before they arrived.
    package private(set) var late: Set<Int> = []

    /// Whether fixes waited for older ones, so that which ones are late depends on the fixes before them.
    let waits: Bool

    /// Whether the files had to be sorted.
    package private(set) var wasSorted = false

    /// The number of records that could not be read; whose they are is unknown.
    package private(set) var unreadable = 0

    /// The names of all devices that have fixes in the files or the store.
    package private(set) var devices: [DeviceID] = []

    /// Creates a trace from the fixes of a store.
    ///
    /// - Parameters:
    ///   - device: The name of the device.
    ///   - fixes: Its fixes in order of time.
    ///   - devices: The names of all devices that have fixes in the store.
    package init(_ device: DeviceID, stored fixes: [Fix], devices: [DeviceID]) {
        self.device = device
        self.fixes = fixes
        self.devices = devices
        locations = Array(repeating: InputLocation(), count: fixes.count)
        waits = false
    }

    /// Creates a trace by reading files.
    ///
    /// - Parameters:
    ///   - device: The name of the device.
    ///   - traces: The files, in the order in which they are read.
    ///   - rules: The rules of the evaluation: they decide whether its fixes are sorted.
    ///   - options: The options of the evaluation, of which `isStrict` and `maximumLateness` are used.
    ///   - onEmptyInput: Called for each file without a record, with its path and the reason.
    ///   - progressed: Called from time to time with what has been read so far.
    /// - Complexity: O(bytes); the memory is that of the device's fixes.
    package init(
        _ device: DeviceID,
        traces: [TraceFile],
        rules: EventRules,
        options: TraceEvaluation.Options = TraceEvaluation.Options(),
        onEmptyInput: (String, String) -> Void = { _, _ in },
        progressed: (TraceProgress) -> Void = { _ in }
    ) throws(GeofenceError) {
        self.device = device
        waits = options.maximumLateness != nil
        // Without geofences the engine only finds out whether fixes must be sorted.
        let engine = try GeofenceEngine(checked: [], rules: rules)
        var own = try read(traces, engine, options, onEmptyInput, progressed)
        devices = engine.registry.names
        if let lateness = options.maximumLateness {
            reorder(&own, CompactReorderer(lateness: lateness, limits: rules.limits))
        } else {
            wasSorted = engine.needsSorting
            // Even if the evaluation need not sort: fixes that are not used may be out of order.
            if rules.order == .time { own = CompactFix.sorted(own, bestFirst: rules.limits.rejectsConflicts) }
        }
        fixes = own.map { $0.fix(in: engine.registry) }
        locations = own.map { InputLocation(file: traces[Int($0.input)].path, line: Int($0.line)) }
    }

    /// Returns the fixes of the device in input order, with their file and line. The engine gets the fixes of all
    /// devices if it decides about sorting.
    private mutating func read(
        _ traces: [TraceFile],
        _ engine: GeofenceEngine,
        _ options: TraceEvaluation.Options,
        _ onEmptyInput: (String, String) -> Void,
        _ progressed: (TraceProgress) -> Void
    ) throws(GeofenceError) -> [CompactFix] {
        var cache = DeviceCache(engine.registry)
        var own: [CompactFix] = []
        var progress = TraceProgress()
        for (input, trace) in traces.enumerated() {
            let reader = try TraceReader(trace.source, utcOffset: trace.utcOffset)
            var lines = reader.firstLine - 1
            let recordsBefore = progress.records
            try reader.forEachChunk(devices: &cache) { parsed, count throws(GeofenceError) in
                if options.isStrict, let record = parsed.rejected.first {
                    throw RejectedFix(record, path: trace.path, linesBefore: lines).error
                }
                if !waits { engine.evaluateBatches(parsed.fixes) { _, _ in } }
                if let slot = engine.registry.existingSlot(for: device) {
                    for var fix in parsed.fixes where fix.device == slot {
                        (fix.input, fix.line) = (UInt32(input), UInt32(truncatingIfNeeded: lines + Int(fix.line) + 1))
                        own.append(fix)
                    }
                }
                unreadable += parsed.rejected.count
                progress.records += parsed.records
                progress.bytes += count
                lines += parsed.lines
                progressed(progress)
            }
            if progress.records == recordsBefore { onEmptyInput(trace.path, reader.emptiness) }
        }
        return own
    }

    /// Puts fixes in the order in which a stream hands them on; late ones stay where they came, as do those that would
    /// not be used whatever came before them.
    private mutating func reorder(_ fixes: inout [CompactFix], _ order: CompactReorderer) {
        var order = order
        var ready: [CompactFix] = []
        for fix in fixes {
            guard let reason = order.add(fix, to: &ready) else { continue }
            if reason == .late { late.insert(ready.count) }
            ready.append(fix)
        }
        order.flush(to: &ready)
        fixes = ready
    }
}
