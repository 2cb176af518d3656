internal import ArgumentParser
internal import Geofencing

/// A policy given by name or in a file.
enum PolicyChoice: ExpressibleByArgument {
    case named(TransitionPolicy)
    case file(PolicyFile)

    /// No policy has a dot or a slash in its name; most paths have one.
    init?(argument: String) {
        if let policy = TransitionPolicy(name: argument) {
            self = .named(policy)
        } else if argument.contains(where: { $0 == "." || $0 == "/" }) {
            self = .file(PolicyFile(path: argument))
        } else {
            return nil
        }
    }

    /// The name or the path.
    var defaultValueDescription: String {
        switch self {
        case .named(let policy): policy.name
        case .file(let file): file.path
        }
    }

    /// The path; `nil` for a named policy.
    var path: String? {
        if case .file(let file) = self { file.path } else { nil }
    }

    static var allValueStrings: [String] { TransitionPolicy.names + ["FILE.json"] }

    /// Returns the policy and the settings that the file gives with it.
    func settings() throws(GeofenceError) -> PolicySettings {
        switch self {
        case .named(let policy): PolicySettings(policy)
        case .file(let file): try file.read()
        }
    }
}
