extension GeofenceEngine {
    /// Evaluates one fix.
    ///
    /// A fix is not used, but counted in `counts`, if its coordinate is invalid (including a longitude beyond ±180), if
    /// it is late or repeated, or if it exceeds the limits of the rules; `process(_:into:)` returns the reason. The
    /// process ends if GEOS, which decides where rounding errors could matter, runs out of memory.
    ///
    /// - Returns: The transitions that the fix decides: by time, then EXIT before ENTER before DWELL, then geofence
    ///   identifier.
    /// - Complexity: One index lookup; none while a device stays where nothing can change. Under policies other than
    ///   `raw`, also one distance for each geofence that the device is known to be in but measured outside of, or the
    ///   reverse.
    public func process(_ fix: Fix) -> [Transition] {
        var transitions: [Transition] = []
        process(fix, into: &transitions)
        return transitions
    }

    /// Evaluates one fix and appends its transitions to `transitions`, as `process(_:)` returns them.
    ///
    /// - Returns: The reason why the fix is not used; `nil` if it is used.
    @discardableResult
    public func process(_ fix: Fix, into transitions: inout [Transition]) -> Rejection? {
        let device = registry.slot(for: fix.device)
        if let rejection = fix.rejection {
            shards.withLock(of: device) { $0.counts.reject(rejection) }
            return rejection
        }
        return process(CompactFix(fix, device: device), of: fix.device, into: &transitions)
    }

    /// Counts a fix that a caller with a clock withholds from the engine.
    ///
    /// - Returns: The reason why the fix is not used: `reason`, unless the fix is unusable at any time.
    package func reject(_ fix: Fix, as reason: Rejection) -> Rejection {
        let device = registry.slot(for: fix.device)
        let rejection = fix.rejection ?? rules.limits.rejection(of: CompactFix(fix, device: device)) ?? reason
        shards.withLock(of: device) { $0.counts.reject(rejection) }
        return rejection
    }

    /// Evaluates fixes one after another, each as `process(_:)` does for a single fix.
    ///
    /// - Returns: The transitions of each fix, in order of the fixes.
    public func process(_ fixes: some Sequence<Fix>) -> [Transition] {
        var transitions: [Transition] = []
        process(fixes, into: &transitions)
        return transitions
    }

    /// Evaluates fixes one after another and appends their transitions to `transitions`, as `process(_:)` returns them.
    ///
    /// - Returns: The fixes that were not used, in order, and why.
    @discardableResult
    public func process(
        _ fixes: some Sequence<Fix>,
        into transitions: inout [Transition]
    ) -> [(fix: Fix, reason: Rejection)] {
        var rejected: [(fix: Fix, reason: Rejection)] = []
        for fix in fixes {
            if let reason = process(fix, into: &transitions) { rejected.append((fix, reason)) }
        }
        return rejected
    }

    /// Evaluates fixes of devices that the registry already knows, one after another.
    ///
    /// - Returns: The transitions of each fix, in order of the fixes, and the fixes that were not used, by their index.
    package func process(_ fixes: [CompactFix]) -> (transitions: [Transition], rejected: [RejectedPick]) {
        var transitions: [Transition] = []
        var rejected: [RejectedPick] = []
        for (index, fix) in fixes.enumerated() {
            if let reason = process(fix, of: nil, into: &transitions) {
                rejected.append(RejectedPick(pick: UInt32(index), reason: reason))
            }
        }
        return (transitions, rejected)
    }

    /// Evaluates a fix and returns the reason why it was not used; `nil` if it was used.
    private func process(
        _ fix: CompactFix,
        of device: DeviceID?,
        into transitions: inout [Transition]
    ) -> Rejection? {
        guard PerformanceMonitor.shared.takesSample(.evaluation) else {
            return evaluate(fix, of: device, into: &transitions)
        }
        return PerformanceMonitor.shared.timeSample(.evaluation) { evaluate(fix, of: device, into: &transitions) }
    }

    /// Not inlined, because callers would then copy the whole fix.
    @inline(never)
    private func evaluate(_ fix: CompactFix, of device: DeviceID?, into transitions: inout [Transition]) -> Rejection? {
        shards.withLock(of: fix.device) { $0.evaluate(fix, of: device, registry, into: &transitions) }
    }

    /// Evaluates the fixes at `picks` one after another; all must be of devices of the same shard.
    ///
    /// - Returns: Whether the shard's fixes so far must be sorted so that each counts in its proper position.
    @discardableResult
    package func evaluate(
        _ fixes: Span<CompactFix>,
        picks: Span<UInt32>,
        shard: Int,
        records: inout [TransitionRecord],
        rejected: inout [RejectedPick]
    ) -> Bool {
        PerformanceMonitor.shared.sample(.evaluation, count: picks.count) {
            let devices = registry.count(inShard: shard)
            return shards.withLock(shard: shard) {
                $0.makeRoom(for: devices)
                $0.evaluate(fixes, picks: picks, records: &records, rejected: &rejected)
                return $0.needsSorting
            }
        }
    }

    /// The number of fixes seen so far: those used, and those not used by reason.
    public var counts: FixCounts {
        var sum = FixCounts()
        shards.withEach { sum.add($0.counts) }
        return sum
    }
}
