/// A file of fixes: CSV with a header, NDJSON of `LocationFix`, or what other programs write: GPX, GeoLife, OwnTracks, Traccar
/// and Google Timeline; plain or gzip.
public struct TraceFile: Sendable {
    private let source: InputSource

    /// Where it is; `-` is standard input. The name of what is in memory.
    public var path: String { source.path }

    /// What times without a zone are ahead of UTC; `nil` where such a record is left out.
    public var utcOffset: UTCOffset?

    /// Names a file; it is opened when it is read.
    public init(path: String, utcOffset: UTCOffset? = nil) {
        source = .file(path)
        self.utcOffset = utcOffset
    }

    /// Takes from memory what such a file would hold.
    ///
    /// - Parameters:
    ///   - contents: The bytes, as a download's `Data` or a text's `utf8`; plain or gzip.
    ///   - name: What errors call it, and the path that names the device where a format's files do not: `bus-7` for `bus-7.gpx`.
    ///   - utcOffset: What times without a zone are ahead of UTC; `nil` where such a record is left out.
    public init(contents: some Sequence<UInt8>, name: String, utcOffset: UTCOffset? = nil) {
        source = .memory(Array(contents), name: name)
        self.utcOffset = utcOffset
    }

    /// Reads all fixes, in the order of the file.
    ///
    /// A record that cannot be used is left out and counted, as `forEachBatch(rejecting:_:)` does, which also tells which it is.
    ///
    /// - Returns: The fixes, and how many records were read as fixes and how many not, by reason.
    /// - Throws: The `GeofenceError` that `forEachBatch(rejecting:_:)` has of its own.
    /// - Complexity: O(bytes); the memory is that of all fixes.
    public func read() throws(GeofenceError) -> (fixes: [Fix], counts: FixCounts) {
        var batches = try TraceBatches(source, utcOffset: utcOffset)
        var fixes: [Fix] = []
        while try batches.readNext() { fixes.append(contentsOf: batches.fixes) }
        return (fixes, batches.counts)
    }

    /// Reads all fixes in the order of the file, in batches.
    ///
    /// A record that cannot be used is left out and counted, as the command's default is; it does not end the reading.
    ///
    /// - Parameters:
    ///   - reject: Told of each record that is left out, before the fixes of the batch around it; what it throws ends the reading.
    ///   - body: Gets a batch of fixes; what it throws ends the reading.
    /// - Returns: How many records were read as fixes and how many not, by reason. What the engine then does with a fix is
    ///   in the engine's own counts.
    /// - Throws: A `GeofenceError` of its own: `unreadableInput`, `unknownFormat`, `invalidHeader` or `inputOutput` for the file as a
    ///   whole; `invalidSyntax` for gzip data that is damaged or cut short, after the batches before, and for GPX or Google
    ///   Timeline that is cut short. What `reject` and `body` throw, of whatever type, comes out as it is.
    /// - Complexity: O(bytes); the memory is that of a batch, but for files of other programs, which are read whole.
    @discardableResult
    public func forEachBatch(
        rejecting reject: (RejectedTraceRecord) throws -> Void = { _ in },
        _ body: ([Fix]) throws -> Void
    ) throws -> FixCounts {
        var batches = try TraceBatches(source, utcOffset: utcOffset)
        while try batches.readNext() {
            for record in batches.rejected { try reject(record) }
            try body(Array(batches.fixes))
        }
        return batches.counts
    }
}
