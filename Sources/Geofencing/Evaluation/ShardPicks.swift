/// The fixes of a batch by shard, as positions in the batch in their own order.
struct ShardPicks {
    /// For each shard the end of its positions in `positions`.
    private var ends = SIMD16<UInt32>(repeating: 0)
    private var positions: [UInt32] = []

    /// Sorts out a batch; a counting sort.
    mutating func sort(_ fixes: Span<CompactFix>) {
        precondition(DeviceRegistry.shardCount == 16, "the shard is the lowest four bits of a slot")
        var counts = SIMD16<UInt32>(repeating: 0)
        for position in fixes.indices { counts[Int(fixes[position].device & 15)] &+= 1 }
        var next = SIMD16<UInt32>(repeating: 0)
        var sum: UInt32 = 0
        for shard in 0..<16 {
            next[shard] = sum
            sum += counts[shard]
            ends[shard] = sum
        }
        if positions.count < fixes.count {
            positions.append(contentsOf: repeatElement(0, count: fixes.count - positions.count))
        }
        var sorted = positions.mutableSpan
        for position in fixes.indices {
            let shard = Int(fixes[position].device & 15)
            sorted[Int(next[shard])] = UInt32(truncatingIfNeeded: position)
            next[shard] &+= 1
        }
    }

    /// The positions of the shard's fixes.
    func positions(of shard: Int) -> ArraySlice<UInt32> {
        positions[(shard == 0 ? 0 : Int(ends[shard - 1]))..<Int(ends[shard])]
    }
}
