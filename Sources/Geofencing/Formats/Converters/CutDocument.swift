/// The error for another program's file that ends in the middle, or is broken there.
struct CutDocument: Error {
    enum Reason {
        case breaksOff
        case tooDeep
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
            }
        return GeofenceError(.invalidSyntax, message, at: location, recovery: recovery)
    }
}
