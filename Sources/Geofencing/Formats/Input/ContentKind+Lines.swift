/// Checks for readers whose records are JSON objects, one per line.
extension ContentKind {
    /// How to turn an array into lines.
    static let arrayToLines = "Write one object per line, as `jq -c '.[]' FILE` does."

    /// Returns the recovery suggestion for content that such a reader does not accept.
    func recovery(toLinesOrElse wanted: String) -> String {
        self == .jsonArray ? Self.arrayToLines : recovery(orElse: wanted)
    }

    /// Refuses an object over several lines, as in pretty-printed JSON.
    ///
    /// - Parameters:
    ///   - subject: The name of the input in messages.
    ///   - scanner: A scanner at the beginning of the input.
    func refuseObjectOverLines(
        as subject: String,
        in scanner: ByteScanner,
        at location: InputLocation
    ) throws(GeofenceError) {
        guard self == .jsonObject, let brace = scanner.firstOffset(of: UInt8(ascii: "{"), from: 0),
            scanner.isObjectOverLines(at: brace)
        else { return }
        throw GeofenceError(
            .unknownFormat,
            "\(subject) is JSON spread over several lines, not one object per line",
            at: location,
            recovery: "Write one object per line, as `jq -c . FILE` does."
        )
    }
}

extension ByteScanner {
    /// Whether the first line of an object has only its brace.
    func isObjectOverLines(at brace: Int) -> Bool {
        var scanner = self
        scanner.position = brace + 1
        while scanner.byte == .space || scanner.byte == .tab { scanner.position += 1 }
        return !scanner.isAtEnd && (scanner.byte == .lineFeed || scanner.byte == .carriageReturn)
    }
}
