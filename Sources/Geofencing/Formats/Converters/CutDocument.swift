/// The error for another program's file that ends in the middle, or is broken there.
struct CutDocument: Error {
    enum Reason: Equatable {
        case breaksOff
        /// A value is broken before the end.
        case broken
        case tooDeep
    }

    /// The offset in the text of a scanner.
    let offset: Int
    var reason = Reason.breaksOff

    /// Returns the error for the input.
    ///
    /// - Parameters:
    ///   - name: What the input is.
    ///   - scanner: The text.
    ///   - before: The number of bytes, and of line ends, before the text.
    func refusal(
        of name: String,
        in path: String,
        _ scanner: ByteScanner,
        after before: (bytes: Int, lines: Int) = (0, 0)
    ) -> GeofenceError {
        var location = InputLocation(file: path)
        let bytes = before.bytes + offset
        let (message, recovery): (String, String)
        switch reason {
        case .breaksOff:
            (message, recovery) = (
                "the \(name) breaks off after \(bytes) bytes", "Check whether the file was copied completely."
            )
        case .broken:
            location.line = 1 + before.lines + scanner.lineFeeds(in: 0..<offset)
            let lineFeed = scanner.lastLineFeed(before: offset)
            location.column = lineFeed.map { offset - $0 } ?? (before.lines == 0 ? bytes + 1 : nil)
            (message, recovery) = (
                "the \(name) is malformed",
                "Check the quotes, colons and commas; a JSON validator shows the position."
            )
        case .tooDeep:
            (message, recovery) = (
                "the \(name) is nested more than \(ByteScanner.depthLimit) levels deep after \(bytes) bytes",
                "Remove what is nested so deeply, or convert it to CSV or NDJSON first."
            )
        }
        return GeofenceError(.invalidSyntax, message, at: location, recovery: recovery)
    }
}
