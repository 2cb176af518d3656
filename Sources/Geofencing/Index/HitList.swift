// SAFETY: `replace(room:_:)` makes the room that it promises before it passes out a pointer to it, which does not
// outlive its closure.

/// A reusable list of geofences, by their slots in an index or their handles in a snapshot.
struct HitList: Sendable {
    /// The storage, whose first `count` elements are the geofences.
    private(set) var room: [UInt32] = Array(repeating: 0, count: 64)
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// A new array of the geofences.
    var fences: [UInt32] { Array(room[..<count]) }

    subscript(position: Int) -> UInt32 { room[position] }

    func contains(_ fence: UInt32) -> Bool { room[..<count].contains(fence) }

    @inline(__always)
    mutating func append(_ fence: UInt32) {
        if count == room.count { makeRoom(for: count + 1) }
        room[count] = fence
        count &+= 1
    }

    /// Replaces the contents by what `write` puts into room for `needed` geofences; `write` returns how many those are.
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
