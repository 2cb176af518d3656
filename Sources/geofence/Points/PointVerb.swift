internal import Geofencing

/// A verb that answers a question for each of many points.
protocol PointVerb: Verb {
    var fences: FenceOptions { get }
    var points: PointOptions { get }
    var engine: EngineOptions { get }
    var messages: ConsoleOptions { get }
}

extension PointVerb {
    /// Throws if files are missing or cannot be used together.
    func checkFiles() throws {
        try fences.files.require()
        try points.check(fences: fences.files)
    }

    /// Reads the geofences and makes an engine of them.
    func load() throws -> (run: PointRun, engine: GeofenceEngine) {
        let threads = engine.threads.count
        let loaded = try fences.load(threads: threads, messages: messages)
        let run = PointRun(points, fences: loaded, threads: threads, messages: messages)
        return (run, try engine.makeEngine(loaded.geofences))
    }
}
