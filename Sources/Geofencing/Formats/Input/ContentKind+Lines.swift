/// Checks for readers whose records are JSON objects, one per line.
extension ContentKind {
    /// How to turn an array into lines.
    static let arrayToLines = "Write one object per line, as `jq -c '.[]' FILE` does."

    /// Returns the recovery suggestion for content that such a reader does not accept.
    func recovery(toLinesOrElse wanted: String) -> String {
        self == .jsonArray ? Self.arrayToLines : recovery(orElse: wanted)
    }

    /// Refuses an object whose first line has only its brace, as in pretty-printed JSON.
    ///
    /// - Parameters:
    ///   - subject: The name of the input in messages.
    ///   - scanner: A scanner at the beginning of the input.
    func refuseObjectOverLines(
        as subject: String,
        in scanner: ByteScanner,
        at location: InputLocation
    ) throws(GeofenceError) {
        guard self == .jsonObject, let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0) else { return }
        var scanner = scanner
        scanner.position = brace + 1
        scanner.skipBlanks()
        guard scanner.byte == .lineFeed, !scanner.isAtEnd else { return }
        throw GeofenceError(
            .unknownFormat,
            "\(subject) is JSON spread over several lines, not one object per line",
            at: location,
            recovery: "Write one object per line, as `jq -c . FILE` does."
        )
    }
}
