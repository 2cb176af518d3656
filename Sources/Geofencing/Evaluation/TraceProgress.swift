/// How much of some traces has been read.
public struct TraceProgress: Sendable, Hashable {
    /// The number of records processed so far.
    public package(set) var records: Int

    /// The number of bytes read so far, without the headers of tables. Of a compressed file these are the unpacked
    /// bytes, of a file of another program those of the table that it is converted to: only of other files do they add
    /// up to the size.
    public package(set) var bytes: Int

    package init(records: Int = 0, bytes: Int = 0) {
        self.records = records
        self.bytes = bytes
    }
}
