public import Geofencing
internal import Logging

extension GeofenceStore {
    /// What of the history of a store can be forgotten.
    public enum HistoryPart: Sendable, Hashable, CaseIterable {
        /// The imported fixes.
        case fixes
        /// The events, whoever has told them.
        case events
    }

    /// Forgets what is older than a time: fixes by their own time, events by visits that are over.
    ///
    /// The events of a visit stay together: they go once all who have told of it have told its EXIT before the limit, or, where EXITs
    /// are muted, the next ENTER. So a visit that is open stays as it is, and a watch that goes on ends it. Geofences, devices, what
    /// watches know and how far imports are stay as they are: forgetting gives no event and takes none from a later one. An
    /// evaluation of the fixes has no more than the fixes that are left.
    ///
    /// It writes in transactions of ten thousand rows or half a second at most, so that others can write meanwhile. If it is ended
    /// between two, what is left is whole, and the same call finishes it. The file does not become smaller: SQLite fills the room again.
    ///
    /// - Parameters:
    ///   - parts: What is to be forgotten; both by default.
    ///   - devices: Those whose history is forgotten; `nil`, the default, for all.
    ///   - limit: What was at this time or later stays. It should be so long ago that no fix is still on its way.
    ///   - isDryRun: Whether it only counts, and changes nothing.
    /// - Returns: How many rows are gone, or would be.
    /// - Throws: The errors of the store; what was forgotten before is gone. `unknownDevice`, before anything is forgotten, for one of which
    ///   the store has nothing.
    /// - Complexity: O(*n* log *n*) for the *n* fixes and events before the limit, and a look for each device and geofence; the memory is
    ///   24 bytes for each event of the geofence with the most of them, twice that with the room of a list that has grown, and three times
    ///   while it grows.
    public func forget(
        _ parts: Set<HistoryPart> = Set(HistoryPart.allCases),
        of devices: [DeviceID]? = nil,
        before limit: Timestamp,
        isDryRun: Bool = false
    ) throws(GeofenceError) -> ForgetResult {
        try forget(parts, of: devices, before: limit, isDryRun: isDryRun) { _ throws(GeofenceError) in }
    }

    /// Forgets what is older than a time.
    ///
    /// - Parameter progressed: Told after each transaction what is gone so far; what it throws ends it there.
    package func forget(
        _ parts: Set<HistoryPart> = Set(HistoryPart.allCases),
        of devices: [DeviceID]? = nil,
        before limit: Timestamp,
        isDryRun: Bool = false,
        progressed: (ForgetResult) throws(GeofenceError) -> Void
    ) throws(GeofenceError) -> ForgetResult {
        // Before long counting it finds out whether anything can be removed.
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
            isDryRun ? "counted what a store would forget" : "forgot history",
            metadata: ["before": "\(limit)", "fixes": "\(result.fixes)", "events": "\(result.events)"]
        )
        return result
    }
}
