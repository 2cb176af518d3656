// SAFETY: the memory of a stack goes to the caller, or is freed after all of it has been copied.

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
    /// Whether everything is in the memory that it was meant for.
    var isInPlace: Bool

    var bytes: Int { rootBytes + nodeBytes + leafBytes + setBytes }

    /// Takes in what another share has in the same memory.
    mutating func add(_ other: CellArenas) {
        nodeBytes += other.nodeBytes
        leafBytes += other.leafBytes
        setBytes += other.setBytes
        counts.add(other.counts)
        isInPlace = isInPlace && other.isInPlace
    }
}

extension CellBuilder {
    /// Hands over what was built.
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
            isInPlace: !root.hasLeft && !nodes.hasLeft && !leaves.hasLeft && !sets.arena.hasLeft
        )
    }

    /// How many elements two cache lines have.
    static func spare<Element: BitwiseCopyable>(for element: Element.Type) -> Int { 128 / MemoryLayout<Element>.stride }

    /// The memory of a stack with room for two cache lines behind the last element; a small one of its own is copied to its
    /// size.
    static func settle<Element: BitwiseCopyable>(_ stack: inout CellStack<Element>) -> UnsafeMutablePointer<Element> {
        let count = stack.count
        _ = unsafe stack.extend(by: spare(for: Element.self))
        // Nobody will look into what is not where the others are.
        if stack.hasLeft { stack.free() }
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
    /// Adds a word that belongs to no set.
    mutating func pad() { arena.push(0) }

    /// Hands over the sets and frees the rest.
    mutating func settle() -> UnsafeMutablePointer<UInt32> {
        freeTables()
        return unsafe CellBuilder.settle(&arena)
    }
}
