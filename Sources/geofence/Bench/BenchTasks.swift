internal import Geofencing

/// The tasks that look things up in memory.
enum BenchTasks {
    /// Which geofences cover each of many random places, in batches of 4096.
    static func locateRandom(_ subject: BenchSubject, _ workload: BenchWorkload) throws(GeofenceError) -> BenchRow {
        var located = HitBatch()
        let places = workload.places
        let batches = stride(from: 0, to: places.count, by: 4096).map { $0..<min($0 + 4096, places.count) }
        let time = try BenchClock.best { () throws(GeofenceError) in
            for batch in batches { try subject.engine.locate(places.span.extracting(batch), into: &located) }
        }
        var sum = AnswerSum()
        for batch in batches {
            try subject.engine.locate(places.span.extracting(batch), into: &located)
            for place in batch {
                for fence in located.hits(of: place - batch.lowerBound) { sum.add(place, fence) }
            }
        }
        return subject.row("locate-random", workload, count: places.count, nanoseconds: time, sum)
    }

    /// Transitions of devices that move, all interleaved in time order.
    static func evaluateTrace(_ subject: BenchSubject, _ workload: BenchWorkload) throws(GeofenceError) -> BenchRow {
        var sum = AnswerSum()
        var best = Double.infinity
        for _ in 0..<3 {
            let engine = try subject.engine.withoutDevices()
            let fixes = workload.fixes(for: engine)
            sum = AnswerSum()
            let time = BenchClock.nanoseconds {
                engine.evaluateBatches(fixes) { records in
                    for record in records { sum.add(Int(truncatingIfNeeded: record.time), record.fence) }
                }
            }
            best = min(best, time)
        }
        return subject.row("evaluate-trace", workload, count: workload.fixes.count, nanoseconds: best, sum)
    }

    /// The nearest geofence to each of many random places.
    static func nearest(_ subject: BenchSubject, _ workload: BenchWorkload) throws(GeofenceError) -> BenchRow {
        // The first call builds the tree.
        _ = try subject.engine.nearestGeofences(to: workload.places[0], count: 1)
        let places = workload.places.prefix(200_000)
        var sum = AnswerSum()
        let time = try BenchClock.best(of: 3) { () throws(GeofenceError) in
            sum = AnswerSum()
            for (number, place) in places.enumerated() {
                for near in try subject.engine.nearestGeofences(to: place, count: 1) {
                    sum.add(number, UInt32(truncatingIfNeeded: Int64(near.distance.meters * 1000)))
                }
            }
        }
        return subject.row("nearest", workload, count: places.count, nanoseconds: time, sum)
    }

    /// One fix at a time through the public API.
    static func latency(_ subject: BenchSubject, _ workload: BenchWorkload) throws(GeofenceError) -> BenchRow {
        let engine = try subject.engine.withoutDevices()
        let fixes = workload.fixes.map { fix in
            Fix(
                device: workload.deviceNames[Int(fix.device)],
                time: Timestamp(unixMilliseconds: fix.time),
                coordinate: Coordinate(latitude: fix.latitude, longitude: fix.longitude)
            )
        }
        let clock = ContinuousClock()
        var sum = AnswerSum()
        var times: [Int] = []
        times.reserveCapacity(fixes.count)
        for fix in fixes {
            let start = clock.now
            let transitions = engine.process(fix)
            let duration = clock.now - start
            times.append(Int(duration.components.attoseconds / 1_000_000_000))
            for _ in transitions { sum.add(Int(truncatingIfNeeded: fix.time.unixMilliseconds), 1) }
        }
        let total = Double(times.reduce(0, +))
        times.sort()
        let percentiles = [0.5, 0.95, 0.99, 0.999].map { share in
            times.isEmpty ? 0 : times[min(times.count - 1, Int(Double(times.count) * share))]
        }
        return subject.row(
            "latency", workload, count: fixes.count, nanoseconds: total, sum, percentiles: percentiles)
    }

    /// One geofence added to and removed from all the others, with every device checked by its last fix.
    static func update(_ subject: BenchSubject, _ workload: BenchWorkload) throws(GeofenceError) -> BenchRow {
        let engine = try subject.engine.withoutDevices()
        let parked = UniformPoints(seed: workload.seed + 1, count: 100_000, in: workload.box)
        for (number, place) in parked.enumerated() {
            let device = DeviceID("parked-\(number)")
            _ = engine.process(Fix(device: device, time: Timestamp(unixMilliseconds: 0), coordinate: place))
        }
        var sum = AnswerSum()
        var times: [Int] = []
        for (number, place) in UniformPoints(seed: workload.seed + 2, count: 50, in: workload.box).enumerated() {
            let fence = Geofence("bench-added", .circle(center: place, radius: .meters(500)))
            var entered: [Transition] = []
            let time = try BenchClock.nanoseconds { () throws(GeofenceError) in entered = try engine.upsert(fence) }
            times.append(Int(time))
            for _ in entered { sum.add(number, 0) }
            try engine.remove("bench-added")
        }
        let total = Double(times.reduce(0, +))
        times.sort()
        let percentiles = [times[25], times[47], times[49], times[49]]
        return subject.row("update", workload, count: 50, nanoseconds: total, sum, percentiles: percentiles)
    }
}
