/// Merges runs by time; at equal times, the records of earlier runs come first.
struct RunMerge {
    /// The sort key: the earlier time comes first and, at equal times, the run with the lower number.
    private struct Key: Comparable {
        var time: Int64
        var run: Int

        static func < (one: Key, other: Key) -> Bool {
            one.time != other.time ? one.time < other.time : one.run < other.run
        }
    }

    /// Runs, to be read one after another, none of which begins before the previous one ends. Those of an input in
    /// order of time make one chain.
    private struct Chain {
        private var runs: ArraySlice<(number: Int, stored: RunStore.StoredRun)>
        /// The part of the current run that has not been read.
        private var stored: RunStore.StoredRun
        private var buffer: [TransitionRecord] = []
        private var position = 0
        /// The key of the next record.
        private(set) var key: Key

        private let bufferSize: Int

        init(_ runs: [(number: Int, stored: RunStore.StoredRun)], bufferSize: Int) throws(GeofenceError) {
            self.bufferSize = bufferSize
            self.runs = runs.dropFirst()
            stored = runs[0].stored
            key = Key(time: .min, run: runs[0].number)
            _ = try fill()
        }

        /// Reads the next records; returns `false` at the end.
        private mutating func fill() throws(GeofenceError) -> Bool {
            position = 0
            while true {
                buffer = try stored.read(bufferSize)
                if let first = buffer.first {
                    key.time = first.time
                    return true
                }
                guard let next = runs.popFirst() else { return false }
                (key.run, stored) = next
            }
        }

        /// Moves the records of the buffer that come before a key to `records`; returns `false` at the end.
        mutating func move(before bound: Key?, into records: inout [TransitionRecord]) throws(GeofenceError) -> Bool {
            var end = buffer.count
            if let bound {
                end = position
                while end < buffer.count, Key(time: buffer[end].time, run: key.run) < bound { end += 1 }
            }
            records += buffer[position..<end]
            position = end
            guard end < buffer.count else { return try fill() }
            key.time = buffer[end].time
            return true
        }
    }

    /// The number of records that are read ahead.
    private static let recordsAhead = 1 << 20

    /// The chains that are not at their end: a binary heap with the one that comes first on top.
    private var chains: [Chain] = []

    /// - Parameter runs: The runs; none may be empty, all must be sealed.
    init(_ runs: [SortedRun]) throws(GeofenceError) {
        var links: [(last: Int64, runs: [(number: Int, stored: RunStore.StoredRun)])] = []
        for (number, run) in runs.enumerated() {
            let (stored, first, last) = run.contents
            if let link = links.firstIndex(where: { $0.last <= first }) {
                links[link].last = last
                links[link].runs.append((number, stored))
            } else {
                links.append((last, [(number, stored)]))
            }
        }
        // What all chains together read ahead is limited; if there are many, each has a small buffer.
        let bufferSize = min(max(Self.recordsAhead / max(links.count, 1), 32), 1 << 10)
        for link in links { chains.append(try Chain(link.runs, bufferSize: bufferSize)) }
        chains.sort { $0.key < $1.key }
    }

    /// Appends the next records, as many as come before those of all other chains; returns `false` at the end.
    mutating func next(into records: inout [TransitionRecord]) throws(GeofenceError) -> Bool {
        guard !chains.isEmpty else { return false }
        let bound = chains.prefix(3).dropFirst().lazy.map(\.key).min()
        if try chains[0].move(before: bound, into: &records) {
            chains.sinkFirst { $0.key < $1.key }
        } else {
            _ = chains.removeFirst { $0.key < $1.key }
        }
        return true
    }
}
