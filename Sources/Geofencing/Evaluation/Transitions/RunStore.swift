internal import Synchronization

/// Keeps the records of sorted runs: in memory as long as they are few, beyond that in temporary files.
final class RunStore: Sendable {
    private struct State {
        /// The number of records that may still be kept in memory.
        var room: Int
        var files: Files?
        /// Memory of records that are no longer needed, to be reused, because touching new memory for the first time
        /// costs more than writing to it.
        var spare: [[TransitionRecord]] = []

        /// Returns the files, which are created when they are first needed.
        mutating func openFiles() throws(GeofenceError) -> Files {
            if let files { return files }
            let opened = Files(records: try SpillFile(), rests: try SpillFile())
            files = opened
            return opened
        }
    }

    private struct Files {
        let records: SpillFile<PackedRecord>
        let rests: SpillFile<PackedRest>
    }

    /// The records of a run, or those of them that have not been read yet.
    struct StoredRun {
        fileprivate var records: Series<PackedRecord>
        fileprivate var rests: Series<PackedRest>
    }

    /// Values one after another.
    fileprivate enum Series<Element: BitwiseCopyable> {
        case memory(ArraySlice<Element>)
        case file(SpillFile<Element>, Range<Int>)

        /// Removes and returns up to `limit` values from the front.
        mutating func take(_ limit: Int) throws(GeofenceError) -> ArraySlice<Element> {
            switch self {
            case .memory(let values):
                self = .memory(values.dropFirst(limit))
                return values.prefix(limit)
            case .file(let file, let range):
                self = .file(file, range.dropFirst(limit))
                return try file.read(from: range.lowerBound, limit: min(limit, range.count))[...]
            }
        }
    }

    private let state: Mutex<State>

    /// - Parameter room: The number of records to keep in memory.
    init(room: Int) { state = Mutex(State(room: room)) }

    /// Keeps the records of a run.
    func keep(_ records: [PackedRecord], _ rests: [PackedRest]) throws(GeofenceError) -> StoredRun {
        try state.withLock { state throws(GeofenceError) in
            if records.count <= state.room {
                state.room -= records.count
                return StoredRun(records: .memory(records[...]), rests: .memory(rests[...]))
            }
            let files = try state.openFiles()
            return StoredRun(
                records: try Self.append(records, to: files.records),
                rests: try Self.append(rests, to: files.rests)
            )
        }
    }

    private static func append<Element: BitwiseCopyable>(
        _ values: [Element],
        to file: SpillFile<Element>
    ) throws(GeofenceError) -> Series<Element> {
        let start = file.count
        try file.append(values)
        return .file(file, start..<file.count)
    }

    /// The largest capacity, in records, of memory that is kept for another run.
    private static let largestSpare = 1 << 17

    /// Takes over the memory of an array, which is empty afterwards.
    func put(_ records: inout [TransitionRecord]) {
        var memory: [TransitionRecord] = []
        swap(&memory, &records)
        guard memory.capacity <= Self.largestSpare else { return }
        memory.removeAll(keepingCapacity: true)
        state.withLock { $0.spare.append(memory) }
    }

    /// Returns an empty array, with memory if there is some.
    func take() -> [TransitionRecord] { state.withLock { $0.spare.popLast() } ?? [] }
}

extension RunStore.StoredRun {
    /// Reads up to `limit` records and advances past them.
    mutating func read(_ limit: Int) throws(GeofenceError) -> [TransitionRecord] {
        let packed = try records.take(limit)
        let rests = try rests.take(packed.count(where: \.hasRest))
        var rest = rests.startIndex
        return packed.map { packed in
            var record = packed.record
            if packed.hasRest {
                rests[rest].complete(&record)
                rest += 1
            }
            return record
        }
    }
}
