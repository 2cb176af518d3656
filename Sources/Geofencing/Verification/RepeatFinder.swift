/// Finds texts that occur more than once among any number of texts, in bounded memory.
///
/// Texts are kept as 128-bit hashes: the probability that two of a billion different texts have the same hash is below
/// 1 in 10²⁰. Beyond a limit, sorted runs of hashes go to one temporary file and are merged at the end.
struct RepeatFinder {
    private struct Entry: BitwiseCopyable {
        var high: UInt64
        var low: UInt64
        var line: Int

        static func precedes(_ one: Entry, _ other: Entry) -> Bool {
            (one.high, one.low, one.line) < (other.high, other.low, other.line)
        }
    }

    private let limit: Int
    private var pending: [Entry] = []
    /// Contains the sorted runs one after the other; created on first use.
    private var file: SpillFile<Entry>?
    /// The range of each run in the file.
    private var runs: [Range<Int>] = []

    /// - Parameter limit: The number of hashes to keep in memory.
    init(limit: Int = 1 << 18) { self.limit = limit }

    /// Adds a text.
    mutating func add(_ text: String, line: Int) throws(GeofenceError) {
        // FNV-1a, and a variant of it with another offset and multiplier and a shift in each round; both end with the
        // output function of SplitMix64.
        var (high, low): (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x9E37_79B9_7F4A_7C15)
        for byte in text.utf8 {
            high = (high ^ UInt64(byte)) &* 0x100_0000_01B3
            low = (low ^ UInt64(byte)) &* 0xD6E8_FEB8_6659_FD93
            low ^= low >> 29
        }
        pending.append(Entry(high: SplitMix64.mixed(high), low: SplitMix64.mixed(low), line: line))
        guard pending.count >= limit else { return }
        let file = try openFile()
        let start = file.count
        try file.append(pending.sorted(by: Entry.precedes))
        runs.append(start..<file.count)
        pending.removeAll(keepingCapacity: true)
    }

    private mutating func openFile() throws(GeofenceError) -> SpillFile<Entry> {
        if let file { return file }
        let opened = try SpillFile<Entry>()
        file = opened
        return opened
    }

    /// Returns the lines of texts that occurred before, each with the first line of its text; then discards all texts.
    mutating func repeats() throws(GeofenceError) -> [(line: Int, first: Int)] {
        var sources = [Source(pending.sorted(by: Entry.precedes))]
        if let file, !runs.isEmpty {
            // All buffers together hold no more than the limit, as long as each is large enough for a read to be
            // worthwhile.
            let bufferSize = min(max(limit / runs.count, 16), 1 << 12)
            for run in runs { sources.append(try Source(run, of: file, bufferSize: bufferSize)) }
        }
        pending = []
        file = nil
        runs = []
        // A heap ordered by next entries.
        sources.removeAll { $0.head == nil }
        sources.sort(by: Source.precedes)
        var repeats: [(line: Int, first: Int)] = []
        var first: Entry?
        while let entry = sources.first?.head {
            if let known = first, known.high == entry.high, known.low == entry.low {
                repeats.append((entry.line, known.line))
            } else {
                first = entry
            }
            try sources[0].advance()
            if sources[0].head == nil {
                _ = sources.removeFirst(by: Source.precedes)
            } else {
                sources.sinkFirst(by: Source.precedes)
            }
        }
        return repeats
    }

    /// A sorted run, from memory or from a file.
    private struct Source {
        private var buffer: [Entry]
        private let file: SpillFile<Entry>?
        /// The number of entries to read at once.
        private let bufferSize: Int
        private var position = 0
        /// The part of the run that has not been read.
        private var rest: Range<Int>

        init(_ entries: [Entry]) {
            buffer = entries
            file = nil
            bufferSize = 0
            rest = 0..<0
        }

        init(_ run: Range<Int>, of file: SpillFile<Entry>, bufferSize: Int) throws(GeofenceError) {
            self.file = file
            self.bufferSize = bufferSize
            buffer = try file.read(from: run.lowerBound, limit: min(bufferSize, run.count))
            rest = run.dropFirst(buffer.count)
        }

        /// The next entry; `nil` at the end.
        var head: Entry? { position < buffer.count ? buffer[position] : nil }

        /// Returns whether the next entry of one run comes before that of the other; both must have one.
        static func precedes(_ one: Source, _ other: Source) -> Bool {
            Entry.precedes(one.buffer[one.position], other.buffer[other.position])
        }

        mutating func advance() throws(GeofenceError) {
            position += 1
            guard position == buffer.count, let file, !rest.isEmpty else { return }
            buffer = try file.read(from: rest.lowerBound, limit: min(bufferSize, rest.count))
            rest = rest.dropFirst(buffer.count)
            position = 0
        }
    }
}
