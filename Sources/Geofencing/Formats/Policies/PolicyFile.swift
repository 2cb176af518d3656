/// A JSON file that has a policy with its thresholds, and what of the rules of events goes with it.
///
/// `docs/formats.md` has the keys. What is written reads back as the same settings.
public struct PolicyFile: Sendable {
    /// Where it is.
    public let path: String

    /// Names a file; it is opened when it is read or written.
    public init(path: String) { self.path = path }

    /// Reads the file.
    ///
    /// - Throws: `unreadableInput`, `inputOutput`; `invalidSyntax` and `invalidRecord` with line, column and key for what is no JSON, for
    ///   a key that is not known or comes twice, and for a value of the wrong type or out of its range.
    public func read() throws(GeofenceError) -> PolicySettings { try PolicySettings(.file(path)) }

    /// Writes the settings as `PolicySettings.json()` gives them. A file that is there is replaced.
    ///
    /// - Throws: `invalidRecord` for a threshold beyond the range that files have; `inputOutput`.
    public func write(_ settings: PolicySettings) throws(GeofenceError) {
        try OutputFile(path: path).write(settings)
    }
}

extension OutputFile {
    /// Writes settings as all of the file, and commits it.
    ///
    /// - Throws: As `PolicyFile.write(_:)`.
    package func write(_ settings: PolicySettings) throws(GeofenceError) {
        buffer.append(contentsOf: try settings.json(for: path))
        try commit()
    }
}
