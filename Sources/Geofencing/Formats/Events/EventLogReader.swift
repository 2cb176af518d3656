/// Reads an event log from beginning to end, plain or gzip, in constant memory.
package final class EventLogReader {
    /// One record of the log.
    package enum Record: Sendable, Hashable {
        case event(LoggedEvent)
        /// A record of the format that is not a crossing.
        case other
        /// A record that cannot be read, with its line and the problem.
        case unreadable(line: Int, message: String)
    }

    /// The format of the log; `nil` for an empty one.
    package let format: EventLogFormat?

    /// The number of bytes read, uncompressed.
    package var byteCount: Int { reader.byteCount }

    private let reader: FieldReader<EventField>
    private let path: String
    /// The number of records so far that may not be of the given format; `nil` once one was recognized, or if no format
    /// was given.
    private var doubtful: Int?

    /// Opens a log and reads its beginning.
    ///
    /// - Parameters:
    ///   - path: The file; `-` for standard input.
    ///   - format: The format; `nil` to detect it from the content.
    /// - Throws: `unreadableInput`; `unknownFormat` or `invalidHeader` if the input is not an event log.
    package init(path: String, format: EventLogFormat? = nil, chunkSize: Int = 1 << 20) throws(GeofenceError) {
        let input = try InputFile(path: path)
        let head = try input.peek(RecordReader.headSize)
        let isOfRecorder = withScanner(of: head, { RecorderConverter.firstMessage(in: $0) }) != nil
        let lines =
            isOfRecorder
            ? InputFile(ConvertedInput(input, by: RecorderConverter())) : try JSONLayout.lines(of: input)
        let records = try RecordReader(lines, chunkSize: chunkSize)
        let location = InputLocation(file: path, line: 1)
        let (kind, sniffed) = try records.peek {
            scanner,
            isAll throws(GeofenceError) -> (ContentKind, EventLogFormat?) in
            // The first lines of the recorder may be no messages.
            let kind = isOfRecorder ? .jsonObject : try ContentKind(scanner, isAll: isAll, at: location)
            guard let format else { return (kind, try EventLogFormat.sniffed(kind, from: scanner, location: location)) }
            return (kind, kind == .empty ? nil : format)
        }
        self.format = sniffed
        self.path = path
        doubtful = format == nil ? nil : 0
        reader = try FieldReader(
            records,
            names: sniffed?.names ?? [],
            isTable: sniffed?.isTable == true && kind != .jsonObject,
            required: [[.kind], [.device], [.geofence], [.time]],
            naming: "or give another --format.",
            isRecord: { values in sniffed?.isReadable(values) == true }
        )
    }

    /// Reads a chunk of the log and passes its records in order to `body`; `false` at the end.
    ///
    /// - Throws: `unreadableInput` or `invalidSyntax` if the input fails or its gzip data is damaged; `unknownFormat`
    ///   at the end if no record was of the given format; whatever `body` throws.
    package func read(_ body: (Record) throws(GeofenceError) -> Void) throws(GeofenceError) -> Bool {
        let goesOn = try reader.read { line, values throws(GeofenceError) in
            guard let format else { return }
            if let count = doubtful { doubtful = format.recognizes(values) ? nil : count + 1 }
            let record: Record
            do throws(FieldProblem) {
                var event = try format.event(values.get())
                event?.line = line
                record = event.map { .event($0) } ?? .other
            } catch {
                record = .unreadable(line: line, message: error.message)
            }
            try body(record)
        }
        if !goesOn, let format, let doubtful, doubtful > 0 {
            throw GeofenceError(
                .unknownFormat,
                "none of \(doubtful.counted("record")) has the format \(format.rawValue)",
                at: InputLocation(file: path),
                recovery: "Omit --format to detect the format from the content, or give another one."
            )
        }
        return goesOn
    }
}
