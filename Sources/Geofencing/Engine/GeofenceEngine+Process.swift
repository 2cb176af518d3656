extension GeofenceEngine {
    /// Evaluates one fix.
    ///
    /// A fix with an invalid coordinate (a longitude beyond ±180 too), a late one, a repeated one and one beyond the limits of the
    /// rules are not used and are counted in `counts`; `process(_:into:)` tells why. The process ends if GEOS, which decides where
    /// rounding errors could, has no memory.
    ///
    /// - Returns: The transitions it decides: by time, then EXIT before ENTER before DWELL, then geofence identifier.
    /// - Complexity: one lookup in the index; none while a device stays where nothing can change. Under policies other
    ///   than `raw` a distance for each geofence that the device is known to be in and measured out of, or the reverse.
    public func process(_ fix: Fix) -> [Transition] {
        var transitions: [Transition] = []
        process(fix, into: &transitions)
        return transitions
    }

    /// Evaluates one fix and appends its transitions to `transitions`, as `process(_:)` returns them.
    ///
    /// - Returns: Why the fix is not used; `nil` if it is.
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
    /// - Returns: Why it is not used: `reason`, unless that fix is of no use at any time.
    package func refuse(_ fix: Fix, as reason: Rejection) -> Rejection {
        let device = registry.slot(for: fix.device)
        let rejection = fix.rejection ?? rules.limits.rejection(of: CompactFix(fix, device: device)) ?? reason
        shards.withLock(of: device) { $0.counts.reject(rejection) }
        return rejection
    }

    /// Evaluates fixes in turn, each as `process(_:)` of one fix does.
    ///
    /// - Returns: The transitions of each fix in turn.
    public func process(_ fixes: some Sequence<Fix>) -> [Transition] {
        var transitions: [Transition] = []
        for fix in fixes { process(fix, into: &transitions) }
        return transitions
    }

    /// Evaluates fixes of devices that the registry has met, in turn.
    ///
    /// - Returns: The transitions of each fix in turn, and the fixes that were not used, by their place.
    package func process(_ fixes: [CompactFix]) -> (transitions: [Transition], rejected: [RejectedPick]) {
        var transitions: [Transition] = []
        var rejected: [RejectedPick] = []
        for (place, fix) in fixes.enumerated() {
            if let reason = process(fix, of: nil, into: &transitions) {
                rejected.append(RejectedPick(pick: UInt32(place), reason: reason))
            }
        }
        return (transitions, rejected)
    }

    /// Evaluates a fix and says why it was not used; `nil` if it was.
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

    /// Not a part of its callers, whose whole fix it would copy.
    @inline(never)
    private func evaluate(_ fix: CompactFix, of device: DeviceID?, into transitions: inout [Transition]) -> Rejection? {
        shards.withLock(of: fix.device) { $0.evaluate(fix, of: device, registry, into: &transitions) }
    }

    /// Evaluates the fixes at `picks` in turn, which are all of devices of the same shard.
    ///
    /// - Returns: Whether those of the shard so far must be sorted for each to count in its place.
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
                return $0.asksForSorting
            }
        }
    }

    /// The fixes seen so far: used, and not used by reason.
    public var counts: FixCounts {
        var sum = FixCounts()
        shards.withEach { sum.add($0.counts) }
        return sum
    }
}
