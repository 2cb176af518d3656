/// A JSON input of any length, of which one unit (a feature) at a time is in memory.
///
/// A unit that reaches the end of the bytes in memory is read again from its start once more bytes are available, which
/// whoever reads it must allow for (see `retrying`). Since the memory doubles each time, each byte is read about twice
/// at most. Carriage returns that end the lines are replaced with line feeds, as in `TextBuffer`.
final class JSONSource {
    /// The maximum length of a unit in bytes.
    static let unitLimit = 1 << 30

    let path: String
    private let input: InputFile
    private let usesCarriageReturns: Bool
    private var bytes: [UInt8]
    private var filled = 0
    private var isEnded = false
    private var position = 0
    /// The offset up to which lines were counted, with the line there and its start.
    private var counted = 0
    private var line = 1
    private var lineStart = 0

    init(_ input: InputFile, bufferSize: Int = 1 << 20) throws(GeofenceError) {
        self.input = input
        path = input.path
        bytes = [UInt8](repeating: 0, count: max(64, bufferSize) + 1 + ByteScanner.padding)
        let head = try input.peek(RecordReader.headSize)
        // The last byte may be the first half of a line end.
        let isWhole = head.count < RecordReader.headSize
        usesCarriageReturns = TextBuffer.usesCarriageReturns(isWhole ? head[...] : head.dropLast())
        try fill()
        if bytes[..<filled].starts(with: UInt8.byteOrderMark) {
            position = UInt8.byteOrderMark.count
            lineStart = position
        }
    }

    /// Reads a unit: calls `attempt` at the position, and again from there with more bytes as long as the unit was not
    /// all in memory. Only the last call counts.
    ///
    /// - Parameter attempt: Must be repeatable, so it may change nothing but the scanner; what follows from its result
    ///   is done after the call. It must read whole tokens. If it fails, the scanner's position or the problem's offset
    ///   must be the farthest byte that it inspected, because these show whether the unit was all in memory.
    func retrying<Result>(
        _ attempt: (inout ByteScanner) throws(FenceProblem) -> Result
    ) throws(JSONSourceError) -> Result {
        while true {
            bytes[filled] = .lineFeed
            let start = position
            var end = start
            let outcome: Swift.Result<Result, FenceProblem> = withScanner(of: bytes, count: filled) { scanner in
                scanner.position = start
                defer { end = scanner.position }
                do throws(FenceProblem) {
                    return .success(try attempt(&scanner))
                } catch {
                    return .failure(error)
                }
            }
            switch outcome {
            case .success(let result):
                // A token that ends with the bytes may continue after them.
                if end < filled || isEnded {
                    position = end
                    return result
                }
            case .failure(let problem):
                if isEnded || max(problem.offset, end) + 64 < filled { throw .problem(atEnd(problem)) }
            }
            guard filled - position < Self.unitLimit else {
                throw .problem(.structure("the feature is longer than \(Self.unitLimit) bytes", at: position))
            }
            do throws(GeofenceError) {
                try fill()
            } catch {
                throw .input(error)
            }
        }
    }

    /// Calls `body` with the bytes in memory and the range of those that are not read yet, which stay unread.
    func ahead<Result>(_ body: (_ bytes: [UInt8], _ unread: Range<Int>) -> Result) -> Result {
        bytes[filled] = .lineFeed
        return body(bytes, position..<filled)
    }

    /// Goes on from an offset in the bytes in memory, at which a token starts.
    func skip(to offset: Int) { position = offset }

    /// The number of bytes in memory that are not read yet.
    var unreadCount: Int { filled - position }

    /// The number of bytes for which there is memory.
    var capacity: Int { bytes.count - 1 - ByteScanner.padding }

    /// Returns the location of an offset in the bytes in memory. Offsets must come in ascending order; otherwise, the
    /// line of the last one is returned.
    func location(of offset: Int, feature: Int? = nil) -> InputLocation {
        bytes[filled] = .lineFeed
        let offset = min(max(offset, counted), filled)
        withScanner(of: bytes, count: filled) { scanner in
            let feeds = scanner.lineFeeds(in: counted..<offset)
            guard feeds > 0, let last = scanner.lastLineFeed(before: offset) else { return }
            line += feeds
            lineStart = last + 1
        }
        counted = offset
        return InputLocation(file: path, line: line, column: offset - lineStart + 1, feature: feature)
    }

    /// Returns the error to throw if the failure of a unit ends the reading.
    func error(_ error: JSONSourceError) -> GeofenceError {
        switch error {
        case .input(let error): error
        case .problem(let problem): problem.error(at: location(of: problem.offset))
        }
    }

    /// Returns the problem, reworded if the only thing wrong is that the text ends.
    private func atEnd(_ problem: FenceProblem) -> FenceProblem {
        guard problem.isStructural, problem.offset >= filled else { return problem }
        var problem = problem
        problem.message = "the input ends in the middle of an object"
        problem.recovery = "Check whether the file was copied completely."
        return problem
    }

    /// Discards what was read up to the position and reads on, into twice the memory if more than half of it is still
    /// needed.
    private func fill() throws(GeofenceError) {
        if position > 0 {
            // Lines are counted before they are discarded.
            if counted < position { _ = location(of: position) }
            // In place: allocating new memory would cost more than everything else here.
            var memory = bytes.mutableSpan
            for offset in 0..<filled - position { memory[offset] = memory[position + offset] }
            filled -= position
            counted -= position
            lineStart -= position
            position = 0
        }
        if filled > capacity / 2 { bytes.append(contentsOf: repeatElement(0, count: capacity)) }
        let target = capacity
        while filled < target {
            let count = try input.read(into: &bytes, filled..<target)
            if count == 0 {
                isEnded = true
                return
            }
            if usesCarriageReturns { TextBuffer.replaceCarriageReturns(in: &bytes, filled..<filled + count) }
            filled += count
        }
    }
}

/// The reason why a unit could not be read.
enum JSONSourceError: Error {
    case problem(FenceProblem)
    case input(GeofenceError)
}
