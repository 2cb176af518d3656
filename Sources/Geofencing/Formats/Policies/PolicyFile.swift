/// A JSON file with a policy, its thresholds, and the event rules that go with it.
///
/// `docs/formats.md` lists the keys. Written settings read back unchanged.
public struct PolicyFile: Sendable {
    /// The path of the file.
    public let path: String

    /// Creates a reference to a file, which is opened when it is read or written.
    public init(path: String) { self.path = path }

    /// Reads the file.
    ///
    /// - Throws: `unreadableInput`, `inputOutput`; `invalidSyntax` and `invalidRecord` with line, column and key for
    ///   anything that is not JSON, for an unknown or repeated key, and for a value of the wrong type or out of range.
    public func read() throws(GeofenceError) -> PolicySettings { try PolicySettings(.file(path)) }

    /// Writes the settings in the form of `PolicySettings.json()`, replacing an existing file.
    ///
    /// - Throws: `invalidRecord` for a threshold outside the range of policy files; `inputOutput`.
    public func write(_ settings: PolicySettings) throws(GeofenceError) {
        try OutputFile(path: path).commit(settings)
    }
}

extension OutputFile {
    /// Writes settings as the whole file, and commits it.
    ///
    /// - Throws: The errors of `PolicyFile.write(_:)`.
    package func commit(_ settings: PolicySettings) throws(GeofenceError) {
        buffer.append(contentsOf: try settings.json(for: path))
        try commit()
    }
}
