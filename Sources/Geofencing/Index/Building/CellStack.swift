// SAFETY: `base` has room for `capacity` elements, of which those from `start` to `count` are set; it moves when it
// grows, so no pointer into it outlives a `push`. The elements are trivial; `free()` is called once by the owner.

/// A growable array of trivial elements without reference counts, used while an index is built.
@safe
struct CellStack<Element: BitwiseCopyable> {
    private(set) var base: UnsafeMutablePointer<Element>
    /// The index after the last element.
    private(set) var count = 0
    private var capacity: Int
    /// The index of the first element: more than 0 in a range of shared memory.
    private let start: Int
    let isShared: Bool
    /// Whether the stack outgrew the range of memory that it shared, so that its elements are elsewhere.
    private(set) var isRelocated = false

    /// The number of elements.
    var used: Int { count - start }

    init(capacity: Int = 64) {
        unsafe base = Self.allocate(capacity)
        self.capacity = capacity
        start = 0
        isShared = false
    }

    /// Creates a stack in a range of another stack's memory, which the other keeps; elements have the same indexes in
    /// both.
    init(within other: CellStack, from start: Int, to end: Int) {
        precondition(start <= end && end <= other.capacity, "The range must lie within the memory.")
        unsafe base = other.base
        count = start
        capacity = end
        self.start = start
        isShared = true
    }

    /// Allocates memory, in huge pages if there is enough of it, because otherwise random lookups are bound by the page
    /// tables. Memory that is never written costs nothing.
    private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Element> {
        let size = capacity * MemoryLayout<Element>.stride
        guard size >= CellPages.hugePage else { return .allocate(capacity: capacity) }
        let raw = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: CellPages.hugePage)
        unsafe CellPages.preferHuge(raw, size)
        return unsafe raw.bindMemory(to: Element.self, capacity: capacity)
    }

    /// Frees the memory, unless it belongs to another stack.
    func free() {
        if !isShared || isRelocated { unsafe base.deallocate() }
    }

    @inline(__always)
    mutating func push(_ element: Element) {
        if count == capacity { grow(to: count + 1) }
        unsafe (base + count).initialize(to: element)
        count &+= 1
    }

    /// Makes room for `extra` more elements and returns a pointer to it; the caller must set all of them.
    mutating func extend(by extra: Int) -> UnsafeMutablePointer<Element> {
        if count + extra > capacity { grow(to: count + extra) }
        defer { count += extra }
        return unsafe base + count
    }

    /// Appends an element several times.
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
        isRelocated = isShared
        unsafe base = bigger
        capacity = larger
    }
}
