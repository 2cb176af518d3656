/// Merges runs by time; of equal times the earlier run's come first.
struct RunMerge {
    private struct Source {
        let run: SortedRun
        var buffer: [TransitionRecord]
        var position = 0
        var readSoFar: Int

        init(_ run: SortedRun) throws(GeofenceError) {
            self.run = run
            buffer = try run.read(from: 0, limit: SortedRun.blockSize)
            readSoFar = buffer.count
        }

        /// The time of the next record.
        var time: Int64 { buffer[position].time }

        /// Moves the records of the buffer up to a time, and those of that time if they go first; `false` at the end of the
        /// run.
        mutating func move(
            upTo time: Int64,
            isFirst: Bool,
            into records: inout [TransitionRecord]
        ) throws(GeofenceError) -> Bool {
            var end = position
            while end < buffer.count, buffer[end].time < time || (isFirst && buffer[end].time == time) { end += 1 }
            records += buffer[position..<end]
            position = end
            guard position == buffer.count else { return true }
            guard readSoFar < run.count else { return false }
            buffer = try run.read(from: readSoFar, limit: SortedRun.blockSize)
            readSoFar += buffer.count
            position = 0
            return true
        }
    }

    /// The runs that are not at their end, in the order of their numbers.
    private var sources: [Source] = []

    /// - Parameter runs: None of them empty.
    init(_ runs: [SortedRun]) throws(GeofenceError) {
        for run in runs { sources.append(try Source(run)) }
    }

    /// Appends the next records, as many as come before those of all other runs; `false` at the end.
    mutating func next(into records: inout [TransitionRecord]) throws(GeofenceError) -> Bool {
        guard var least = sources.indices.first else { return false }
        for index in sources.indices.dropFirst() where sources[index].time < sources[least].time { least = index }
        var (bound, isFirst) = (Int64.max, true)
        for index in sources.indices where index != least && sources[index].time < bound {
            // Earlier runs with the time of the least would have been the least.
            (bound, isFirst) = (sources[index].time, index > least)
        }
        if try !sources[least].move(upTo: bound, isFirst: isFirst, into: &records) { sources.remove(at: least) }
        return true
    }
}
