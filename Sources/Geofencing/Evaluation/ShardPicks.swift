/// The fixes of a batch by shard, as positions in the batch in their own order.
struct ShardPicks {
    private var starts = [Int](repeating: 0, count: DeviceRegistry.shardCount + 1)
    private var positions: [UInt32] = []

    /// Sorts out a batch; a counting sort.
    mutating func sort(_ fixes: Span<CompactFix>) {
        let mask = UInt32(DeviceRegistry.shardCount - 1)
        for index in starts.indices { starts[index] = 0 }
        for position in fixes.indices { starts[Int(fixes[position].device & mask) + 1] += 1 }
        for index in 1..<starts.count { starts[index] += starts[index - 1] }
        var next = starts
        if positions.count < fixes.count {
            positions.append(contentsOf: repeatElement(0, count: fixes.count - positions.count))
        }
        for position in fixes.indices {
            let shard = Int(fixes[position].device & mask)
            positions[next[shard]] = UInt32(position)
            next[shard] += 1
        }
    }

    /// Where in `positions(of:)` the shard's fixes are.
    func range(of shard: Int) -> Range<Int> { starts[shard]..<starts[shard + 1] }

    /// The positions of the shard's fixes.
    func positions(of shard: Int) -> ArraySlice<UInt32> { positions[range(of: shard)] }
}
