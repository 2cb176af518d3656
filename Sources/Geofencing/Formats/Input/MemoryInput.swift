/// Bytes in memory that are read like those of a file.
final class MemoryInput {
    private var unread: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { unread = bytes[...] }

    func read(into bytes: inout [UInt8], _ range: Range<Int>) -> Int {
        let some = unread.prefix(range.count)
        bytes.replaceSubrange(range.prefix(some.count), with: some)
        unread = unread.dropFirst(some.count)
        return some.count
    }
}
