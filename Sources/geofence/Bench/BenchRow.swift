internal import Geofencing

/// What a task found and how long it took.
struct BenchMeasurement {
    /// The number of fixes, points or operations.
    var count: Int
    /// The time for all of them, in nanoseconds.
    var time: Double
    var answers: AnswerSum
    /// Percentiles of the time of one call, in nanoseconds: 50, 95, 99 and 99.9.
    var percentiles: [Int]?
}

/// One measurement: one task run by one engine.
struct BenchRow {
    var task: BenchTask
    var engine: EngineKind
    var geofences: Int
    var vertices: Int
    var measurement: BenchMeasurement
    var buildSeconds: Double?
    var indexBytes: Int?

    /// The time per fix; `nil` if there are no fixes.
    var nanosecondsPerFix: Double? {
        measurement.count > 0 ? measurement.time / Double(measurement.count) : nil
    }

    var fixesPerSecond: Double? { nanosecondsPerFix.flatMap { $0 > 0 ? 1e9 / $0 : nil } }

    var json: JSONText {
        let percentiles = measurement.percentiles
        let members: [(String, JSONText?)] = [
            ("task", .string(task.rawValue)),
            ("engine", .string(engine.rawValue)),
            ("geofences", .number(geofences)),
            ("vertices", .number(vertices)),
            ("fixes", .number(measurement.count)),
            ("pairs", .number(measurement.answers.pairs)),
            ("checksum", .number(measurement.answers.checksum)),
            ("ns_per_fix", nanosecondsPerFix.map(JSONText.number)),
            ("fixes_per_second", fixesPerSecond.map(JSONText.number)),
            ("build_s", buildSeconds.map(JSONText.number)),
            ("index_bytes", indexBytes.map(JSONText.number)),
            ("p50_ns", (percentiles?[0]).map(JSONText.number)),
            ("p95_ns", (percentiles?[1]).map(JSONText.number)),
            ("p99_ns", (percentiles?[2]).map(JSONText.number)),
            ("p999_ns", (percentiles?[3]).map(JSONText.number)),
        ]
        return .object(members.map { ($0, $1 ?? .null) })
    }
}
