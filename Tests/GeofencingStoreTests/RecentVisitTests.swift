import Foundation
import GRDB
import TestSupport
import Testing

@testable import Geofencing
@testable import GeofencingStore

/// The visits since a time, which are found without reading all events.
@Suite struct RecentVisitTests {
    private static let devices: [DeviceID] = ["dog", "cat"]
    private static let geofences: [Geofence.ID] = ["home", "work"]
    private static let watches = [nil, "one", "two"]

    /// Events of a few seconds, at the same times as others, and with ends that name any visit.
    private struct History {
        var random: SplitMix64
        let bench: StoreBench
        let seconds: Int64

        private mutating func transition(near second: Int64) -> Transition {
            let kinds: [Transition.Kind] = [.enter, .exit, .enter, .exit, .dwell]
            // One in four comes at any time.
            let second =
                Int.random(in: 0..<4, using: &random) == 0 ? Int64.random(in: 0...seconds, using: &random) : second
            var transition = ForgetTests.event(
                kinds.randomElement(using: &random) ?? .enter,
                second,
                RecentVisitTests.devices.randomElement(using: &random) ?? "dog",
                RecentVisitTests.geofences.randomElement(using: &random) ?? "home"
            )
            if Bool.random(using: &random) {
                transition.visitStart = .second(Int64.random(in: max(0, second - 3)...second, using: &random))
            }
            transition.ordinal = Int.random(in: 0..<5, using: &random) == 0 ? 1 : 0
            transition.visitOrdinal = Int.random(in: 0..<5, using: &random) == 0 ? 1 : 0
            return transition
        }

        /// Adds or removes events as the store's users do, or a single event.
        mutating func step(near second: Int64) throws {
            let told = (0..<Int.random(in: 1...8, using: &random)).map { _ in transition(near: second) }
            switch Int.random(in: 0..<20, using: &random) {
            case 0:
                let limit = Timestamp.second(Int64.random(in: 0...second, using: &random))
                _ = try bench.store.forget(before: limit)
            case 1:
                let device = RecentVisitTests.devices.randomElement(using: &random) ?? "dog"
                if try bench.store.firstUnknown(of: [device]) == nil { _ = try bench.store.forget(devices: [device]) }
            case 2:
                try bench.store.write {
                    try $0.execute(sql: "DELETE FROM events WHERE id % 7 = ?", arguments: [second % 7])
                }
            case 3, 4, 5, 6:
                // In order of time; one in three never counts.
                let number = try bench.store.addEvaluation { add throws(GeofenceError) in
                    for transition in told.sorted(by: { $0.time < $1.time }) { try add(transition) }
                }
                if Int.random(in: 0..<3, using: &random) > 0 { try bench.store.makeCurrent(number) }
            default:
                let watch = RecentVisitTests.watches.randomElement(using: &random) ?? nil
                try bench.store.write { try GeofenceStore.insert(told, .watch(watch), $0) }
            }
        }

        mutating func query() -> EventQuery {
            let since = Int64.random(in: -1...seconds + 1, using: &random)
            return EventQuery(
                device: Bool.random(using: &random) ? "dog" : nil,
                geofence: Bool.random(using: &random) ? "home" : nil,
                since: .second(since),
                until: Bool.random(using: &random)
                    ? .second(Int64.random(in: since...seconds + 2, using: &random)) : nil
            )
        }
    }

    /// The visits that a query should find, of all that the view has; it pairs all events.
    private static func expected(_ query: EventQuery, _ store: GeofenceStore) throws -> [Visit] {
        try store.visits(EventQuery(device: query.device, geofence: query.geofence)).filter { visit in
            if let since = query.since, let exited = visit.exited, exited < since { return false }
            return query.until.map { visit.entered <= $0 } ?? true
        }
    }

    @Test func `the visits since a time are those that pairing all events gives, in any history`() throws {
        let histories = TestEffort.share(of: 30)
        var found = (open: 0, over: 0)
        for seed in 0..<UInt64(histories) {
            var history = History(
                random: SplitMix64(seed: seed),
                bench: try StoreBench(),
                seconds: seed % 2 == 0 ? 10 : 60
            )
            for step in 0..<Int64(40) {
                try history.step(near: step * history.seconds / 40)
                guard step % 8 == 7 else { continue }
                for _ in 0..<4 {
                    let query = history.query()
                    let visits = try history.bench.store.visits(query)
                    #expect(try visits == Self.expected(query, history.bench.store), "seed \(seed), \(query)")
                    found.open += visits.count { $0.exited == nil }
                    found.over += visits.count { $0.exited != nil }
                }
            }
        }
        #expect(found.open > 4 * histories && found.over > 4 * histories)
    }

