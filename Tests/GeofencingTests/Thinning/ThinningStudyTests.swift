import TestSupport
import Testing

@testable import Geofencing

@Suite struct ThinningStudyTests {
    private struct Row: Hashable {
        var device: DeviceID
        var time: Int64
        var coordinate: Coordinate
        /// In tenths of a meter; none is unknown.
        var accuracy = 0

        var line: String {
            "\(device),\(time),\(coordinate.latitude),\(coordinate.longitude),\(accuracy / 10).\(accuracy % 10)"
        }

        var fix: Fix {
            Fix(
                device: device,
                time: Timestamp(unixMilliseconds: time),
                coordinate: coordinate,
                horizontalAccuracy: accuracy == 0 ? nil : .meters(Double(accuracy) / 10)
            )
        }
    }

    private struct Outcome: Equatable {
        var counts = ThinningCounts()
        var changes: [String] = []
    }

    /// Devices that move by up to 160 m every 4 s among overlapping circles and stars.
    private static let rows: [Row] = {
        var random = SplitMix64(seed: 3)
        var rows: [Row] = []
        for device in 0..<12 {
            var place = Coordinate(
                latitude: random.uniform(37.6...38.4),
                longitude: random.uniform((-122.4)...(-121.6))
            )
            for step in 0..<300 {
                let time = 1_767_225_600_000 + Int64(step * 4000 + device)
                let accuracy = random.next() % 4 == 0 ? Int(random.next() % 150) : 50
                rows.append(Row(device: DeviceID("d\(device)"), time: time, coordinate: place, accuracy: accuracy))
                place = Geodesic.direct(
                    from: place,
                    azimuth: random.uniform(-180...180),
                    distance: random.next() % 3 == 0 ? 0 : random.uniform(0...160)
                )
            }
        }
        return rows.sorted { $0.time < $1.time }
    }()

    private static let fences: [Geofence] = MetroScenario(seed: 9, geofences: 1500).geofences
        .filter { !$0.id.rawValue.hasPrefix("concave") }
        .enumerated()
        .map { number, fence in
            var fence = fence
            fence.notifyOnEntry = number % 9 > 0
            fence.notifyOnExit = number % 9 != 1
            return fence
        }

    private func study(
        _ rule: ThinningRule,
        _ rows: [Row],
        order: FixOrder = .time,
        threads: Int = 1,
        chunkSize: Int = 1 << 20
    ) throws -> Outcome {
        let lines = ["device_id,ts_unix_ms,latitude,longitude,horizontal_accuracy"] + rows.map(\.line)
        let file = try TemporaryFile(lines.joined(separator: "\n") + "\n")
        let engine = try GeofenceEngine(checked: Self.fences, rules: EventRules(policy: .raw, order: order))
        let study = ThinningStudy(rule, engine: engine)
        var options = TraceEvaluation.Options()
        options.threads = threads
        options.chunkSize = chunkSize
        var observer = TraceEvaluation.Observer(restarted: { () throws(GeofenceError) in study.restart() })
        observer.evaluated = { study.observe($0) }
        let run = try TraceEvaluation(
            engine,
            traces: [TraceFile(path: file.path)],
            options: options,
            observer: observer
        ).run()
        var result = try study.finish()
        var outcome = Outcome(counts: result.counts)
        let handles = Self.fences.sorted { $0.id < $1.id }
        try result.changes.drain(registry: run.engine.registry) { record throws(GeofenceError) in
            let device = run.engine.registry.device(in: record.device)
            let shown = record.decidedTime == ThinningResult.neverShown ? "never" : "\(record.decidedTime)"
            outcome.changes.append(
                "\(record.time) \(device) \(record.kind.rawValue) \(handles[Int(record.fence)].id) \(shown)"
            )
        }
        outcome.changes.sort()
        return outcome
    }

    /// The same from a second engine that is given the fixes that are sent, by comparing visits.
    private func comparison(_ rule: ThinningRule) throws -> Outcome {
        var fences = Self.fences
        for index in fences.indices { (fences[index].notifyOnEntry, fences[index].notifyOnExit) = (true, true) }
        let engine = try GeofenceEngine(checked: fences, rules: EventRules(policy: .raw))
        var outcome = Outcome()
        var throttles: [DeviceID: AdaptiveThrottle] = [:]
        var due: [DeviceID: Timestamp] = [:]
        let sent = try Self.rows.map(\.fix).filter { fix in
            switch rule {
            case .throttle(let battery):
                return throttles[fix.device, default: AdaptiveThrottle()].shouldSend(
                    at: fix.time,
                    coordinate: fix.coordinate,
                    horizontalAccuracy: fix.horizontalAccuracy,
                    batteryFraction: battery
                )
            case .safeRadius(let speed):
                if let next = due[fix.device], fix.time < next { return false }
                due[fix.device] = try engine.nextFixBy(after: fix, maximumMetersPerSecond: speed)
                return true
            }
        }
        outcome.counts.fixes = Self.rows.count
        outcome.counts.sent = sent.count
        let full = Self.visits(engine.process(Self.rows.map(\.fix)))
        let second = try GeofenceEngine(checked: fences, rules: EventRules(policy: .raw))
        let thinned = Self.visits(second.process(sent))
        let muted = Dictionary(uniqueKeysWithValues: Self.fences.map { ($0.id, $0) })
        for (key, visits) in full {
            let fence = try #require(muted[key.geofence])
            var shown: [Int64: Int64] = [:]
            for visit in thinned[key] ?? [] {
                let first = try #require(visits.last { $0.lowerBound <= visit.lowerBound })
                shown[first.lowerBound] = visit.lowerBound
                guard visit.upperBound < .max else { continue }
                let last = try #require(visits.last { $0.upperBound <= visit.upperBound })
                shown[last.upperBound] = visit.upperBound
            }
            for visit in visits {
                var lost = 0
                func enter(_ kind: String, _ time: Int64) {
                    guard let seen = shown[time] else {
                        outcome.counts.lost += 1
                        lost += 1
                        outcome.changes.append("\(time) \(key.device) \(kind) \(key.geofence) never")
                        return
                    }
                    if seen == time {
                        outcome.counts.onTime += 1
                    } else {
                        outcome.counts.late += 1
                        outcome.counts.longestDelay = max(outcome.counts.longestDelay, seen - time)
                        outcome.changes.append("\(time) \(key.device) \(kind) \(key.geofence) \(seen)")
                    }
                }
                if fence.notifyOnEntry { enter("ENTER", visit.lowerBound) }
                if fence.notifyOnExit, visit.upperBound < .max { enter("EXIT", visit.upperBound) }
                let isWhole = !(thinned[key] ?? []).contains { $0.overlaps(visit) }
                if lost == 2, isWhole { outcome.counts.lostVisits += 1 }
            }
        }
        outcome.changes.sort()
        return outcome
    }

