internal import Geofencing

extension FenceSurvey {
    /// Reads files and checks their contents, showing the progress.
    init(_ paths: [String], threads: Int, messages: ConsoleOptions) throws(GeofenceError) {
        let progress = ProgressLine(messages.progressWish, noun: "geofence", totalBytes: nil)
        defer { progress.clear() }
        try self.init(paths, threads: threads) { progress.update(count: $0, bytes: 0) }
    }
}
