/// The problem of a file of JSON or of another program that breaks off, is broken, or cannot be read as a whole.
struct DocumentProblem: Error {
    enum Reason: Equatable {
        case breaksOff
        /// A value is broken before the end.
        case broken
        case tooDeep
        /// The elements are in several lists of an object; `byDevice` if the keys of the lists may be the devices.
        case lists(String, String, byDevice: Bool = false)
        /// Coordinates of GeoJSON are not longitude and latitude on WGS 84, according to this value.
        case referenceSystem(String)
        /// A member beside the list with the elements has the units of these.
        case units(key: String, list: String)
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
        let line = 1 + before.lines + scanner.lineFeeds(in: 0..<offset)
        var code = GeofenceError.Code.invalidSyntax
        let (message, recovery): (String, String)
        switch reason {
        case .breaksOff:
            (message, recovery) = (
                "the \(name) breaks off after \(bytes) bytes", "Check whether the file was copied completely."
            )
        case .broken:
            location.line = line
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
        case .lists(let first, let second, let byDevice):
            (code, location.line) = (.unknownFormat, line)
            (message, recovery) = (
                "there are lists in both \"\(first.shortened)\" and \"\(second.shortened)\", but only one can be read",
                (byDevice ? "If these are the devices, \(Self.namingDevices) Otherwise, give" : "Give")
                    + " each in a file of its own"
                    + (Self.filter(second).map { ", as `jq -c '\($0)' FILE` makes it." } ?? ".")
            )
        case .referenceSystem(let value):
            (code, location.line) = (.unknownFormat, line)
            (message, recovery) = (ReferenceSystem.message(of: value), ReferenceSystem.recovery)
        case .units(let key, let list):
            (code, location.line) = (.unknownFormat, line)
            (message, recovery) = (
                "\"\(key.shortened)\" is beside the list \"\(list.shortened)\", where it would not count for what is in the list",
                "Give each object in the list its own radius_units, or a radius_m in meters."
            )
        }
        return GeofenceError(code, message, at: location, recovery: recovery)
    }

    private static let namingDevices = """
        `jq -c 'to_entries[] | .key as $device | .value | arrays[] | .device = $device' FILE` gives them to their fixes.
        """

    /// Returns the `jq` filter for the values of a key anywhere; `nil` for a key that a command cannot have as it is.
    private static func filter(_ key: String) -> String? {
        guard key.count < 100, key.wholeMatch(of: /[A-Za-z0-9_ .-]+/) != nil else { return nil }
        return ".. | objects | .\"\(key)\" // empty"
    }
}
