internal import Synchronization

/// Records in order of time; of equal times in the order in which they came. They are in memory until they are moved out.
package final class SortedRun: Sendable {
    /// How many records are best read at once.
    static let blockSize = 1 << 14

    private struct State: ~Copyable {
        var records: [TransitionRecord]
        /// Where the records are in order of time; empty until that is asked for.
        var order: [Int] = []
        var file: SpillFile<TransitionRecord>?

        mutating func read(_ range: Range<Int>) throws(GeofenceError) -> [TransitionRecord] {
            if let file { return try file.read(from: range.lowerBound, limit: range.count) }
            if order.isEmpty { order = SortedRun.order(of: records) }
            return order[range].map { records[$0] }
        }
    }

    let count: Int
    private let state: Mutex<State>
    private let spare: SpareRecords

    /// - Parameter spare: Gets the memory of records that are moved out.
    init(_ records: [TransitionRecord], spare: SpareRecords) {
        count = records.count
        state = Mutex(State(records: records))
        self.spare = spare
    }

    /// Where the records are in order of time, of equal times as they come: a radix sort, which is stable, by eleven bits at a
    /// time from the lowest, as many as the times differ in.
    ///
    /// - Complexity: O(*n*) for times of one span
    private static func order(of records: [TransitionRecord]) -> [Int] {
        struct Key {
            /// In milliseconds since the earliest.
            var time: UInt64
            var position: Int
        }
        let earliest = records.lazy.map(\.time).min() ?? 0
        var keys = records.enumerated().map { Key(time: UInt64(bitPattern: $1.time &- earliest), position: $0) }
        let span = keys.lazy.map(\.time).max() ?? 0
        var sorted = keys
        for shift in stride(from: UInt64(0), to: 64, by: 11) where span >> shift > 0 {
            func digit(_ key: Key) -> Int { Int(key.time &>> shift & 0x7FF) }
            var places = [Int](repeating: 0, count: 0x801)
            for key in keys { places[digit(key) + 1] += 1 }
            for digit in 1..<places.count { places[digit] += places[digit - 1] }
            for key in keys {
                let digit = digit(key)
                sorted[places[digit]] = key
                places[digit] += 1
            }
            swap(&keys, &sorted)
        }
        return keys.map(\.position)
    }

    /// Up to `limit` records from the one numbered `position`.
    func read(from position: Int, limit: Int) throws(GeofenceError) -> [TransitionRecord] {
        let range = position..<min(position + limit, count)
        return try state.withLock { state throws(GeofenceError) in try state.read(range) }
    }

    /// Moves the records to a temporary file.
    func moveOut() throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in
            let file = try SpillFile<TransitionRecord>()
            while file.count < count {
                try file.append(state.read(file.count..<min(file.count + Self.blockSize, count)))
            }
            state.file = file
            state.order = []
            spare.put(&state.records)
        }
    }
}

/// Memory of records that are done with: to be used again, as memory that was never touched costs more than writing to it.
final class SpareRecords: Sendable {
    private let arrays = Mutex<[[TransitionRecord]]>([])

    /// Takes the memory of an array, which is empty afterwards.
    func put(_ records: inout [TransitionRecord]) {
        var memory: [TransitionRecord] = []
        swap(&memory, &records)
        memory.removeAll(keepingCapacity: true)
        arrays.withLock { $0.append(memory) }
    }

    /// An empty array, with memory if there is some.
    func take() -> [TransitionRecord] { arrays.withLock { $0.popLast() } ?? [] }
}
