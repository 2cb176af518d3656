/// An input whose records are not lines that can be read here, read as such lines.
///
/// What is in memory is a piece of the input, or the longest value if that is longer.
final class ConvertedInput {
    /// The number of bytes read at a time.
    private static let pieceSize = 1 << 20

    /// The maximum number of bytes of a value.
    private static let longest = 1 << 30

    /// What the input is, for errors.
    private let name: String
    private var converter: any PieceConverter
    /// What was read and is not converted yet.
    private var text: TextBuffer
    /// The number of bytes to read before converting.
    private var target = pieceSize
    /// The number of bytes, and of line ends, before `text`.
    private var before = (bytes: 0, lines: 0)

    private var lines: ConvertedLines
    /// The number of bytes of the text of `lines` that were read.
    private var given = 0
    private var isDone = false
    /// What is thrown once the lines before it were read.
    private var failure: GeofenceError?

    /// - Parameter header: The line before the first one, with its line end; empty if there is none.
    init(_ input: InputFile, _ name: String = "JSON", header: [UInt8] = [], by converter: any PieceConverter) {
        text = TextBuffer(input)
        self.name = name
        self.converter = converter
        lines = ConvertedLines(header: header)
    }

    var input: InputFile { text.input }

    /// Reads at most `range.count` (at least 1) bytes of lines into `range` of `bytes`; 0 at the end.
    ///
    /// - Throws: What reading the input throws, and `invalidSyntax` where it breaks off, each after the lines before
    ///   that.
    func read(into bytes: inout [UInt8], _ range: Range<Int>) throws(GeofenceError) -> Int {
        while given == lines.text.count {
            if let failure { throw failure }
            if isDone { return 0 }
            text.fill(to: target)
            convertPiece()
            isDone = text.isEnded
            failure = failure ?? text.failure
        }
        let some = lines.text[given...].prefix(range.count)
        bytes.replaceSubrange(range.prefix(some.count), with: some)
        given += some.count
        return some.count
    }

    /// Replaces the lines with those of what is complete.
    private func convertPiece() {
        if before.bytes > 0 || given > 0 { lines.removeText() }
        given = 0
        // After a failure, the text may only seem to break off.
        let isAll = text.isEnded && text.failure == nil
        var used = 0
        text.terminate()
        do throws(DocumentProblem) {
            try withScanner(of: text.bytes, count: text.count) { scanner throws(DocumentProblem) in
                if before.bytes == 0 { scanner.position = scanner.wholeText.lowerBound }
                var counter = LineCounter(scanner, after: before.lines)
                try converter.convert(&scanner, isAll: isAll, to: &lines, &counter)
                used = scanner.position
                before.lines = counter.line(at: used)
            }
        } catch {
            failure = withScanner(of: text.bytes, count: text.count) { scanner in
                error.refusal(of: name, in: input.path, scanner, after: before)
            }
        }
        before.bytes += used
        text.drop(used)
        target = used == 0 ? 2 * text.count : text.count + Self.pieceSize
        guard text.count > Self.longest, failure == nil else { return }
        failure = GeofenceError(
            .invalidSyntax,
            "a value of the \(name) has more than \(Self.longest) bytes",
            at: InputLocation(file: input.path),
            recovery: "Give CSV, or NDJSON with one object per line."
        )
    }
}
