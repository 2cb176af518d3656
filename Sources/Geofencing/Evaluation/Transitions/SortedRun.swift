internal import Synchronization

/// Records in order of time; at equal times, in order of arrival.
final class SortedRun: Sendable {
    private enum State {
        /// In order of arrival.
        case pending([TransitionRecord])
        case sealed(RunStore.StoredRun, first: Int64, last: Int64)
    }

    private let state: Mutex<State>
    private let store: RunStore

    /// - Parameter store: Keeps the records once they are sealed.
    init(_ records: [TransitionRecord], in store: RunStore) {
        state = Mutex(.pending(records))
        self.store = store
    }

    /// Sorts and packs the records. This takes a while, and must be done before they are read.
    func seal() throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in
            guard case .pending(var records) = state else { return }
            // Makes `records` the only reference, so that its memory can be reused.
            state = .pending([])
            let order = Self.order(of: records)
            var packed: [PackedRecord] = []
            var rests: [PackedRest] = []
            packed.reserveCapacity(records.count)
            for position in order {
                let rest = PackedRest(records[position])
                packed.append(PackedRecord(records[position], hasRest: rest != nil))
                if let rest { rests.append(rest) }
            }
            let (first, last) = (records[order[0]].time, records[order[order.count - 1]].time)
            state = .sealed(try store.keep(packed, rests), first: first, last: last)
            store.put(&records)
        }
    }

    /// Returns the positions of the records in order of time and, at equal times, of arrival: a radix sort, which is
    /// stable, by eleven bits at a time from the lowest, as many as the times differ in.
    ///
    /// - Complexity: O(*n*) for times of one span.
    private static func order(of records: [TransitionRecord]) -> [Int] {
        struct Key {
            /// In milliseconds since the earliest time.
            var time: UInt64
            var position: Int
        }
        let earliest = records.lazy.map(\.time).min() ?? 0
        var keys = records.enumerated().map { Key(time: UInt64(bitPattern: $1.time &- earliest), position: $0) }
        let span = keys.lazy.map(\.time).max() ?? 0
        var sorted = keys
        for shift in stride(from: UInt64(0), to: 64, by: 11) where span >> shift > 0 {
            func digit(_ key: Key) -> Int { Int(key.time &>> shift & 0x7FF) }
            var starts = [Int](repeating: 0, count: 0x801)
            for key in keys { starts[digit(key) + 1] += 1 }
            for digit in 1..<starts.count { starts[digit] += starts[digit - 1] }
            for key in keys {
                let digit = digit(key)
                sorted[starts[digit]] = key
                starts[digit] += 1
            }
            swap(&keys, &sorted)
        }
        return keys.map(\.position)
    }

    /// The location from which its records can be read in order, and the times of the first and the last; the run must
    /// be sealed.
    var contents: (stored: RunStore.StoredRun, first: Int64, last: Int64) {
        state.withLock { state in
            guard case .sealed(let stored, let first, let last) = state else {
                preconditionFailure("A run must be sealed before it is read.")
            }
            return (stored, first, last)
        }
    }
}
