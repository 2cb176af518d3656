/// The fixes of a batch by shard, as positions in the batch.
///
/// Within a shard the fixes of a device are together, or nearly so, and in their own order: the memory that one fix
/// brings into the cache serves the next.
struct ShardPicks {
    /// The number of groups of devices in a shard.
    private static let groups = 64
    private static let shards = DeviceRegistry.shardCount

    /// For each group of devices, by the lowest bits of their slots, the end of its positions.
    private var ends = Array(repeating: 0, count: shards * groups)
    private var positions: [UInt32] = []

    /// Sorts the fixes of a batch by shard; a counting sort.
    mutating func sort(_ fixes: Span<CompactFix>) {
        if positions.count < fixes.count {
            positions.append(contentsOf: repeatElement(0, count: fixes.count - positions.count))
        }
        // Moved out of `self`, so that both arrays can be written side by side.
        var next: [Int] = []
        swap(&next, &ends)
        var counts = next.mutableSpan
        for group in counts.indices { counts[group] = 0 }
        for position in fixes.indices { counts[Self.group(of: fixes[position].device)] &+= 1 }
        var sum = 0
        for shard in 0..<Self.shards {
            for group in stride(from: shard, to: counts.count, by: Self.shards) {
                let count = counts[group]
                counts[group] = sum
                sum &+= count
            }
        }
        var sorted = positions.mutableSpan
        for position in fixes.indices {
            let group = Self.group(of: fixes[position].device)
            let place = counts[group]
            sorted[place] = UInt32(truncatingIfNeeded: position)
            counts[group] = place &+ 1
        }
        swap(&next, &ends)
    }

    /// Returns the positions of the shard's fixes.
    func positions(of shard: Int) -> ArraySlice<UInt32> {
        let last = ends.count - Self.shards + shard
        return positions[(shard == 0 ? 0 : ends[last - 1])..<ends[last]]
    }

    @inline(__always)
    private static func group(of device: UInt32) -> Int { Int(device) & (shards * groups - 1) }
}
