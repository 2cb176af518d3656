#if canImport(Glibc)
internal import Glibc
#endif

// SAFETY: the advice changes no content, and is given for memory of the caller that starts at a multiple of the page
// size.

/// Pages of memory.
enum CellPages {
    static let hugePage = 1 << 21

    /// Asks the system to use huge pages for a range of memory.
    static func preferHuge(_ start: UnsafeMutableRawPointer, _ size: Int) {
        #if canImport(Glibc)
        unsafe madvise(start, size, MADV_HUGEPAGE)
        #endif
    }
}
