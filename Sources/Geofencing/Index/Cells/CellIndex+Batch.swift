// SAFETY: as in `CellIndex`. The answers of a group have room for the largest answer per point and for two vectors of
// four more.

extension CellIndex {
    /// Finds the slots of the geofences that cover each of many points, in ascending order and without repeats.
    ///
    /// Goes through the tree with many points at once, one level after the other, so that their cache misses overlap;
    /// for points in no particular order this is several times as fast as looking them up one by one. Answers are in
    /// the order of the points.
    ///
    /// - Parameters:
    ///   - xs: Longitudes in -180 ..< 180.
    ///   - ys: As many latitudes in -90 ... 90.
    ///   - batch: Receives the answers, in place of its previous contents.
    func lookUp(xs: Span<Double>, ys: Span<Double>, batch: inout HitBatch, worker: inout Worker) {
        precondition(xs.count == ys.count, "There must be as many x as y coordinates.")
        batch.removeAll()
        let room = statistics.largestAnswer
        var (first, count) = (0, 0)
        var start = 0
        // The leaves of one group are being fetched while the next group is started.
        while true {
            let next = min(LookupGroup.size, xs.count - first)
            for index in 0..<next {
                begin(start + index, x: xs[first + index], y: ys[first + index], worker: worker)
            }
            if count > 0 { add(count, from: start ^ LookupGroup.size, room: room, to: &batch, &worker) }
            if next == 0 { return }
            descend(from: start, count: next, worker: &worker)
            first += next
            count = next
            start ^= LookupGroup.size
        }
    }

    /// Appends the answers of a group that has come to its cells.
    private func add(
        _ count: Int,
        from start: Int,
        room: Int,
        to batch: inout HitBatch,
        _ worker: inout Worker
    ) {
        resolve(from: start, &worker)
        for index in start..<start + count { fetchAnswer(index, worker) }
        unsafe batch.add(places: count, room: count * room + 8) { slots, used, ends in
            var out = unsafe slots
            for index in 0..<count {
                unsafe out += write(start + index, worker, to: out)
                unsafe ends[index] = unsafe used + (out - slots)
            }
        }
    }
}