    private struct Key: Hashable {
        var device: DeviceID
        var geofence: Geofence.ID
    }

    /// Visits by device and geofence; one that has not ended ends at the end of time.
    private static func visits(_ transitions: [Transition]) -> [Key: [Range<Int64>]] {
        var visits: [Key: [Range<Int64>]] = [:]
        for transition in transitions {
            let key = Key(device: transition.device, geofence: transition.geofence)
            let time = transition.time.unixMilliseconds
            switch transition.kind {
            case .enter: visits[key, default: []].append(time..<Int64.max)
            case .exit:
                if let open = visits[key]?.popLast() { visits[key]?.append(open.lowerBound..<time) }
            case .dwell: break
            }
        }
        return visits
    }

    private static let rules: [ThinningRule] = [
        .throttle(batteryFraction: 1), .throttle(batteryFraction: 0.05), .safeRadius(maximumMetersPerSecond: 50),
        .safeRadius(maximumMetersPerSecond: 10), .safeRadius(maximumMetersPerSecond: 1),
    ]

    @Test(arguments: rules) func `no transition is lost from the count after an out-of-order fix`(
        rule: ThinningRule
    ) throws {
        var rows = Self.rows
        for place in stride(from: 40, to: rows.count - 60, by: 300) { rows.swapAt(place, place + 48) }
        let counts = try study(rule, rows, order: .input).counts
        let engine = try GeofenceEngine(checked: Self.fences, rules: EventRules(policy: .raw, order: .input))
        let sum = counts.onTime + counts.late + counts.lost
        #expect(sum > 20 && sum == engine.process(rows.map(\.fix)).count)
    }

    @Test(arguments: rules) func `late and lost transitions agree with a second engine`(rule: ThinningRule) throws {
        let outcome = try study(rule, Self.rows)
        let comparison = try comparison(rule)
        #expect(outcome.counts == comparison.counts)
        #expect(outcome.changes.difference(from: comparison.changes).map { "\($0)" } == [])
        #expect(outcome.counts.onTime > 0)
    }

    @Test func `a safe radius for a speed no device exceeds changes no transition`() throws {
        let outcome = try study(.safeRadius(maximumMetersPerSecond: 40.1), Self.rows)
        #expect(outcome.counts.saved > 100)
        #expect(outcome.changes.isEmpty)
    }

    @Test func `a fix at the time given by the safe radius is sent, and an earlier one is not`() throws {
        let engine = try GeofenceEngine(checked: Self.fences, rules: EventRules(policy: .raw))
        let first = try #require(Self.rows.first)
        let due = try engine.nextFixBy(after: first.fix, maximumMetersPerSecond: 1).unixMilliseconds
        #expect(due > first.time + 1)
        for (time, sent) in [(due - 1, 1), (due, 2)] {
            var next = first
            next.time = time
            #expect(try study(.safeRadius(maximumMetersPerSecond: 1), [first, next]).counts.sent == sent)
        }
    }

    @Test func `the first fix after a clock was set back is sent`() throws {
        let first = try #require(Self.rows.first)
        var next = first
        next.time -= 3_600_000
        let rule = ThinningRule.safeRadius(maximumMetersPerSecond: 1)
        #expect(try study(rule, [first, next], order: .input).counts.sent == 2)
    }

    @Test func `a safe radius for too low a speed loses visits`() throws {
        let counts = try study(.safeRadius(maximumMetersPerSecond: 1), Self.rows).counts
        #expect(counts.late > 0 && counts.lost > 0 && counts.lostVisits > 0)
        #expect(counts.longestDelay > 4000)
    }

    @Test func `the result does not depend on the number of threads or the input order`() throws {
        let rule = Self.rules[3]
        let reference = try study(rule, Self.rows)
        #expect(try study(rule, Self.rows, threads: 4, chunkSize: 2000) == reference)
        #expect(try study(rule, Self.rows.reversed(), threads: 2, chunkSize: 5000) == reference)
        // Repeats are not used and neither sent nor saved.
        #expect(try study(rule, Self.rows.flatMap { [$0, $0] }) == reference)
    }
}
