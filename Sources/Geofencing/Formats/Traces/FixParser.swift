/// Turns chunks of a trace into fixes; can be used by any number of threads at once.
struct FixParser: Sendable {
    enum Layout: Sendable {
        case table(TableFixParser)
        case objects(ObjectFixParser)
    }

    let layout: Layout
    /// Whether battery charges are read too, which costs time; the header of a table must name their column.
    var readsBatteries = false
    var source = Source.file

    /// What the text is; line numbers are those of the file in any case.
    enum Source {
        /// That of the file.
        case file
        /// The elements of JSON, each on a line of its own, so that columns are not those of the file.
        case elements
        /// Converted from another format.
        case conversion
    }

    /// Parses all records of `chunk` into `result`, whose memory is reused.
    ///
    /// - Complexity: O(bytes). Nothing is allocated for a usable fix in the common notation whose device is in
    ///   `devices`.
    func parse(_ chunk: borrowing RecordChunk, devices: inout DeviceCache, into result: inout ParsedFixes) {
        result.reset()
        result.hasBatteries = readsBatteries
        defer {
            switch source {
            case .file: break
            case .elements: result.clearColumnsOfRejected()
            case .conversion: result.clearTextOfRejected()
            }
        }
        let oversizedLines = chunk.oversizedLines
        let endsWithoutLineFeed = chunk.endsWithoutLineFeed
        withScanner(of: chunk.bytes, count: chunk.count) { scanner in
            if oversizedLines > 0 { return result.rejectOversized(scanner, lines: oversizedLines) }
            switch layout {
            case .table(let parser):
                parser.parse(scanner, endsWithoutLineFeed: endsWithoutLineFeed, devices: &devices, into: &result)
                if source == .conversion { result.clearCellsOfRejected() }
            case .objects(let parser):
                parser.parse(scanner, endsWithoutLineFeed: endsWithoutLineFeed, devices: &devices, into: &result)
            }
        }
    }

    /// Does the same, and records how long it took.
    func parseTimed(_ chunk: borrowing RecordChunk, devices: inout DeviceCache, into result: inout ParsedFixes) {
        let start = ContinuousClock.now
        parse(chunk, devices: &devices, into: &result)
        PerformanceMonitor.shared.record(.parse, ContinuousClock.now - start, count: result.records)
    }
}
