#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

// SAFETY: the arenas are copied in full before their stacks are freed; the caller owns the copies.

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
    /// Moves what was built to its final place.
    mutating func finish() -> CellArenas {
        counts.largestAnswer = max(counts.largestAnswer, sets.largest)
        for _ in 0..<4 { sets.pad() }
        let size = (root.count + nodes.count + sets.arena.count) * 4 + leaves.count * 8
        return unsafe CellArenas(
            root: Self.settle(&root),
            nodes: Self.settle(&nodes),
            leaves: Self.settle(&leaves),
            sets: sets.settle(),
            nodeBytes: nodes.count * 4,
            leafBytes: leaves.count * 8,
            setBytes: sets.arena.count * 4,
            setCount: sets.count,
            bytes: size,
            counts: counts
        )
    }

    /// A copy in memory of its size and two cache lines more, in huge pages where the system has them: random lookups are bound by the page
    /// tables otherwise.
    static func settle<Element: BitwiseCopyable>(_ stack: inout CellStack<Element>) -> UnsafeMutablePointer<Element> {
        let size = stack.count * MemoryLayout<Element>.stride + 128
        let hugePage = 1 << 21
        let raw = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: size < hugePage ? 64 : hugePage)
        #if os(Linux)
        if size >= hugePage { unsafe madvise(raw, size, MADV_HUGEPAGE) }
        #endif
        let final = unsafe raw.bindMemory(to: Element.self, capacity: size / MemoryLayout<Element>.stride)
        unsafe final.initialize(from: stack.base, count: stack.count)
        stack.free()
        return unsafe final
    }
}

extension CellSets {
    /// Adds a word that belongs to no set.
    mutating func pad() { arena.push(0) }

    /// Moves the sets to their final place and frees the rest.
    mutating func settle() -> UnsafeMutablePointer<UInt32> {
        freeTable()
        return unsafe CellBuilder.settle(&arena)
    }
}
