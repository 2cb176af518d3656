/// The error for another program's file that ends in the middle, is broken there, or does not end where it should.
struct CutDocument: Error {
    enum Reason {
        case breaksOff
        case tooDeep
        /// Another JSON document follows, as where two files were joined.
        case anotherFollows
    }

    let offset: Int
    var reason = Reason.breaksOff

    /// Returns the error for the input.
    func refusal(of name: String, at location: InputLocation) -> GeofenceError {
        let (message, recovery) =
            switch reason {
            case .breaksOff:
                ("the \(name) breaks off after \(offset) bytes", "Check whether the file was copied completely.")
            case .tooDeep:
                (
                    "the \(name) is nested more than \(ByteScanner.depthLimit) levels deep after \(offset) bytes",
                    "Remove what is nested so deeply, or convert it to CSV or NDJSON first."
                )
            case .anotherFollows:
                (
                    "another JSON document follows the \(name), after \(offset) bytes",
                    """
                    Put each document in its own file; `jq -s '{locations: map(.locations[])}' FILE` merges several \
                    Records.json.
                    """
                )
            }
        return GeofenceError(.invalidSyntax, message, at: location, recovery: recovery)
    }
}

extension ByteScanner {
    /// Skips a JSON value of a file that is in memory as a whole.
    mutating func skipWholeValue() throws(CutDocument) {
        let first = position
        guard !skipValue() else { return }
        throw CutDocument(offset: position, reason: isTooDeep(since: first) ? .tooDeep : .breaksOff)
    }

    /// Throws unless a text has whole JSON values only, one after the other.
    func checkDocuments() throws(CutDocument) {
        var scanner = self
        scanner.position = wholeText.lowerBound
        while true {
            repeat { scanner.skipWhitespace() } while scanner.skip(.recordSeparator)
            guard !scanner.isAtEnd else { return }
            try scanner.skipWholeValue()
        }
    }
}
