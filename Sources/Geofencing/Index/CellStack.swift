// SAFETY: `base` has room for `capacity` elements, of which the first `count` are set; it moves when it grows, so no
// pointer into it outlives a `push`. The elements are trivial; `free()` is called once by the owner.

/// A growable array of trivial elements without reference counts, for the work of building an index.
@safe
struct CellStack<Element: BitwiseCopyable> {
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int = 64) {
        unsafe base = Self.allocate(capacity)
        self.capacity = capacity
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

    func free() { unsafe base.deallocate() }

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

    @inline(__always)
    mutating func cut(to newCount: Int) { count = newCount }

    @inline(never)
    private mutating func grow(to needed: Int) {
        let larger = max(needed, capacity + capacity / 2)
        let bigger = unsafe Self.allocate(larger)
        unsafe bigger.moveInitialize(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = bigger
        capacity = larger
    }
}
