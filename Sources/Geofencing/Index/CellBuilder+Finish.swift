// SAFETY: the memory of a stack goes to the caller, or is freed after all of it has been copied.

/// The arenas of a finished index; the receiver frees them.
@safe
struct CellArenas {
    var root: UnsafeMutablePointer<UInt32>
    var nodes: UnsafeMutablePointer<UInt32>
    var leaves: UnsafeMutablePointer<UInt64>
    var sets: UnsafeMutablePointer<UInt32>
    var nodeBytes: Int
    var leafBytes: Int
    var setBytes: Int
    var setCount: Int
    var bytes: Int
    var counts: CellCounts
}

extension CellBuilder {
    /// Hands over what was built.
    mutating func finish() -> CellArenas {
        counts.largestAnswer = max(counts.largestAnswer, sets.largest)
        for _ in 0..<4 { sets.pad() }
        let size = (root.count + nodes.count + sets.arena.count) * 4 + leaves.count * 8
        let sizes = (nodes: nodes.count * 4, leaves: leaves.count * 8, sets: sets.arena.count * 4)
        return unsafe CellArenas(
            root: Self.settle(&root),
            nodes: Self.settle(&nodes),
            leaves: Self.settle(&leaves),
            sets: sets.settle(),
            nodeBytes: sizes.nodes,
            leafBytes: sizes.leaves,
            setBytes: sizes.sets,
            setCount: sets.count,
            bytes: size,
            counts: counts
        )
    }

    /// The memory of a stack with room for two cache lines behind the last element; a small one is copied to its size.
    static func settle<Element: BitwiseCopyable>(_ stack: inout CellStack<Element>) -> UnsafeMutablePointer<Element> {
        let count = stack.count
        let room = 128 / MemoryLayout<Element>.stride
        _ = unsafe stack.extend(by: room)
        guard stack.count * MemoryLayout<Element>.stride < CellPages.hugePage else { return unsafe stack.base }
        let raw = UnsafeMutableRawPointer.allocate(
            byteCount: stack.count * MemoryLayout<Element>.stride,
            alignment: 64
        )
        let final = unsafe raw.bindMemory(to: Element.self, capacity: stack.count)
        unsafe final.initialize(from: stack.base, count: count)
        stack.free()
        return unsafe final
    }
}

extension CellSets {
    /// Adds a word that belongs to no set.
    mutating func pad() { arena.push(0) }

    /// Hands over the sets and frees the rest.
    mutating func settle() -> UnsafeMutablePointer<UInt32> {
        freeTable()
        return unsafe CellBuilder.settle(&arena)
    }
}
