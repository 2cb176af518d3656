/// JSON for readers of which each record is an object on a line of its own.
extension ContentKind {
    /// What makes lines of an array.
    static let arrayToLines = "Write one object a line, as `jq -c '.[]' FILE` does."

    /// What to do about content that is not wanted by such a reader.
    func recovery(toLinesOrElse wanted: String) -> String {
        self == .jsonArray ? Self.arrayToLines : recovery(orElse: wanted)
    }

    /// Refuses an object whose first line has its brace alone, as in JSON that is laid out for people.
    ///
    /// - Parameters:
    ///   - subject: What the input is called.
    ///   - scanner: At the beginning of the input.
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
            "\(subject) is JSON over several lines, not one object a line",
            at: location,
            recovery: "Write one object a line, as `jq -c . FILE` does."
        )
    }
}
