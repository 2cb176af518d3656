/// The first bytes of a file, as far as they have been read, and the fingerprint that identifies the file by them.
struct TraceBeginning {
    private(set) var fingerprint = ContentFingerprint()
    private var bytes: [UInt8] = []
    /// The maximum length of `bytes`: the first line, which tables of one kind share, and 1024 more. As long as the end
    /// of that line is not known, it is the maximum length of a record.
    private var limit = RecordReader.recordLimit

    mutating func append(_ more: ArraySlice<UInt8>) {
        guard bytes.count < limit else { return }
        bytes += more.prefix(limit - bytes.count)
        if let end = LiveTraceHeader.endOfFirstLine(bytes) {
            limit = end + 1024
            bytes = Array(bytes.prefix(limit))
        }
        fingerprint = ContentFingerprint(of: bytes)
    }
}
