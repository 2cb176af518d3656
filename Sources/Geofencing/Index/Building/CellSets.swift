// SAFETY: offsets into `arena` come from `intern`, which wrote a count and that many slots there; what is written goes
// into room of that size reserved just before.

/// Sets of slots, each kept once: equal sets have equal offsets.
@safe
struct CellSets {
    /// For each set the number of its slots and then the slots, ascending; the empty set is at 0.
    var arena: CellStack<UInt32>
    private(set) var largest = 0
    private var table = CellSetTable()
    /// The latest sums, by a few bits of a hash of what was requested: neighboring cells request the same ones.
    private let sums: UnsafeMutablePointer<Sum>
    private var scratch = CellStack<UInt32>()

    /// A set, a slot that is not in it, and the set that contains both.
    private struct Sum: BitwiseCopyable {
        var set = UInt32.max
        var slot: UInt32 = 0
        var sum: UInt32 = 0

        /// How many bits of the hash there are: sums take 48 kB.
        static let bits = 12
    }

    /// - Parameter arena: Where the sets are kept; still empty.
    init(in arena: CellStack<UInt32>) {
        self.arena = arena
        unsafe sums = .allocate(capacity: 1 << Sum.bits)
        unsafe sums.initialize(repeating: Sum(), count: 1 << Sum.bits)
        self.arena.push(0)
    }

    /// Frees everything except the arena.
    func freeTables() {
        table.free()
        unsafe sums.deallocate()
        scratch.free()
    }

    /// Returns the set of a slot and those of another set, which must not contain it.
    mutating func adding(_ slot: UInt32, to set: CellSet) -> CellSet {
        let hash = (UInt32(set.offset) &* 0x9E37_79B1) ^ (slot &* 0x85EB_CA77)
        let known = unsafe sums + Int(hash &>> (32 - UInt32(Sum.bits)))
        var sum = CellSet(offset: 0, digest: set.digest &+ CellSet.digest(of: slot))
        if unsafe known.pointee.set == UInt32(set.offset), unsafe known.pointee.slot == slot {
            sum.offset = unsafe Int(known.pointee.sum)
            return sum
        }
        let count = unsafe Int(arena.base[set.offset])
        let slots = unsafe arena.base + set.offset + 1
        scratch.cut(to: 0)
        let room = unsafe scratch.extend(by: count + 1)
        var below = 0
        for position in 0..<count {
            let other = unsafe slots[position]
            below &+= other < slot ? 1 : 0
            unsafe room[position &+ (other < slot ? 0 : 1)] = other
        }
        unsafe room[below] = slot
        sum.offset = unsafe intern(UnsafeBufferPointer(start: room, count: count + 1), digest: sum.digest)
        unsafe known.pointee = Sum(set: UInt32(set.offset), slot: slot, sum: UInt32(sum.offset))
        return sum
    }

    /// Returns the offset of a set of ascending slots, adding the set if it is new.
    mutating func intern(_ slots: UnsafeBufferPointer<UInt32>, digest: UInt32) -> Int {
        guard let first = slots.baseAddress, !slots.isEmpty else { return 0 }
        let offset = arena.count
        let kept = table.offset(of: digest, else: offset) { known in
            let known = unsafe arena.base + known
            guard unsafe Int(known[0]) == slots.count else { return false }
            // Without a branch for each slot, many are compared at a time.
            var difference: UInt32 = 0
            for position in 0..<slots.count { unsafe difference |= known[position + 1] ^ first[position] }
            return difference == 0
        }
        if kept < offset { return kept }
        precondition(offset < 1 << 30, "The sets of geofences must fit into 4 GB.")
        let place = unsafe arena.extend(by: slots.count + 1)
        unsafe place[0] = UInt32(slots.count)
        unsafe (place + 1).initialize(from: first, count: slots.count)
        largest = max(largest, slots.count)
        return offset
    }
}
