public import Logging

/// One logger for each category. Its label is `geofence.` followed by the category's name, so that log handlers can
/// select by it.
///
/// The library logs what it did at level `debug` and problems that it recovered from at `warning`, so that at
/// swift-log's default level `info` nothing is logged as long as all is well. Single fixes are not logged.
extension Logger {
    /// Which devices are tracked and who owns them, and their histories.
    public static let tracking = Logger(label: "geofence.tracking")

    /// Incoming fixes: which inputs are opened, in what format, and in what order fixes arrive.
    public static let ingest = Logger(label: "geofence.ingest")

    /// Connections to devices: which device becomes reachable for the first time, or again after a silence.
    public static let connectivity = Logger(label: "geofence.connectivity")

    /// The import of history.
    public static let historyImport = Logger(label: "geofence.import")

    /// Geofences that are read, validated, registered and changed.
    public static let geofences = Logger(label: "geofence.geofences")

    /// The durations of operations.
    public static let performance = Logger(label: "geofence.performance")

    /// Information for understanding a failure: versions, options, how runs end.
    public static let diagnostics = Logger(label: "geofence.diagnostics")
}
