// SAFETY: offsets into `arena` come from `intern`, which wrote a count and that many slots there.

/// Sets of slots, each kept once: equal sets have equal offsets.
@safe
struct CellSets {
    /// Per set the number of its slots and then the slots, ascending; the empty set is at 0.
    var arena = CellStack<UInt32>(capacity: 1 << 12)
    private(set) var count = 1
    private(set) var largest = 0
    private var table: UnsafeMutablePointer<UInt32>
    private var mask: Int

    init() {
        mask = (1 << 10) - 1
        unsafe table = .allocate(capacity: mask + 1)
        unsafe table.initialize(repeating: .max, count: mask + 1)
        arena.push(0)
    }

    func freeTable() { unsafe table.deallocate() }

    func free() {
        freeTable()
        arena.free()
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
        precondition(offset < 1 << 30, "the sets of geofences fit into 4 GB")
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
