internal import Dispatch
internal import Geofencing
internal import Synchronization

/// Decodes rows of geofences on several threads while more rows are read, and keeps their order.
///
/// Whoever waits for the result decodes what no other thread has begun: all threads that the system lends may be
/// waiting, for this decoder or for others.
final class GeofenceDecoder: Sendable {
    private static let groupSize = 512

    /// Rows that are decoded together.
    private struct Group: Sendable {
        let number: Int
        let rows: [SavedGeofenceRow]
    }

    private struct State {
        var pending: [SavedGeofenceRow] = []
        /// The groups that no thread has begun to decode.
        var waiting: [Group] = []
        var decoded: [[SavedGeofence]] = []
        /// The error of the first group that has one, whichever thread failed first.
        var failure: (group: Int, error: GeofenceError)?

        /// Makes the pending rows a group.
        mutating func endGroup() {
            waiting.append(Group(number: decoded.count, rows: pending))
            decoded.append([])
            pending = []
        }
    }

    private let state = Mutex(State())
    private let queue: DispatchQueue
    /// Entered while a group is being decoded.
    private let decoding = DispatchGroup()

    /// - Parameter queue: A concurrent queue that helps.
    init(on queue: DispatchQueue = DispatchQueue(label: "geofence.decode", attributes: .concurrent)) {
        self.queue = queue
    }

    func add(_ row: SavedGeofenceRow) {
        let isFull = state.withLock { state in
            state.pending.append(row)
            guard state.pending.count == Self.groupSize else { return false }
            state.endGroup()
            return true
        }
        if isFull { queue.async { self.decodeNext() } }
    }

    /// Decodes the rest, waits until everything is decoded, and returns it.
    func finish() throws(GeofenceError) -> [SavedGeofence] {
        state.withLock { $0.endGroup() }
        while decodeNext() {}
        decoding.wait()
        return try state.withLock { state throws(GeofenceError) in
            if let failure = state.failure { throw failure.error }
            return Array(state.decoded.joined())
        }
    }

    /// Decodes a group that no thread has begun.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    private func decodeNext() -> Bool {
        let next = state.withLock { state in
            let next = state.waiting.popLast()
            if next != nil { decoding.enter() }
            return next
        }
        guard let next else { return false }
        defer { decoding.leave() }
        var policies = PolicyCoder()
        do throws(GeofenceError) {
            var saved: [SavedGeofence] = []
            saved.reserveCapacity(next.rows.count)
            for row in next.rows { saved.append(try row.saved(&policies)) }
            state.withLock { $0.decoded[next.number] = saved }
        } catch {
            state.withLock { state in
                if let known = state.failure, known.group < next.number { return }
                state.failure = (next.number, error)
            }
        }
        return true
    }
}
