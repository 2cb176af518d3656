// SAFETY: the memory of a stack is handed over to the caller, or freed after all of it has been copied.

/// The arenas of a finished index, or of a share of one; the receiver frees them.
@safe
struct CellArenas: BitwiseCopyable {
    var root: UnsafeMutablePointer<UInt32>
    var nodes: UnsafeMutablePointer<UInt32>
    var leaves: UnsafeMutablePointer<UInt64>
    var sets: UnsafeMutablePointer<UInt32>
    var rootBytes: Int
    var nodeBytes: Int
    var leafBytes: Int
    var setBytes: Int
    var counts: CellCounts
    /// Whether everything is in the memory intended for it.
    var isInPlace: Bool

    var bytes: Int { rootBytes + nodeBytes + leafBytes + setBytes }

    /// Adds what another share has in the same memory.
    mutating func add(_ other: CellArenas) {
        nodeBytes += other.nodeBytes
        leafBytes += other.leafBytes
        setBytes += other.setBytes
        counts.add(other.counts)
        isInPlace = isInPlace && other.isInPlace
    }
}

extension CellBuilder {
    /// Hands over the result.
    mutating func finish() -> CellArenas {
        counts.largestAnswer = max(counts.largestAnswer, sets.largest)
        for _ in 0..<4 { sets.pad() }
        let sizes = (nodes: nodes.used * 4, leaves: leaves.used * 8, sets: sets.arena.used * 4)
        return unsafe CellArenas(
            root: Self.settle(&root),
            nodes: Self.settle(&nodes),
            leaves: Self.settle(&leaves),
            sets: sets.settle(),
            rootBytes: grid.rootEntries * 4,
            nodeBytes: sizes.nodes,
            leafBytes: sizes.leaves,
            setBytes: sizes.sets,
            counts: counts,
            isInPlace: !root.isRelocated && !nodes.isRelocated && !leaves.isRelocated && !sets.arena.isRelocated
        )
    }

    /// Returns the number of elements in two cache lines.
    static func spare<Element: BitwiseCopyable>(for element: Element.Type) -> Int { 128 / MemoryLayout<Element>.stride }

    /// Returns the memory of a stack with room for two cache lines after the last element; a small stack with memory of
    /// its own is copied to memory of its exact size.
    static func settle<Element: BitwiseCopyable>(_ stack: inout CellStack<Element>) -> UnsafeMutablePointer<Element> {
        let count = stack.count
        _ = unsafe stack.extend(by: spare(for: Element.self))
        // Elements that are not in the memory shared with the others will never be read.
        if stack.isRelocated { stack.free() }
        let isSmall = stack.count * MemoryLayout<Element>.stride < CellPages.hugePage
        guard isSmall, !stack.isShared else { return unsafe stack.base }
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
    /// Appends a word that belongs to no set.
    mutating func pad() { arena.push(0) }

    /// Hands over the sets and frees the rest.
    mutating func settle() -> UnsafeMutablePointer<UInt32> {
        freeTables()
        return unsafe CellBuilder.settle(&arena)
    }
}
