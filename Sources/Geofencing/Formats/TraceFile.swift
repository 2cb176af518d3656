/// A file of fixes, plain or gzip: CSV with a header, JSON of `LocationFix`, or a format of other programs, namely
/// GeoJSON, GPX, GeoLife, OwnTracks, Traccar and Google Timeline.
public struct TraceFile: Sendable {
    let source: InputSource

    /// The path of the file, `-` for standard input; the name given to contents in memory.
    public var path: String { source.path }

    /// The offset from UTC of times without a zone; if `nil`, records with such times are rejected.
    public var utcOffset: UTCOffset?

    /// Creates a reference to a file, which is opened when it is read.
    public init(path: String, utcOffset: UTCOffset? = nil) {
        source = .file(path)
        self.utcOffset = utcOffset
    }

    /// Creates a file from its contents in memory.
    ///
    /// - Parameters:
    ///   - contents: The bytes, such as a download's `Data` or a text's `utf8`; plain or gzip.
    ///   - name: The name in errors, and the path that identifies the device in formats whose files do not: `bus-7` for
    ///     `bus-7.gpx`.
    ///   - utcOffset: The offset from UTC of times without a zone; if `nil`, records with such times are rejected.
    public init(contents: some Sequence<UInt8>, name: String, utcOffset: UTCOffset? = nil) {
        source = .memory(Array(contents), name: name)
        self.utcOffset = utcOffset
    }

    /// Reads all fixes, in the order of the file.
    ///
    /// A record that cannot be used is left out and counted; `forEachBatch(rejecting:_:)` also reports which ones.
    ///
    /// - Returns: The fixes, and the number of records read as fixes and rejected, by reason.
    /// - Throws: The errors of its own that `forEachBatch(rejecting:_:)` lists.
    /// - Complexity: O(bytes); the memory is that of all fixes.
    public func read() throws(GeofenceError) -> (fixes: [Fix], counts: FixCounts) {
        var batches = try TraceBatches(source, utcOffset: utcOffset)
        var fixes: [Fix] = []
        while try batches.readNext() { fixes.append(contentsOf: batches.fixes) }
        return (fixes, batches.counts)
    }

    /// Reads all fixes in the order of the file, in batches.
    ///
    /// A record that cannot be used is left out and counted, as the command does by default; it does not end the
    /// reading.
    ///
    /// - Parameters:
    ///   - reject: Called with each record that is left out, before the fixes of its batch; an error that it throws
    ///     ends the reading.
    ///   - body: Called with each batch of fixes, which has at least one; an error that it throws ends the reading.
    /// - Returns: The number of records read as fixes and rejected, by reason. What the engine then does with a fix is
    ///   in the engine's own counts.
    /// - Throws: `GeofenceError` with `unreadableInput`, `unknownFormat`, `invalidHeader` or `inputOutput` for the
    ///   file as a whole; with `invalidSyntax`, after the batches before, for gzip data that is damaged or cut short,
    ///   JSON that is malformed or cut short, and GPX that is cut short. Errors of any type that `reject` and `body`
    ///   throw are passed on unchanged.
    /// - Complexity: O(bytes); the memory is that of a batch, or of the longest record.
    @discardableResult
    public func forEachBatch(
        rejecting reject: (RejectedTraceRecord) throws -> Void = { _ in },
        _ body: ([Fix]) throws -> Void
    ) throws -> FixCounts {
        var batches = try TraceBatches(source, utcOffset: utcOffset)
        while try batches.readNext() {
            for record in batches.rejected { try reject(record) }
            let fixes = Array(batches.fixes)
            if !fixes.isEmpty { try body(fixes) }
        }
        return batches.counts
    }
}
