// SAFETY: `base` has room for `capacity` elements, of which those from `start` to `count` are set; it moves when it grows, so
// no pointer into it outlives a `push`. The elements are trivial; `free()` is called once by the owner.

/// A growable array of trivial elements without reference counts, for the work of building an index.
@safe
struct CellStack<Element: BitwiseCopyable> {
    private(set) var base: UnsafeMutablePointer<Element>
    /// The number of the element behind the last.
    private(set) var count = 0
    private var capacity: Int
    /// The number of its first element: more than 0 in a stretch of memory that it shares.
    private let start: Int
    let isShared: Bool
    /// Whether it outgrew the stretch of memory that it shared, so that what it has is not there.
    private(set) var hasLeft = false

    /// How many elements it has.
    var used: Int { count - start }

    init(capacity: Int = 64) {
        unsafe base = Self.allocate(capacity)
        self.capacity = capacity
        start = 0
        isShared = false
    }

    /// A stretch of another one's memory, which stays the other's; elements have the same numbers in both.
    init(within other: CellStack, from start: Int, to end: Int) {
        precondition(start <= end && end <= other.capacity, "A stretch is within the memory.")
        unsafe base = other.base
        count = start
        capacity = end
        self.start = start
        isShared = true
    }

    /// Memory in huge pages where there is enough of it: random lookups are bound by the page tables otherwise. Memory that
    /// is never written costs nothing.
    private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Element> {
        let size = capacity * MemoryLayout<Element>.stride
        guard size >= CellPages.hugePage else { return .allocate(capacity: capacity) }
        let raw = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: CellPages.hugePage)
        unsafe CellPages.preferHuge(raw, size)
        return unsafe raw.bindMemory(to: Element.self, capacity: capacity)
    }

    /// Frees its memory, unless that is another's.
    func free() {
        if !isShared || hasLeft { unsafe base.deallocate() }
    }

    @inline(__always)
    mutating func push(_ element: Element) {
        if count == capacity { grow(to: count + 1) }
        unsafe (base + count).initialize(to: element)
        count &+= 1
    }

    /// Makes room for `extra` more elements and returns where they go; the caller sets all of them.
    mutating func extend(by extra: Int) -> UnsafeMutablePointer<Element> {
        if count + extra > capacity { grow(to: count + extra) }
        defer { count += extra }
        return unsafe base + count
    }

    /// Adds the same element several times.
    mutating func append(_ element: Element, count: Int) {
        unsafe extend(by: count).initialize(repeating: element, count: count)
    }

    @inline(__always)
    mutating func cut(to newCount: Int) { count = newCount }

    @inline(never)
    private mutating func grow(to needed: Int) {
        let larger = max(needed, capacity + capacity / 2)
        let bigger = unsafe Self.allocate(larger)
        unsafe (bigger + start).moveInitialize(from: base + start, count: used)
        free()
        hasLeft = isShared
        unsafe base = bigger
        capacity = larger
    }
}
