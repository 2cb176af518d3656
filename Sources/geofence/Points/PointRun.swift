internal import Geofencing
internal import Logging

/// Reads points in chunks, processes one chunk per thread at a time, and writes the rows in input order.
struct PointRun {
    /// The points of a chunk.
    struct Batch: Sendable {
        let points: ParsedPoints
        /// The number of the chunk's first row.
        let firstRow: Int

        var coordinates: [Coordinate] { points.coordinates }

        /// Returns the name of a point as a CSV cell.
        func name(of point: Int) -> [UInt8] {
            points.id(of: point).map(CSVText.cell) ?? Array("\(firstRow + points.rows[point])".utf8)
        }
    }

    /// How much was read, and how much of it was used.
    private struct Counts {
        var lines: Int
        var read = 0
        var used = 0
        var bytes = 0
    }

    /// Appends the rows about a batch, and returns whether a geofence covers any of its points.
    typealias Work = @Sendable (_ batch: Batch, _ rows: inout CSVText) throws(GeofenceError) -> Bool

    let fences: LoadedFences
    private let options: PointOptions
    private let threads: Int
    private let messages: ConsoleOptions

    init(_ options: PointOptions, fences: LoadedFences, threads: Int, messages: ConsoleOptions) {
        self.options = options
        self.fences = fences
        self.threads = threads
        self.messages = messages
    }

    /// Runs the whole process: writes `header` and the rows that `work` makes of each batch.
    func run(header: String, _ work: Work) throws(GeofenceError) {
        let start = ContinuousClock.now
        let reader = try PointReader(path: options.points)
        let output = try OutputFile(path: options.output)
        try output.write(header + "\n")
        let rejects = try RejectBook(path: nil)
        let progress = ProgressLine(
            messages.progressWish,
            noun: "point",
            totalBytes: InputSize.bytes(of: [options.points])
        )
        defer { progress.clear() }
        var counts = Counts(lines: reader.firstLine - 1)
        // Whether a geofence covers any point, and the first points, as long as none is covered.
        var isAnyCovered = false
        var sample: [Coordinate] = []
        while true {
            var chunks: [RecordChunk] = []
            while chunks.count < threads, let chunk = try reader.nextChunk() { chunks.append(chunk) }
            guard !chunks.isEmpty else { break }
            let batches = try batches(of: chunks, reader.parser, rejects, &counts)
            let results = try batches.concurrentMap { batch throws(GeofenceError) in
                var rows = CSVText()
                let isAnyCovered = try work(batch, &rows)
                return (rows.bytes, isAnyCovered)
            }
            for (batch, (bytes, isCovered)) in zip(batches, results) {
                if isCovered { isAnyCovered = true }
                if !isAnyCovered { sample += batch.coordinates.prefix(AxisCheck.sample - sample.count) }
                output.buffer.append(contentsOf: bytes)
                try output.flushIfFull()
            }
            counts.bytes += chunks.reduce(0) { $0 + $1.count }
            progress.update(count: counts.read, bytes: counts.bytes)
        }
        try output.commit()
        progress.clear()
        let elapsed = ContinuousClock.now - start
        let doubt = messages.quiet || isAnyCovered ? nil : try AxisCheck.warning(of: sample, fences.geofences)
        report(counts, elapsed: elapsed, rejects, doubt)
    }

    /// Parses chunks and records the rejected points.
    private func batches(
        of chunks: [RecordChunk],
        _ parser: PointParser,
        _ rejects: RejectBook,
        _ counts: inout Counts
    ) throws(GeofenceError) -> [Batch] {
        let parsed = try chunks.concurrentMap { chunk throws(GeofenceError) in
            var points = ParsedPoints()
            parser.parse(chunk, into: &points)
            return points
        }
        var batches: [Batch] = []
        for points in parsed {
            for record in points.rejected {
                try rejects.add(RejectedFix(record, path: options.points, linesBefore: counts.lines))
            }
            batches.append(Batch(points: points, firstRow: counts.read))
            counts.lines += points.lines
            counts.read += points.records
            counts.used += points.coordinates.count
        }
        return batches
    }

    private func report(_ counts: Counts, elapsed: Duration, _ rejects: RejectBook, _ doubt: Diagnostic?) {
        let (read, used) = (counts.read, counts.used)
        Logger.performance.info(
            "processed points",
            metadata: ["points_read": "\(read)", "points_used": "\(used)", "elapsed": "\(elapsed)"]
        )
        guard !messages.quiet else { return }
        let console = Console()
        rejects.show(on: console)
        if read == 0 { console.show(.emptyInput(options.points)) }
        if let doubt { console.show(doubt) }
        let seconds = elapsed / .seconds(1)
        console.line(fences.summary)
        console.line("points     \(Quantity.account(read: read, used: used))")
        for line in rejects.counts.lines { console.line(line) }
        console.line("time       \(Quantity.fixed(seconds, digits: 3)) s, \(Quantity.rate(read, seconds)) points/s")
    }
}
