/// What an evaluation of traces, or of the fixes of a store, leaves behind.
public struct EvaluatedTraces: Sendable {
    /// An engine with the same geofences and rules, whose devices are where the traces have left them: it knows their
    /// open visits, and takes the fixes that follow. It has counted the fixes of these traces only.
    public let engine: GeofenceEngine

    /// The number of records that were used, and of those that were not, by reason.
    public let counts: FixCounts

    /// Whether a device's fixes were out of order, or older than what the engine knew, so that all fixes were sorted.
    public let wasSorted: Bool

    package init(_ result: TraceResult) {
        (engine, counts, wasSorted) = (result.engine, result.counts, result.wasSorted)
    }
}
