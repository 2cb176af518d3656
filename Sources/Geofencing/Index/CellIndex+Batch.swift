// SAFETY: as in `CellIndex`. The answers of a group have room for the largest answer per place and a vector of four more.

extension CellIndex {
    /// Finds the slots of the geofences that cover each of many places, ascending and each once.
    ///
    /// Goes through the tree with many places at once, one level after the other, so that their cache misses overlap; for
    /// places in no particular order this is several times as fast as looking up one by one. Answers are in the order of
    /// the places.
    ///
    /// - Parameters:
    ///   - xs: Longitudes in -180 ..< 180.
    ///   - ys: As many latitudes in -90 ... 90.
    ///   - batch: Receives the answers, in place of what it held.
    func lookUp(xs: Span<Double>, ys: Span<Double>, batch: inout HitBatch, worker: inout Worker) {
        precondition(xs.count == ys.count, "Every place has two coordinates.")
        batch.removeAll()
        let room = statistics.largestAnswer
        var first = 0
        while first < xs.count {
            let count = min(LookupGroup.size, xs.count - first)
            for index in 0..<count {
                begin(index, x: xs[first + index], y: ys[first + index], worker: worker)
            }
            approach(count, worker: &worker)
            for index in 0..<count { fetchAnswer(index, worker) }
            unsafe batch.add(places: count, room: count * room + 8) { slots, used, ends in
                var out = unsafe slots
                for index in 0..<count {
                    unsafe out += write(index, worker, to: out)
                    unsafe ends[index] = unsafe used + (out - slots)
                }
            }
            first += count
        }
    }
}
