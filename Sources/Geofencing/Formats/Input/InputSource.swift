/// Where an input comes from.
package enum InputSource: Sendable {
    /// The file at a path; standard input for `-`.
    case file(String)
    /// What a file would hold, and the name that errors give it.
    case memory([UInt8], name: String)

    /// The path as the caller gave it, or the name.
    package var path: String {
        switch self {
        case .file(let path): path
        case .memory(_, let name): name
        }
    }
}
