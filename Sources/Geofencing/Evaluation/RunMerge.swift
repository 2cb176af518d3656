/// Merges runs by time; of equal times the earlier run's come first.
struct RunMerge {
    /// What goes first: the earlier, and of equal times what is in the run of the lower number.
    private struct Key: Comparable {
        var time: Int64
        var run: Int

        static func < (one: Key, other: Key) -> Bool {
            one.time != other.time ? one.time < other.time : one.run < other.run
        }
    }

    /// Runs none of which begins before the one before it ends, to be read one after the other. Those of an input in order of
    /// time make one chain.
    private struct Chain {
        private var runs: ArraySlice<(number: Int, run: SortedRun)>
        private var number = 0
        private var place: RunStore.Place
        private var buffer: [TransitionRecord] = []
        private var position = 0
        /// Of the next record.
        private(set) var key: Key

        /// Many chains have small buffers each.
        private static let bufferSize = 1 << 10

        init(_ runs: [(number: Int, run: SortedRun)]) throws(GeofenceError) {
            self.runs = runs.dropFirst()
            number = runs[0].number
            place = runs[0].run.place
            key = Key(time: 0, run: number)
            _ = try fill()
        }

        /// Reads on; `false` at the end.
        private mutating func fill() throws(GeofenceError) -> Bool {
            buffer = try place.read(Self.bufferSize)
            while buffer.isEmpty {
                guard let next = runs.popFirst() else { return false }
                number = next.number
                place = next.run.place
                buffer = try place.read(Self.bufferSize)
            }
            position = 0
            key = Key(time: buffer[0].time, run: number)
            return true
        }

        /// Moves the records of the buffer that come before a key; `false` at the end.
        mutating func move(before bound: Key?, into records: inout [TransitionRecord]) throws(GeofenceError) -> Bool {
            var end = buffer.count
            if let bound {
                end = position
                while end < buffer.count, Key(time: buffer[end].time, run: number) < bound { end += 1 }
            }
            records += buffer[position..<end]
            position = end
            guard end < buffer.count else { return try fill() }
            key.time = buffer[end].time
            return true
        }
    }

    /// Those that are not at their end: a binary heap, the one that goes first on top.
    private var chains: [Chain] = []

    /// - Parameter runs: None of them empty, all of them sealed.
    init(_ runs: [SortedRun]) throws(GeofenceError) {
        var links: [(last: Int64, runs: [(number: Int, run: SortedRun)])] = []
        for (number, run) in runs.enumerated() {
            let (first, last) = run.times
            if let link = links.firstIndex(where: { $0.last <= first }) {
                links[link].last = last
                links[link].runs.append((number, run))
            } else {
                links.append((last, [(number, run)]))
            }
        }
        for link in links { chains.append(try Chain(link.runs)) }
        // A sorted array is a heap.
        chains.sort { $0.key < $1.key }
    }

    /// Appends the next records, as many as come before those of all other chains; `false` at the end.
    mutating func next(into records: inout [TransitionRecord]) throws(GeofenceError) -> Bool {
        guard !chains.isEmpty else { return false }
        var bound: Key?
        for child in 1..<min(3, chains.count) { bound = min(bound ?? chains[child].key, chains[child].key) }
        if try !chains[0].move(before: bound, into: &records) {
            chains.swapAt(0, chains.count - 1)
            chains.removeLast()
        }
        sinkTop()
        return true
    }

    private mutating func sinkTop() {
        var hole = 0
        while 2 * hole + 1 < chains.count {
            var child = 2 * hole + 1
            if child + 1 < chains.count, chains[child + 1].key < chains[child].key { child += 1 }
            guard chains[child].key < chains[hole].key else { return }
            chains.swapAt(hole, child)
            hole = child
        }
    }
}
