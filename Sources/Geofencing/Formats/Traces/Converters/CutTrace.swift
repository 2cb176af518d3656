/// The error for another program's trace that ends in the middle, is broken there, or does not end where it should.
struct CutTrace: Error {
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
                    "Leave out what is nested so deep, or convert it to CSV or NDJSON before."
                )
            case .anotherFollows:
                (
                    "another JSON document follows the \(name), after \(offset) bytes",
                    """
                    Give each document as a file of its own; `jq -s '{locations: map(.locations[])}' FILE` makes one of several \
                    Records.json.
                    """
                )
            }
        return GeofenceError(.invalidSyntax, message, at: location, recovery: recovery)
    }
}
