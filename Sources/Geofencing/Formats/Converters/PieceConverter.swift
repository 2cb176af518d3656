/// Converts text, piece by piece, to lines that can be read here.
protocol PieceConverter {
    /// Converts what is complete in a scanner's text, from its position on, and leaves the position where the rest
    /// begins, which is given again with more text after it.
    ///
    /// - Parameter isAll: Whether the text ends with that of the scanner.
    /// - Throws: Where the text is broken, after the lines before that were appended.
    mutating func convert(
        _ scanner: inout ByteScanner,
        isAll: Bool,
        to lines: inout ConvertedLines,
        _ counter: inout LineCounter
    ) throws(DocumentProblem)
}
