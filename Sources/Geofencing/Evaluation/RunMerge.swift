/// Records in order of time; of equal times in the order in which they came.
enum SortedRun {
    case file(SpillFile<TransitionRecord>)
    case memory([TransitionRecord], order: [Int])

    init(_ records: [TransitionRecord]) {
        struct Key {
            let time: Int64
            let position: Int
        }
        var keys = records.enumerated().map { Key(time: $1.time, position: $0) }
        keys.sort { $0.time != $1.time ? $0.time < $1.time : $0.position < $1.position }
        self = .memory(records, order: keys.map(\.position))
    }

    var count: Int {
        switch self {
        case .file(let file): file.count
        case .memory(_, let order): order.count
        }
    }

    /// Up to `limit` records from the one numbered `position`.
    func read(from position: Int, limit: Int) throws(GeofenceError) -> [TransitionRecord] {
        switch self {
        case .file(let file): try file.read(from: position, limit: limit)
        case .memory(let records, let order):
            order[position..<min(position + limit, order.count)].map { records[$0] }
        }
    }
}

/// Merges runs by time; of equal times the earlier run's come first.
struct RunMerge {
    private struct Source {
        let run: SortedRun
        var buffer: [TransitionRecord]
        var position = 0
        var readSoFar: Int

        init(_ run: SortedRun) throws(GeofenceError) {
            self.run = run
            buffer = try run.read(from: 0, limit: RunMerge.bufferSize)
            readSoFar = buffer.count
        }

        var head: TransitionRecord { buffer[position] }

        /// Steps on; `false` at the end of the run.
        mutating func advance() throws(GeofenceError) -> Bool {
            position += 1
            guard position == buffer.count else { return true }
            guard readSoFar < run.count else { return false }
            buffer = try run.read(from: readSoFar, limit: RunMerge.bufferSize)
            readSoFar += buffer.count
            position = 0
            return true
        }
    }

    static let bufferSize = 1 << 14

    /// The runs that are not at their end, in the order of their numbers.
    private var sources: [Source] = []

    /// - Parameter runs: None of them empty.
    init(_ runs: [SortedRun]) throws(GeofenceError) {
        for run in runs { sources.append(try Source(run)) }
    }

    mutating func next() throws(GeofenceError) -> TransitionRecord? {
        guard var least = sources.indices.first else { return nil }
        for index in sources.indices.dropFirst() where sources[index].head.time < sources[least].head.time {
            least = index
        }
        let record = sources[least].head
        if try !sources[least].advance() { sources.remove(at: least) }
        return record
    }
}
