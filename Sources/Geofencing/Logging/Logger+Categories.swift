public import Logging

/// One logger a category. Its label is the category's name after `geofence.`, for log handlers to choose by.
///
/// The library says what it did at the level `debug` and what it got over at `warning`, so that nothing is seen at swift-log's
/// own level `info` as long as all is well. There is no line for a single fix.
extension Logger {
    /// Which devices are tracked, with which owner; their histories.
    public static let tracking = Logger(label: "geofence.tracking")

    /// Fixes that come in: which inputs are opened, how they are written, in which order they come.
    public static let ingest = Logger(label: "geofence.ingest")

    /// Connections to devices: who is reachable for the first time, and who again after a silence.
    public static let connectivity = Logger(label: "geofence.connectivity")

    /// The import of history.
    public static let historyImport = Logger(label: "geofence.import")

    /// Geofences that are read, checked, registered and changed.
    public static let geofences = Logger(label: "geofence.geofences")

    /// What took how long.
    public static let performance = Logger(label: "geofence.performance")

    /// What it takes to understand a failure: versions, options, ends.
    public static let diagnostics = Logger(label: "geofence.diagnostics")
}
