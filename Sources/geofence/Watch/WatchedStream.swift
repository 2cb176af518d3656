internal import Foundation
internal import Geofencing
internal import GeofencingStore

/// The path of a watch's fixes from its input to the engine, and of unused ones to the book of rejects.
struct WatchedStream: Sendable {
    /// The path of the trace that the fixes come from.
    let path: String
    let engine: GeofenceEngine
    let held: HeldFixes
    let manager: GeofenceManager
    let journal: WatchJournal
    let book: RejectBook
    let turns: WatchTurns

    /// Evaluates the input until it ends.
    ///
    /// - Parameter onDoubt: Called as soon as the input is probably not meant as it is read.
    func follow(_ reader: LiveTraceReader, onDoubt: (TraceDoubt) -> Void) throws(GeofenceError) {
        let before = journal.progress
        let input = reader.isRegular ? URL(filePath: path).standardizedFileURL.path : nil
        if let input, input == before.input { _ = try reader.skip(to: before.inputBytes, head: before.inputHead) }
        while true {
            if !reader.hasInput() {
                // The wait may be long. Meanwhile the store may take what it could not take at first.
                repeat {
                    try turns.take { () throws(GeofenceError) in
                        try evaluate(held.flushSilentDevices(at: .now))
                        manager.whileIdle { journal.save(revision: $0) }
                    }
                } while !reader.hasInput(within: journal.isBehind ? 100 : 1000)
            }
            let from = reader.offset
            let read = try reader.next()
            if let doubt = reader.takeDoubt() { onDoubt(doubt) }
            guard let (fixes, rejected) = read else { return }
            try turns.take { () throws(GeofenceError) in
                let start = ContinuousClock.now
                var unused = rejected
                let next = held.take(fixes, at: .now, from: from, to: reader.offset)
                for (fix, reason) in next.unused { reject(fix, reason, &unused) }
                let head = input == nil ? ContentFingerprint() : reader.head
                let end = WatchJournal.ReadPosition(input: input, head: head, bytes: next.resumption)
                evaluate(next.ready, readTo: end, since: start, &unused)
                try write(unused)
                try book.flush()
            }
        }
    }

    /// Ends everything in good order. Must be called once, as the last turn.
    ///
    /// - Parameter usesHeld: Whether to evaluate the fixes that still wait for older ones, as when none will come any
    ///   more. After a failure older fixes may still come, when the input is read or sent again.
    func finish(usesHeld: Bool = true) throws(GeofenceError) {
        var failure: GeofenceError?
        if usesHeld { do throws(GeofenceError) { try evaluate(held.flush()) } catch { failure = error } }
        // Failing to record the end of listening does no harm, as the end is known without it. What the journal has
        // must be kept: it waits, and reports errors.
        try? manager.stopListening(isPatient: false)
        try manager.whileIdle { revision throws(GeofenceError) in try journal.finish(revision: revision) }
        // The signal handlers keep the store alive up to the end of the process.
        manager.store.close()
        if let failure { throw failure }
        try book.commit()
    }

    /// Evaluates fixes that were held back, if there are any.
    private func evaluate(_ released: HeldFixes.Result) throws(GeofenceError) {
        guard !released.ready.isEmpty else { return }
        let before = journal.progress
        let end = WatchJournal.ReadPosition(input: before.input, head: before.inputHead, bytes: released.resumption)
        var unused: [RejectedFix] = []
        evaluate(released.ready, readTo: end, &unused)
        try write(unused)
    }

    private func evaluate(
        _ fixes: [CompactFix],
        readTo end: WatchJournal.ReadPosition,
        since start: ContinuousClock.Instant? = nil,
        _ unused: inout [RejectedFix]
    ) {
        let picks = manager.process(fixes) { transitions, rejected, revision in
            journal.take(transitions, of: fixes, rejected, readTo: end, revision: revision)
            guard let start, !transitions.isEmpty else { return }
            PerformanceMonitor.shared.record(.delivery, each: ContinuousClock.now - start, count: transitions.count)
        }
        for pick in picks { reject(fixes[Int(pick.pick)], pick.reason, &unused) }
    }

    private func reject(_ fix: CompactFix, _ reason: Rejection, _ unused: inout [RejectedFix]) {
        var rejected = RejectedFix(reason, fix, engine.registry, path: path, linesBefore: 0).namingOptions
        // A fix that the rules allow can only be in the future by this machine's clock.
        if reason == .future, engine.rules.limits.rejection(of: fix) == nil {
            rejected.message = "the fix is ahead of this machine's clock by more than --max-ahead"
        }
        unused.append(rejected)
        journal.countReject(of: fix.device, reason)
    }

    /// Reports the unused fixes of one turn in input order, as if each record had come alone.
    private func write(_ unused: [RejectedFix]) throws(GeofenceError) {
        for fix in unused.sorted(by: { $0.line < $1.line }) { try book.add(fix) }
    }
}
