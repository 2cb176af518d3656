public import Geofencing
internal import Logging

extension GeofenceStore {
    /// The parts of a store's history that can be forgotten.
    public enum HistoryPart: Sendable, Hashable, CaseIterable {
        /// The imported fixes.
        case fixes
        /// The events, whoever reported them.
        case events
    }

    /// Forgets history that is older than a time: fixes by their own time, events by visits that are over.
    ///
    /// The events of a visit stay together: they are removed once everyone who reported the visit has reported its EXIT
    /// before the limit, or, if EXITs are muted, the next ENTER. So an open visit stays unchanged, and a watch that
    /// continues ends it. Geofences, devices, what watches know and the progress of imports stay unchanged: forgetting
    /// neither creates an event nor suppresses a later one. An evaluation of the fixes uses only those that are left.
    ///
    /// It writes in transactions of at most ten thousand rows or half a second, so that others can write meanwhile. If
    /// it is interrupted between two of them, the rest is consistent, and the same call finishes it. The file does not
    /// shrink: SQLite reuses the space.
    ///
    /// - Parameters:
    ///   - parts: What to forget; both parts by default.
    ///   - devices: The devices whose history is forgotten; `nil`, the default, for all.
    ///   - limit: Whatever has this time or a later one stays. It should be so long ago that no fix is still on its
    ///     way.
    ///   - isDryRun: Whether to only count, and change nothing.
    /// - Returns: How many rows were removed, or would be.
    /// - Throws: The errors of the store; what was forgotten before the error is gone. `unknownDevice`, before anything
    ///   is forgotten, for a device that the store does not know.
    /// - Complexity: O(*n* log *n*) for the *n* fixes and events before the limit, and a lookup for each device and
    ///   geofence; the memory is 24 bytes for each event of the geofence with the most of them, twice that with the
    ///   spare capacity of a list that has grown, and three times while it grows.
    public func forget(
        _ parts: Set<HistoryPart> = Set(HistoryPart.allCases),
        of devices: [DeviceID]? = nil,
        before limit: Timestamp,
        isDryRun: Bool = false
    ) throws(GeofenceError) -> ForgetResult {
        try forget(parts, of: devices, before: limit, isDryRun: isDryRun) { _ throws(GeofenceError) in }
    }

    /// Forgets history that is older than a time.
    ///
    /// - Parameter progressed: Called after each transaction with what has been removed so far; an error that it throws
    ///   ends the call there.
    package func forget(
        _ parts: Set<HistoryPart> = Set(HistoryPart.allCases),
        of devices: [DeviceID]? = nil,
        before limit: Timestamp,
        isDryRun: Bool = false,
        progressed: (ForgetResult) throws(GeofenceError) -> Void
    ) throws(GeofenceError) -> ForgetResult {
        // Checks before a long count that anything can be removed.
        if !isDryRun { try checkWritable() }
        let devices = devices.map { Set($0).sorted() }
        if let devices { try check(devices) }
        var result = ForgetResult()
        if parts.contains(.events) {
            try forgetEvents(of: devices, before: limit.unixMilliseconds, isDryRun: isDryRun, &result, progressed)
        }
        if parts.contains(.fixes) {
            try forgetFixes(of: devices, before: limit.unixMilliseconds, isDryRun: isDryRun, &result, progressed)
        }
        Logger.geofences.debug(
            isDryRun ? "counted the history that would be forgotten" : "forgot history",
            metadata: ["before": "\(limit)", "fixes": "\(result.fixes)", "events": "\(result.events)"]
        )
        return result
    }
}
