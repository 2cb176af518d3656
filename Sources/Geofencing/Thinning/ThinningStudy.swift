internal import Synchronization

/// Determines, while a trace is evaluated, how many fixes a rule would have saved and which transitions it would have
/// lost.
///
/// Under `raw`, the only policy, presence follows from the last fix alone. At each fix that is sent, the receiver of
/// the thinned stream therefore knows what the receiver of the full stream knows, and what its engine would have
/// reported follows from the full stream's transitions: a second engine, with which the tests compare, would report the
/// same. A policy that remembers more than the last fix would need that second engine here.
///
/// Costs a geodesic per fix under `throttle`, about 0.3 µs, and under `safeRadius` a search for the nearest boundary,
/// about 3 µs, per sent fix. Memory: 104 bytes per device, and what the transitions need that wait to be shown; those
/// that were late or lost go to files as in `TransitionSorter`.
package final class ThinningStudy: Sendable {
    private let rule: ThinningRule
    private let engine: GeofenceEngine
    private let shards = Sharded { _ in Shard() }
    private let changes = Mutex(TransitionSorter())
    private let failure = Mutex<GeofenceError?>(nil)

    fileprivate struct Shard {
        /// Indexed by the device's number in the shard.
        var devices: [ThinningState] = []
        /// The lags of devices whose thinned stream is behind.
        var lags: [UInt32: ThinningLag] = [:]
        var counts = ThinningCounts()
    }

    /// - Parameter engine: The engine that has the geofences; its devices are not affected.
    package init(_ rule: ThinningRule, engine: GeofenceEngine) {
        self.rule = rule
        self.engine = engine
    }

    /// Discards everything, because all fixes will be processed again.
    package func restart() {
        shards.withEach { $0 = Shard() }
        changes.withLock { $0 = TransitionSorter() }
        failure.withLock { $0 = nil }
    }

    /// Applies the rule to fixes that have been evaluated.
    package func observe(_ evaluated: EvaluatedFixes) {
        keepFailure { () throws(GeofenceError) in
            let changed = try shards.withLock(shard: evaluated.batch.shard) { state throws(GeofenceError) in
                try state.follow(evaluated, rule, engine)
            }
            if !changed.isEmpty { try changes.withLock { sorter throws(GeofenceError) in try sorter.append(changed) } }
        }
    }

    /// Ends the study: transitions that still wait are lost.
    package func finish() throws(GeofenceError) -> ThinningResult {
        var counts = ThinningCounts()
        for shard in 0..<DeviceRegistry.shardCount {
            // The sorter writes to files, during which no shard needs to be locked.
            let (sum, waiting) = shards.withLock(shard: shard) { $0.finish() }
            counts.add(sum)
            keepFailure { () throws(GeofenceError) in
                try changes.withLock { sorter throws(GeofenceError) in try sorter.append(waiting) }
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
        return ThinningResult(rule: rule, counts: counts, changes: changes.withLock { $0 })
    }

    private func keepFailure(_ body: () throws(GeofenceError) -> Void) {
        do throws(GeofenceError) {
            try body()
        } catch {
            failure.withLock { $0 = $0 ?? error }
        }
    }
}

extension ThinningStudy.Shard {
    /// - Returns: The transitions that the thinned stream shows late or not at all, as in `ThinningResult.changes`.
    fileprivate mutating func follow(
        _ evaluated: EvaluatedFixes,
        _ rule: ThinningRule,
        _ engine: GeofenceEngine
    ) throws(GeofenceError) -> [TransitionRecord] {
        var changed: [TransitionRecord] = []
        var records = evaluated.records
        let batch = evaluated.batch
        try evaluated.forEachUsedPick { pick throws(GeofenceError) in
            var fix = batch.fixes[Int(pick)]
            let local = DeviceRegistry.number(of: fix.device)
            while devices.count <= local { devices.append(ThinningState()) }
            counts.fixes += 1
            let before = devices[local].lastSent
            let charge = batch.batteries.isEmpty ? .unknown : batch.batteries[Int(pick)]
            if charge != .unknown { counts.withBattery += 1 }
            let isSent = try devices[local].sends(fix, charge, rule, engine)
            if isSent { counts.sent += 1 }
            devices[local].countInInputOrder(&fix)
            while let record = records.first, record.isDecided(by: fix) {
                records.removeFirst()
                guard let undone = lags[fix.device, default: ThinningLag()].add(record) else { continue }
                changed.append(counts.lose(undone.lost))
                if undone.isUndone {
                    changed.append(counts.lose(record))
                    if record.kind == .exit { counts.lostVisits += 1 }
                }
            }
            if isSent, !lags.isEmpty, let waiting = lags.removeValue(forKey: fix.device) {
                for record in waiting.records {
                    if try !engine.shows(record, from: before, to: fix.coordinate) {
                        changed.append(counts.lose(record))
                    } else if let late = counts.show(record, at: fix.time) {
                        changed.append(late)
                    }
                }
            }
        }
        return changed
    }

    fileprivate mutating func finish() -> (ThinningCounts, [TransitionRecord]) {
        var lost: [TransitionRecord] = []
        for lag in lags.values { for record in lag.records { lost.append(counts.lose(record)) } }
        return (counts, lost)
    }
}

extension GeofenceEngine {
    /// Returns whether a receiver that knows of a fix at `start`, or of none, and then of one at `end` sees a
    /// transition between them.
    ///
    /// Where a geofence mutes one kind, crossings back were not reported: a receiver that never saw the device enter
    /// sees no exit.
    fileprivate func shows(
        _ record: TransitionRecord,
        from start: Coordinate?,
        to end: Coordinate
    ) throws(GeofenceError) -> Bool {
        if snapshot.reports(record.kind == .enter ? .exit : .enter, record.fence) { return true }
        func covers(_ place: Coordinate) throws(GeofenceError) -> Bool {
            var hits = HitBatch()
            try locate(CollectionOfOne(place).span, into: &hits)
            return hits.hits(of: 0).contains(record.fence)
        }
        let wasInside = if let start { try covers(start) } else { false }
        let isInside = try covers(end)
        return wasInside != isInside && isInside == (record.kind == .enter)
    }
}

extension TransitionRecord {
    /// Returns whether the transition was decided by this fix: at one position and time, a device crosses nothing
    /// twice.
    fileprivate func isDecided(by fix: CompactFix) -> Bool {
        device == fix.device && decidedTime == fix.time && latitude == fix.latitude && longitude == fix.longitude
    }
}
