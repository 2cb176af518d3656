// SAFETY: offsets into `arena` come from `intern`, which wrote a count and that many slots there.

/// Sets of slots, each kept once: equal sets have equal offsets.
@safe
struct CellSets {
    /// Per set the number of its slots and then the slots, ascending; the empty set is at 0.
    var arena: CellStack<UInt32>
    private var count = 1
    private(set) var largest = 0
    private var table: UnsafeMutablePointer<UInt32>
    private var mask: Int
    /// What was found last, by a few bits of what was asked for: cells that are neighbors ask for the same.
    private let sums: UnsafeMutablePointer<Sum>
    private var scratch = CellStack<UInt32>()

    /// A set, a slot that is not in it, and the set of both.
    private struct Sum: BitwiseCopyable {
        var set = UInt32.max
        var slot: UInt32 = 0
        var sum: UInt32 = 0

        static let bits = 12
    }

    /// - Parameter arena: Where they are kept; nothing is in it yet.
    init(in arena: CellStack<UInt32>) {
        self.arena = arena
        mask = (1 << 10) - 1
        unsafe table = .allocate(capacity: mask + 1)
        unsafe table.initialize(repeating: .max, count: mask + 1)
        unsafe sums = .allocate(capacity: 1 << Sum.bits)
        unsafe sums.initialize(repeating: Sum(), count: 1 << Sum.bits)
        self.arena.push(0)
    }

    /// Frees all but the arena.
    func freeTables() {
        unsafe table.deallocate()
        unsafe sums.deallocate()
        scratch.free()
    }

    /// The offset of the set of a slot and those of another set, which it is not in.
    mutating func adding(_ slot: UInt32, to set: Int) -> Int {
        let hash = (UInt32(set) &* 0x9E37_79B1) ^ (slot &* 0x85EB_CA77)
        let known = unsafe sums + Int(hash &>> (32 - UInt32(Sum.bits)))
        if unsafe known.pointee.set == UInt32(set), unsafe known.pointee.slot == slot {
            return unsafe Int(known.pointee.sum)
        }
        scratch.cut(to: 0)
        let slots = unsafe arena.base + set
        var position = 0
        let count = unsafe Int(slots[0])
        while position < count, unsafe slots[position + 1] < slot {
            unsafe scratch.push(slots[position + 1])
            position += 1
        }
        scratch.push(slot)
        while position < count {
            unsafe scratch.push(slots[position + 1])
            position += 1
        }
        let sum = unsafe intern(UnsafeBufferPointer(start: scratch.base, count: scratch.count))
        unsafe known.pointee = Sum(set: UInt32(set), slot: slot, sum: UInt32(sum))
        return sum
    }

    /// The offset of a set of ascending slots.
    mutating func intern(_ slots: UnsafeBufferPointer<UInt32>) -> Int {
        guard !slots.isEmpty else { return 0 }
        var index = unsafe Self.hash(slots) & mask
        while true {
            let offset = unsafe table[index]
            if offset == .max { break }
            let known = unsafe arena.base + Int(offset)
            if unsafe Int(known[0]) == slots.count {
                var equal = 0
                while equal < slots.count, unsafe known[equal + 1] == slots[equal] { equal += 1 }
                if equal == slots.count { return Int(offset) }
            }
            index = (index + 1) & mask
        }
        let offset = arena.count
        precondition(offset < 1 << 30, "The sets of geofences fit into 4 GB.")
        let place = unsafe arena.extend(by: slots.count + 1)
        unsafe place[0] = UInt32(slots.count)
        for position in 0..<slots.count { unsafe place[position + 1] = slots[position] }
        unsafe table[index] = UInt32(offset)
        count += 1
        largest = max(largest, slots.count)
        if count * 2 > mask { grow() }
        return offset
    }

    private mutating func grow() {
        let old = unsafe table
        let oldMask = mask
        mask = mask * 4 + 3
        unsafe table = .allocate(capacity: mask + 1)
        unsafe table.initialize(repeating: .max, count: mask + 1)
        for position in 0...oldMask {
            let offset = unsafe old[position]
            if offset == .max { continue }
            let known = unsafe arena.base + Int(offset)
            let slots = unsafe UnsafeBufferPointer(start: UnsafePointer(known + 1), count: Int(known[0]))
            var index = unsafe Self.hash(slots) & mask
            while unsafe table[index] != .max { index = (index + 1) & mask }
            unsafe table[index] = offset
        }
        unsafe old.deallocate()
    }

    private static func hash(_ slots: UnsafeBufferPointer<UInt32>) -> Int {
        var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
        for position in 0..<slots.count {
            hash = unsafe (hash ^ UInt64(slots[position])) &* 0xFF51_AFD7_ED55_8CCD
            hash ^= hash &>> 32
        }
        return Int(truncatingIfNeeded: hash & 0x7FFF_FFFF_FFFF)
    }
}
