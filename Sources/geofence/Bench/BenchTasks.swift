internal import Geofencing

/// The tasks that query the engine in memory.
enum BenchTasks {
    /// Determines which geofences cover each of many random points, in batches of 4096.
    static func locateRandom(
        _ subject: BenchSubject,
        _ workload: BenchWorkload
    ) throws(GeofenceError) -> BenchMeasurement {
        var located = HitBatch()
        let places = workload.places
        let batches = stride(from: 0, to: places.count, by: 4096).map { $0..<min($0 + 4096, places.count) }
        let time = try BenchClock.processor.best { () throws(GeofenceError) in
            for batch in batches { try subject.engine.locate(places.span.extracting(batch), into: &located) }
        }
        var answers = AnswerSum()
        for batch in batches {
            try subject.engine.locate(places.span.extracting(batch), into: &located)
            for index in batch {
                for fence in located.hits(of: index - batch.lowerBound) { answers.add(index, Int(fence)) }
            }
        }
        return BenchMeasurement(count: places.count, time: time, answers: answers)
    }

    /// Computes the transitions of moving devices, all interleaved in time order.
    static func evaluateTrace(
        _ subject: BenchSubject,
        _ workload: BenchWorkload
    ) throws(GeofenceError) -> BenchMeasurement {
        var answers = AnswerSum()
        let time = try BenchClock.least(of: 3) { () throws(GeofenceError) in
            let engine = try subject.fresh(for: workload)
            answers = AnswerSum()
            return BenchClock.processor.nanoseconds {
                engine.evaluateBatches(workload.fixes) { records, _ in
                    for record in records {
                        let sign = record.kind == .enter ? 1 : -1
                        answers.add(Int(record.time) &+ Int(record.device) &* 65_537, sign * (Int(record.fence) + 1))
                    }
                }
            }
        }
        return BenchMeasurement(count: workload.fixes.count, time: time, answers: answers)
    }

    /// Finds the nearest geofence to each of many random points, at most 200,000.
    static func nearest(
        _ subject: BenchSubject,
        _ workload: BenchWorkload
    ) throws(GeofenceError) -> BenchMeasurement {
        let places = workload.places.prefix(200_000)
        // The first call builds the tree.
        for place in places.prefix(1) { _ = try subject.engine.nearestGeofences(to: place, count: 1) }
        var found: [NearGeofence] = []
        found.reserveCapacity(places.count)
        let time = try BenchClock.processor.best(of: 3) { () throws(GeofenceError) in
            found.removeAll(keepingCapacity: true)
            for place in places { found += try subject.engine.nearestGeofences(to: place, count: 1) }
        }
        var answers = AnswerSum()
        for near in found { answers.add(Int((near.distance.meters * 1000).rounded()), near.id.rawValue) }
        return BenchMeasurement(count: places.count, time: time, answers: answers)
    }
}
