internal import ArgumentParser
internal import Foundation
internal import Geofencing
internal import GeofencingStore
internal import Synchronization

/// Where the transitions of a live stream go, and what is kept so that the watch can go on after any end.
///
/// A transition is written to the output at once. The store gets it soon after, in one transaction with how far the input has
/// been read and what is known of the devices, once the output is on the disk: so the output of a watch that was killed is cut
/// back to what the store knows, and the rest is made again.
///
/// An output that cannot be written ends the process, as there is nobody else to tell. What the store does not take, because
/// another process writes to it or its disk is full, is kept for the next time; what lasts is told once.
final class WatchJournal: Sendable {
    /// How long the store may be behind the output while fixes come without a pause.
    private static let delay = Duration.milliseconds(100)

    /// How far the input has been read; `input` is `nil` for one that cannot be read again.
    struct Place: Sendable {
        var input: String?
        var head: ContentFingerprint
        var bytes: Int
    }

    private struct State {
        /// `nil` until the watch is begun.
        var output: WatchOutput?
        var progress = WatchProgress()
        var unsaved: UnsavedWatch
        /// Whether the input has been read farther than the store knows.
        var isPlaceUnsaved = false
        var count = 0
        var lastTried = ContinuousClock.now
        /// The times that nothing could be saved, since the last time that it could.
        var failures = FailureNotice()

        var isFailing: Bool { failures.last != nil }
        var hasUnsaved: Bool { !unsaved.isEmpty || isPlaceUnsaved }
    }

    private let store: GeofenceStore
    private let name: String
    private let path: String
    private let encoder: TransitionEncoder
    private let state: Mutex<State>

    /// A journal that touches nothing before `begin`.
    ///
    /// - Parameter forgot: Told the slots of devices that the store was told to forget, and the engine has forgotten.
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
        // The same columns whatever the rules and geofences are: both may be others when the watch goes on.
        encoder = TransitionEncoder(format: format, isFull: true, showsInferred: true)
        state = Mutex(State(unsaved: UnsavedWatch(of: engine, named: name, forgot: forgot)))
    }

    /// How many transitions came.
    var count: Int { state.withLock { $0.count } }

    /// Whether the store lacks something that it could not take so far.
    var isBehind: Bool { state.withLock { $0.isFailing } }

    /// How far the watch had come in its input.
    var progress: WatchProgress { state.withLock { $0.progress } }

    /// Gives the engine what the watch knew of devices, checked against what has become of the geofences since, and opens the
    /// output. To be called once it is known that no other process keeps the watch.
    ///
    /// - Parameter rebasing: Whether what was decided by other rules is taken too; from then on it is of these.
    func begin(_ saved: SavedChanges, rebasing: Bool) throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in
            let transitions: [Transition]
            do throws(GeofenceError) {
                transitions = try state.unsaved.restore(from: store, saved, rebasing: rebasing)
            } catch {
                throw Self.refusal(error)
            }
            try open(&state)
            // Before anything is written: what a watch that is killed has written is its own from here on.
            try state.output?.sync(&state.progress)
            try store.save(state.progress, ofWatch: name, devices: [], transitions: [], rejects: [], isPatient: true)
            if !transitions.isEmpty { write(transitions, &state) }
            // From here on the output is known to be this watch's.
            save(&state, saved.revision)
        }
    }

    /// Opens the output, cut back to what the store knows of it.
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

    /// An error of a state that does not fit, with what can be done about it.
    private static func refusal(_ error: GeofenceError) -> GeofenceError {
        var error = error
        switch error.code {
        case .stateMismatch:
            error.recoverySuggestion =
                "Give the options that it had, go on with these by --rebase, or begin anew under another --name."
        case .invalidState: error.recoverySuggestion = "Begin anew under another --name, with another --output."
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

    /// Writes the transitions of fixes; they are kept when it is time, or when there is a pause.
    func take(_ transitions: [Transition], of fixes: [CompactFix], readTo place: Place, revision: Int64) {
        state.withLock { state in
            for fix in fixes { state.unsaved.addDevice(inSlot: fix.device) }
            if state.progress.input != place.input || state.progress.inputBytes != place.bytes {
                state.isPlaceUnsaved = true
            }
            state.progress.input = place.input
            state.progress.inputHead = place.head
            state.progress.inputBytes = place.bytes
            if !transitions.isEmpty { write(transitions, &state) }
            if ContinuousClock.now - state.lastTried >= Self.delay { save(&state, revision) }
        }
    }

    /// Forgets the devices that the store was told to forget, with what it was not given yet of them; the output keeps their events.
    ///
    /// - Parameter forgettings: How often it was told to.
    func follow(forgettings: Int64) throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in
            try state.unsaved.follow(forgettings: forgettings, of: store)
        }
    }

    /// Counts a fix of the device in a slot that was not used.
    func countReject(of slot: UInt32, _ reason: Rejection) {
        state.withLock { $0.unsaved.addReject(of: slot, reason) }
    }

    /// Keeps what is not kept yet.
    func save(revision: Int64) {
        state.withLock { state in
            if state.hasUnsaved { save(&state, revision) }
        }
    }

    /// Completes the output, of a watch that was begun.
    func finish(revision: Int64) throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in
            guard let output = state.output else { return }
            state.progress.isOutputOpen = false
            if state.hasUnsaved || state.isFailing {
                try keep(&state, revision, isPatient: true)
            } else {
                // That nothing more was written is not worth waiting for.
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
            if state.failures.succeeded() { Console().line("the store takes events again; none is missing") }
        } catch {
            if state.failures.isToBeTold(error, at: start) { Console().show(.unsaved(error)) }
        }
        state.lastTried = .now
    }

    private func keep(_ state: inout State, _ revision: Int64, isPatient: Bool) throws(GeofenceError) {
        try state.output?.sync(&state.progress)
        try state.unsaved.save(to: store, state.progress, revision: revision, isPatient: isPatient)
        state.isPlaceUnsaved = false
    }
}
