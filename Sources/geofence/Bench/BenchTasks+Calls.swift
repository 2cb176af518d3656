internal import Geofencing

/// The tasks that time each call through the public API.
extension BenchTasks {
    /// Passes the fixes of the trace to `process` in order, one call for each.
    static func latency(
        _ subject: BenchSubject,
        _ workload: BenchWorkload
    ) throws(GeofenceError) -> BenchMeasurement {
        let engine = try subject.fresh(for: workload)
        let names = Dictionary(uniqueKeysWithValues: workload.devices.map { ($0.slot, $0.name) })
        var times = CallTimes()
        var answers = AnswerSum()
        for compact in workload.fixes {
            guard let name = names[compact.device] else { continue }
            let fix = compact.fix(of: name)
            let transitions = times.measure { engine.process(fix) }
            for transition in transitions {
                let sign = transition.kind == .enter ? 1 : -1
                answers.add(sign * Int(compact.time), transition.geofence.rawValue)
            }
        }
        let (total, percentiles) = times.summary
        return BenchMeasurement(
            count: workload.fixes.count,
            time: total,
            answers: answers,
            percentiles: percentiles
        )
    }

    /// Adds one circle of 500 m to the geofences and removes it again, fifty times, with 100,000 devices checked by
    /// their last fix. If few fixes are requested, both numbers are smaller.
    static func update(
        _ subject: BenchSubject,
        _ workload: BenchWorkload
    ) throws(GeofenceError) -> BenchMeasurement {
        let engine = try subject.engine.withoutDevices()
        let parked = UniformPoints(seed: workload.seed &+ 1, count: min(100_000, workload.size), in: workload.box)
        let time = Timestamp(unixMilliseconds: 1_767_225_600_000)
        for (number, place) in parked.enumerated() {
            let device = DeviceID("parked-\(number)")
            _ = engine.process(Fix(device: device, time: time, coordinate: place))
        }
        let count = min(50, max(5, workload.size / 400))
        let added: Geofence.ID = "bench-added"
        var times = CallTimes()
        var answers = AnswerSum()
        for (number, place) in UniformPoints(seed: workload.seed &+ 2, count: count, in: workload.box).enumerated() {
            let fence = Geofence(added, .circle(center: place, radius: .meters(500)))
            let entered = try times.measure { () throws(GeofenceError) in try engine.upsert(fence) }
            for transition in entered { answers.add(number, transition.device.rawValue) }
            let left = try times.measure { () throws(GeofenceError) in try engine.remove(added) }
            for transition in left { answers.add(-number, transition.device.rawValue) }
        }
        let (total, percentiles) = times.summary
        return BenchMeasurement(count: 2 * count, time: total, answers: answers, percentiles: percentiles)
    }
}

/// The cost of measuring itself.
extension BenchTasks {
    /// Evaluates the trace as `evaluateTrace` does, but without the monitor that times it there.
    static func evaluateUnmonitored(
        _ subject: BenchSubject,
        _ workload: BenchWorkload
    ) throws(GeofenceError) -> BenchMeasurement {
        PerformanceMonitor.shared.isTimingOperations = false
        defer { PerformanceMonitor.shared.isTimingOperations = true }
        return try evaluateTrace(subject, workload)
    }

    /// Times empty batches with a performance monitor.
    static func monitor(_ workload: BenchWorkload) -> BenchMeasurement {
        let monitor = PerformanceMonitor()
        let time = BenchClock.processor.best {
            for _ in 0..<workload.size { monitor.time(.evaluation, count: shardBatch) {} }
        }
        var answers = AnswerSum()
        answers.add(0, shardBatch)
        return BenchMeasurement(count: workload.size, time: time, answers: answers)
    }

    /// The average number of fixes that one shard gets from a batch.
    static let shardBatch = 1024
}
