// SAFETY: `replace(room:_:)` makes the room that it promises before it passes out a pointer to it, which does not
// outlive its closure.

/// A reusable list of slots.
struct HitList: Sendable {
    /// The storage, whose first `count` elements are the slots.
    private(set) var room: [UInt32] = Array(repeating: 0, count: 64)
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// A new array of the slots.
    var slots: [UInt32] { Array(room[..<count]) }

    subscript(position: Int) -> UInt32 { room[position] }

    func contains(_ slot: UInt32) -> Bool { room[..<count].contains(slot) }

    @inline(__always)
    mutating func append(_ slot: UInt32) {
        if count == room.count { makeRoom(for: count + 1) }
        room[count] = slot
        count &+= 1
    }

    /// Replaces the contents by what `write` puts into room for `needed` slots; `write` returns how many slots those
    /// are.
    @inline(__always)
    mutating func replace(room needed: Int, _ write: (UnsafeMutablePointer<UInt32>) -> Int) {
        if needed > room.count { makeRoom(for: needed) }
        count = unsafe room.withUnsafeMutableBufferPointer { room in
            guard let start = room.baseAddress else { return 0 }
            return unsafe write(start)
        }
    }

    mutating func removeAll() { count = 0 }

    @inline(never)
    private mutating func makeRoom(for needed: Int) {
        room.append(contentsOf: repeatElement(0, count: max(needed - room.count, room.count)))
    }
}
