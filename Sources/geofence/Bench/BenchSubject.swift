internal import Geofencing

/// An engine under measurement and what building it cost.
struct BenchSubject {
    let kind: EngineKind
    let engine: GeofenceEngine
    let buildSeconds: Double

    init(_ kind: EngineKind, _ workload: BenchWorkload) throws(GeofenceError) {
        self.kind = kind
        var built: GeofenceEngine?
        let time = try BenchClock.nanoseconds { () throws(GeofenceError) in
            built = try GeofenceEngine(checked: workload.geofences, engine: kind)
        }
        if let built { engine = built } else { engine = try GeofenceEngine(checked: [], engine: kind) }
        buildSeconds = time * 1e-9
    }

    /// A row of this engine.
    func row(
        _ task: String,
        _ workload: BenchWorkload,
        count: Int,
        nanoseconds: Double,
        _ sum: AnswerSum,
        percentiles: [Int]? = nil
    ) -> BenchRow {
        BenchRow(
            task: task,
            engine: kind.rawValue,
            geofences: workload.geofences.count,
            vertices: workload.vertices,
            fixes: count,
            pairs: sum.pairs,
            checksum: sum.checksum,
            nsPerFix: nanoseconds / Double(max(1, count)),
            buildSeconds: buildSeconds,
            indexBytes: engine.indexBytes,
            percentiles: percentiles
        )
    }
}