    /// The visits and flaps in each geofence within limits, of all visits that the view has.
    private static func activity(_ limits: EventQuery, _ store: GeofenceStore) throws -> [[Int]] {
        let visits = Dictionary(grouping: try store.visits()) { [$0.geofence.rawValue, $0.device.rawValue] }
        return geofences.map { geofence in
            var (count, flaps) = (0, 0)
            for device in devices {
                var last: Timestamp?
                let times = (visits[[geofence.rawValue, device.rawValue]] ?? []).map { ($0.entered, $0.exited) }
                for (entered, exited) in times.sorted(by: { ($0.0, $0.1 ?? .distant) < ($1.0, $1.1 ?? .distant) }) {
                    if entered >= limits.since ?? entered, entered <= limits.until ?? entered {
                        count += 1
                        if let last, (.zero..<GeofenceActivity.flapWindow).contains(entered - last) { flaps += 1 }
                    }
                    if let exited { last = max(exited, last ?? exited) }
                }
            }
            return [count, flaps]
        }
    }

    @Test func `the activity of a period counts the visits that began in it, in any history`() throws {
        let histories = TestEffort.share(of: 20)
        var found = (visits: 0, flaps: 0)
        for seed in 100..<100 + UInt64(histories) {
            var history = History(random: SplitMix64(seed: seed), bench: try StoreBench(), seconds: 1000)
            try history.bench.store.replaceAll(with: Self.geofences.map { StoreBench.circle($0) })
            for step in 0..<Int64(60) {
                try history.step(near: step * history.seconds / 60)
                guard step % 12 == 11 else { continue }
                let queries = [history.query(), history.query()]
                for limits in [EventQuery(), EventQuery(until: queries[0].until)] + queries {
                    let activity = try history.bench.store.activity(since: limits.since, until: limits.until)
                    let expected = try Self.activity(limits, history.bench.store)
                    #expect(activity.map { [$0.visits, $0.flaps] } == expected, "seed \(seed), \(limits)")
                    found.visits += activity.reduce(0) { $0 + $1.visits }
                    found.flaps += activity.reduce(0) { $0 + $1.flaps }
                }
            }
        }
        #expect(found.visits > 50 * histories && found.flaps > 5 * histories)
    }

    private static func openVisits(_ store: GeofenceStore) throws -> Int? {
        try store.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM open_visits") }
    }

    @Test func `the table of open visits has these alone, and is as good as empty after years of visits`() throws {
        let bench = try StoreBench()
        let told = (0..<3000).map { ForgetTests.event($0.isMultiple(of: 2) ? .enter : .exit, $0) }
        try bench.store.save(told)
        try bench.store.replaceEvaluation { save throws(GeofenceError) in for event in told { try save(event) } }
        #expect(try Self.openVisits(bench.store) == 0)
        try bench.store.save([ForgetTests.event(.enter, 4000)])
        #expect(try Self.openVisits(bench.store) == 1)
        try bench.store.replaceEvaluation { save throws(GeofenceError) in try save(told[0]) }
        #expect(try Self.openVisits(bench.store) == 2)
        _ = try bench.store.forget(devices: ["dog"])
        #expect(try Self.openVisits(bench.store) == 0)
    }

    @Test(arguments: [
        EventQuery(since: .second(10)), EventQuery(since: .second(10), until: .second(20)),
        EventQuery(device: "dog", since: .second(10)), EventQuery(geofence: "home", since: .second(10)),
    ])
    func `the visits since a time are found by index without a full scan`(query: EventQuery) throws {
        let bench = try StoreBench()
        try bench.store.save([ForgetTests.event(.enter, 15)])
        let plan = try bench.store.plan(GeofenceStore.selection(ofVisits: query), query.arguments)
        #expect(plan.contains { $0.hasPrefix("SEARCH near USING INDEX events_by_device (device=? AND geofence=?") })
        #expect(!plan.contains { $0.wholeMatch(of: /SCAN (events|told|near|enter|leave)\b.*/) != nil }, "\(plan)")
    }

    @Test func `upgrading a version 10 store finds the visits that are open`() throws {
        let bench = try StoreBench()
        let path = bench.folder.url("tenth.db").path
        let queue = try DatabaseQueue(path: path, configuration: GeofenceStore.configuration())
        try StoreSchema.migrator.migrate(queue, upTo: "10")
        let told = [
            ForgetTests.event(.enter, 1), ForgetTests.event(.exit, 2), ForgetTests.event(.enter, 3),
            ForgetTests.event(.enter, 1, "cat"), ForgetTests.event(.enter, 5, "cat"),
            ForgetTests.event(.exit, 30, "cat"),
        ]
        try queue.write { try GeofenceStore.insert(told, .watch(nil), $0) }
        try queue.close()
        let store = try GeofenceStore(path: path)
        #expect(try Self.openVisits(store) == 2)
        let query = EventQuery(since: .second(20))
        let visits = try store.visits(query)
        #expect(visits.map(\.entered) == [.second(5), .second(1), .second(3)])
        #expect(try visits == Self.expected(query, store))
        #expect(try store.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
    }
}

extension Timestamp {
    /// After all others.
    fileprivate static let distant = Timestamp(unixMilliseconds: .max)
}
