internal import ArgumentParser
internal import Foundation
internal import Geofencing
internal import GeofencingStore
internal import Synchronization

/// Where the transitions of a live stream go: to the output at once, and into the store.
///
/// An output that cannot be written ends the process, as there is nobody else to tell. What the store does not take, because
/// another process writes to it, is kept for the next time.
final class EventSink: Sendable {
    private struct State {
        var output: OutputFile
        var unsaved: [Transition] = []
        var count = 0
        var hasWarned = false
    }

    private let store: GeofenceStore
    private let encoder: TransitionEncoder
    private let state: Mutex<State>

    init(path: String, format: TransitionFormat, store: GeofenceStore) throws(GeofenceError) {
        self.store = store
        encoder = TransitionEncoder(format: format)
        let output = try OutputFile(path: path)
        encoder.appendHeader(to: &output.buffer)
        try output.flush()
        state = Mutex(State(output: output))
    }

    /// How many transitions came.
    var count: Int { state.withLock { $0.count } }

    /// Writes and saves transitions.
    func take(_ transitions: [Transition]) {
        state.withLock { state in
            for transition in transitions { encoder.append(transition, to: &state.output.buffer) }
            state.count += transitions.count
            state.unsaved += transitions
            do throws(GeofenceError) { try state.output.flush() } catch { Self.fail(error) }
            save(&state)
        }
    }

    /// Completes the output.
    func finish() throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in
            try state.output.commit()
            try store.save(state.unsaved)
            state.unsaved = []
        }
    }

    private func save(_ state: inout State) {
        do throws(GeofenceError) {
            try store.save(state.unsaved)
            state.unsaved = []
            state.hasWarned = false
        } catch {
            if !state.hasWarned { Console().show(Diagnostic(UserFacingError.from(error))) }
            state.hasWarned = true
        }
    }

    private static func fail(_ error: GeofenceError) -> Never {
        Console().show(Diagnostic(UserFacingError.from(error)))
        exit(error.exitCode.rawValue)
    }
}
