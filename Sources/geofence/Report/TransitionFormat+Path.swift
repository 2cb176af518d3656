internal import Geofencing

extension TransitionFormat {
    /// Creates the format that a file's name implies.
    init(path: String) { self = path.lowercased().hasSuffix(".csv") ? .csv : .ndjson }
}
