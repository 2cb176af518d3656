internal import Geofencing
internal import GeofencingStore
internal import Synchronization

/// Writes the transitions of a live stream and keeps what the watch needs to continue after any kind of end.
///
/// A transition is written to the output at once. The store gets it soon after, once the output is on disk, in one
/// transaction with the position up to which the input has been read and the states of the devices. The output of a
/// watch that was killed can therefore be cut back to what the store knows, and the rest is produced again.
///
/// If the output cannot be written, the process ends, as nobody else could be told. If the store cannot take something,
/// because another process writes to it or its disk is full, it is kept for the next attempt; a lasting failure is
/// reported once.
final class WatchJournal: Sendable {
    /// The maximum delay of the store behind the output while fixes come without a pause.
    private static let delay = Duration.milliseconds(100)

    /// The position up to which the input has been read; `input` is `nil` if it cannot be read again.
    struct ReadPosition: Sendable {
        var input: String?
        var head: ContentFingerprint
        var bytes: Int
    }

    private struct State {
        /// The output; `nil` until the watch has begun.
        var output: WatchOutput?
        var progress = WatchProgress()
        var unsaved: UnsavedWatch
        /// Whether the input has been read beyond the position that the store knows.
        var isPositionUnsaved = false
        var count = 0
        var lastTried = ContinuousClock.now
        /// The failed attempts to save since the last successful one.
        var failures = FailureNotice()

        var isFailing: Bool { failures.last != nil }
        var hasUnsaved: Bool { !unsaved.isEmpty || isPositionUnsaved }
    }

    private let store: GeofenceStore
    private let name: String
    private let path: String
    private let encoder: TransitionEncoder
    private let state: Mutex<State>

    /// Creates a journal that touches nothing before `begin`.
    ///
    /// - Parameter forgot: Called with the slots of devices that the store was told to forget and that the engine has
    ///   forgotten.
    init(
        _ name: String,
        output path: String,
        format: TransitionFormat,
        engine: GeofenceEngine,
        store: GeofenceStore,
        forgot: @escaping @Sendable (Set<UInt32>) -> Void
    ) {
        self.store = store
        self.name = name
        self.path = path
        // The columns are the same for all rules and geofences, as both may differ when the watch continues.
        encoder = TransitionEncoder(format: format, isFull: true, showsInferred: true)
        state = Mutex(State(unsaved: UnsavedWatch(of: engine, named: name, forgot: forgot)))
    }

    /// The number of transitions so far.
    var count: Int { state.withLock { $0.count } }

    /// Whether the store still lacks something that it could not take.
    var isBehind: Bool { state.withLock { $0.isFailing } }

    /// How far the watch has come in its input.
    var progress: WatchProgress { state.withLock { $0.progress } }

