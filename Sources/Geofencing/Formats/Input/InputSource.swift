/// The source of an input.
package enum InputSource: Sendable {
    /// The file at a path; standard input for `-`.
    case file(String)
    /// The contents of a file in memory, and their name in errors.
    case memory([UInt8], name: String)

    /// The path as the caller gave it, or the name.
    package var path: String {
        switch self {
        case .file(let path): path
        case .memory(_, let name): name
        }
    }

    /// Whether it can be read only once: standard input, a pipe, a terminal or a device.
    var isStream: Bool {
        switch self {
        case .file(let path): path == "-" || FileIdentity(path: path)?.isStream == true
        case .memory: false
        }
    }
}
