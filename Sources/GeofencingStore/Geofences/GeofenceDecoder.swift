internal import Dispatch
internal import Geofencing
internal import Synchronization

/// Decodes rows of geofences on several threads while more rows are read, and keeps their order.
final class GeofenceDecoder: Sendable {
    private static let groupSize = 512

    private struct State {
        var pending: [SavedGeofenceRow] = []
        var groups: [[SavedGeofence]] = []
        /// The error of the first group that has one, whichever thread failed first.
        var failure: (group: Int, error: GeofenceError)?
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "geofence.decode", attributes: .concurrent)
    private let group = DispatchGroup()

    func add(_ row: SavedGeofenceRow) {
        let isFull = state.withLock { state in
            state.pending.append(row)
            return state.pending.count == Self.groupSize
        }
        if isFull { decodePending() }
    }

    /// Waits until everything is decoded, and returns it.
    func finish() throws(GeofenceError) -> [SavedGeofence] {
        decodePending()
        group.wait()
        return try state.withLock { state throws(GeofenceError) in
            if let failure = state.failure { throw failure.error }
            return Array(state.groups.joined())
        }
    }

    private func decodePending() {
        let (rows, number) = state.withLock { state in
            let rows = state.pending
            state.pending = []
            state.groups.append([])
            return (rows, state.groups.count - 1)
        }
        queue.async(group: group) { [self] in
            var policies = PolicyCoder()
            do throws(GeofenceError) {
                var saved: [SavedGeofence] = []
                saved.reserveCapacity(rows.count)
                for row in rows { saved.append(try row.saved(&policies)) }
                state.withLock { $0.groups[number] = saved }
            } catch {
                state.withLock { state in
                    if let known = state.failure, known.group < number { return }
                    state.failure = (number, error)
                }
            }
        }
    }
}
