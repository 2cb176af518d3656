internal import Geofencing

extension TransitionFormat {
    /// The format that a file's name asks for.
    init(path: String) { self = path.lowercased().hasSuffix(".csv") ? .csv : .ndjson }
}
