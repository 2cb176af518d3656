/// The lines made from a file whose fixes are not lines: each fix is on the line on which it begins in the file, unless
/// an earlier fix is already on that line.
struct ConvertedLines {
    private(set) var text: [UInt8]

    private var counter: LineCounter
    /// The number of line ends in `text` after its header.
    private var lines = 0

    /// - Parameter header: The line before that of the first fix, with its line end; empty if there is none.
    init(of scanner: ByteScanner, header: [UInt8] = []) {
        text = header
        counter = LineCounter(scanner)
    }

    /// Appends a fix that begins at an offset of the file; offsets ascend. Line ends in it become spaces.
    mutating func append(at offset: Int, _ fix: some Collection<UInt8>) {
        let line = counter.line(at: offset)
        if lines < line {
            text += repeatElement(.lineFeed, count: line - lines)
            lines = line
        }
        let first = text.count
        text += fix
        for index in first..<text.count where text[index] == .lineFeed || text[index] == .carriageReturn {
            text[index] = .space
        }
        text.append(.lineFeed)
        lines += 1
    }
}