    /// Restores in the engine what the watch knew about devices, checked against the changes to geofences since, and
    /// opens the output. Must be called once it is known that no other process runs the watch.
    ///
    /// - Parameter rebasing: Whether to accept states that were decided by other rules; from then on they belong to the
    ///   current rules.
    func begin(_ saved: SavedChanges, rebasing: Bool) throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in
            let transitions: [Transition]
            do throws(GeofenceError) {
                transitions = try state.unsaved.restore(from: store, saved, rebasing: rebasing)
            } catch {
                throw Self.refusal(error)
            }
            try open(&state)
            // Saved before anything is written: from here on, what a killed watch has written is known to be its own.
            try state.output?.sync(&state.progress)
            try store.save(state.progress, ofWatch: name, devices: [], transitions: [], rejects: [], isPatient: true)
            if !transitions.isEmpty { write(transitions, &state) }
            // From here on the output is known to belong to this watch.
            save(&state, saved.revision)
        }
    }

    /// Opens the output, cut back to what the store knows about it.
    private func open(_ state: inout State) throws(GeofenceError) {
        var progress = try store.progress(ofWatch: name) ?? WatchProgress()
        var header: [UInt8] = []
        encoder.appendHeader(to: &header)
        let output = try WatchOutput(path: path, header: header, after: progress)
        progress.output = output.file
        progress.isOutputOpen = true
        state.output = output
        state.progress = progress
    }

    /// Returns an error about a state that does not fit, with advice on what to do about it.
    private static func refusal(_ error: GeofenceError) -> GeofenceError {
        var error = error
        switch error.code {
        case .stateMismatch:
            error.recoverySuggestion =
                "Give the options that it had, add --rebase to resume with these, or start over under another --name."
        case .invalidState: error.recoverySuggestion = "Start over under another --name, with another --output."
        default: break
        }
        return error
    }

    /// Writes transitions, and keeps them in the store with the states of their devices.
    func take(_ transitions: [Transition], revision: Int64) {
        guard !transitions.isEmpty else { return }
        state.withLock { state in
            write(transitions, &state)
            save(&state, revision)
        }
    }

    /// Writes the transitions of fixes; they are saved when the delay has passed, or when there is a pause.
    ///
    /// - Parameter rejected: The fixes that were not used, by their position, in order.
    func take(
        _ transitions: [Transition],
        of fixes: [CompactFix],
        _ rejected: [RejectedPick],
        readTo end: ReadPosition,
        revision: Int64
    ) {
        state.withLock { state in
            var rejected = rejected[...]
            for (position, fix) in fixes.enumerated() {
                let reason = rejected.first.flatMap { Int($0.pick) == position ? $0.reason : nil }
                if reason != nil { rejected.removeFirst() }
                state.unsaved.addFix(inSlot: fix.device, rejectedAs: reason)
            }
            if state.progress.input != end.input || state.progress.inputBytes != end.bytes {
                state.isPositionUnsaved = true
            }
            state.progress.input = end.input
            state.progress.inputHead = end.head
            state.progress.inputBytes = end.bytes
            if !transitions.isEmpty { write(transitions, &state) }
            if ContinuousClock.now - state.lastTried >= Self.delay { save(&state, revision) }
        }
    }

    /// Forgets the devices that the store was told to forget, including what has not been saved about them; the output
    /// keeps their events.
    ///
    /// - Parameter forgettings: How many times the store was told to forget.
    func follow(forgettings: Int64) throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in
            try state.unsaved.follow(forgettings: forgettings, of: store)
        }
    }

    /// Counts an unused fix of the device in a slot.
    func countReject(of slot: UInt32, _ reason: Rejection) {
        state.withLock { $0.unsaved.addReject(of: slot, reason) }
    }

    /// Saves what has not been saved yet.
    func save(revision: Int64) {
        state.withLock { state in
            if state.hasUnsaved { save(&state, revision) }
        }
    }

    /// Completes the output of a watch that has begun.
    func finish(revision: Int64) throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in
            guard let output = state.output else { return }
            state.progress.isOutputOpen = false
            if state.hasUnsaved || state.isFailing {
                try keep(&state, revision, isPatient: true)
            } else {
                // Recording that nothing more was written is not worth waiting for.
                try? keep(&state, revision, isPatient: false)
            }
            try output.finish()
        }
    }

    private func write(_ transitions: [Transition], _ state: inout State) {
        var text: [UInt8] = []
        for transition in transitions { encoder.append(transition, to: &text) }
        state.count += transitions.count
        state.unsaved.add(transitions)
        do throws(GeofenceError) { try state.output?.write(text) } catch { Console().fail(error) }
    }

    private func save(_ state: inout State, _ revision: Int64) {
        let start = ContinuousClock.now
        do throws(GeofenceError) {
            try keep(&state, revision, isPatient: false)
            if state.failures.succeeded() { Console().line("the store accepts events again; none is missing") }
        } catch {
            if state.failures.shouldReport(error, at: start) { Console().show(.unsaved(error)) }
        }
        state.lastTried = .now
    }

    private func keep(_ state: inout State, _ revision: Int64, isPatient: Bool) throws(GeofenceError) {
        // What could not be brought to the disk may be lost, and the system says so only once: another attempt would
        // succeed.
        do throws(GeofenceError) { try state.output?.sync(&state.progress) } catch { Console().fail(error) }
        try state.unsaved.save(to: store, state.progress, revision: revision, isPatient: isPatient)
        state.isPositionUnsaved = false
    }
}
