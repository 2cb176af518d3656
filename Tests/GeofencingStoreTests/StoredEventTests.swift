import GRDB
import Geofencing
import TestSupport
import Testing

@testable import GeofencingStore

@Suite struct StoredEventTests {
    private static func event(
        _ kind: Transition.Kind,
        _ device: DeviceID,
        _ geofence: Geofence.ID,
        second: Int64
    ) -> Transition {
        let time = Timestamp(unixMilliseconds: second * 1000)
        return Transition(
            kind: kind,
            device: device,
            geofence: geofence,
            time: time,
            decidedTime: time,
            coordinate: StoreBench.home,
            cause: .movement
        )
    }

    private static let events = [
        event(.enter, "dog", "home", second: 10), event(.enter, "cat", "home", second: 20),
        event(.exit, "dog", "home", second: 100), event(.enter, "dog", "home", second: 219),
        event(.exit, "dog", "home", second: 300), event(.enter, "dog", "home", second: 420),
    ]

    @Test func `a name with a NUL matches no events and cannot be saved`() throws {
        let bench = try StoreBench()
        try bench.store.save(Self.events)
        #expect(try bench.store.events(EventQuery(device: "dog\0x")).isEmpty)
        #expect(try bench.store.events(EventQuery(geofence: "home\0x")).isEmpty)
        #expect(throws: GeofenceError.self) {
            try bench.store.save([Self.event(.enter, "dog", "home\0x", second: 1)])
        }
        #expect(try bench.store.events().count == Self.events.count)
    }

    @Test func `events are returned unchanged in time order`() throws {
        let bench = try StoreBench()
        try bench.store.save(Self.events)
        #expect(try bench.store.events() == Self.events)
        #expect(try bench.store.events(EventQuery(device: "cat")) == [Self.events[1]])
        #expect(try bench.store.events(EventQuery(since: Timestamp(unixMilliseconds: 219_000))).count == 3)
        #expect(try bench.store.events(EventQuery(until: Timestamp(unixMilliseconds: 219_000))).count == 4)
        let span = EventQuery(
            since: Timestamp(unixMilliseconds: 20_000),
            until: Timestamp(unixMilliseconds: 100_000)
        )
        #expect(try bench.store.events(span) == Array(Self.events[1...2]))
        #expect(try bench.store.events(EventQuery(geofence: "work")).isEmpty)
    }

    @Test func `a store refuses calls from its own event and visit closures and stays usable`() throws {
        let bench = try StoreBench()
        try bench.store.save(Self.events)
        let other = try bench.other()
        var refused: [GeofenceError] = []
        func call(_ body: () throws -> Void) { if let error = failure(body) { refused.append(error) } }
        var handed = 0
        try bench.store.events { _ in
            handed += 1
            call { _ = try bench.store.savedGeofences() }
            call { try bench.store.save(Self.events) }
            call { _ = try other.savedGeofences() }
        }
        try bench.store.visits { _ in
            handed += 1
            call { _ = try bench.store.events() }
            call { try other.events { _ in } }
        }
        #expect(handed == 10)
        #expect(refused.count == 2 * 6 + 4)
        #expect(refused.allSatisfy { $0.code == .storeReentry && $0.message.contains("passes results to") })
        // What was refused may end the call, too.
        #expect(throws: GeofenceError.self) {
            try bench.store.events { _ in _ = try bench.store.fixCount() }
        }
        #expect(try bench.store.events() == Self.events)
    }

    @Test func `events and visits with equal times are ordered by device`() throws {
        let bench = try StoreBench()
        let told = [
            Self.event(.enter, "z", "home", second: 10), Self.event(.enter, "a", "home", second: 10),
            Self.event(.exit, "z", "home", second: 20), Self.event(.exit, "a", "home", second: 20),
            Self.event(.enter, "y", "home", second: 30), Self.event(.enter, "b", "home", second: 30),
        ]
        try bench.store.save(told)
        #expect(try bench.store.events().map(\.device) == ["a", "z", "a", "z", "b", "y"])
        #expect(try bench.store.visits().map(\.device) == ["a", "z", "b", "y"])
    }

    @Test func `events of names that differ only in Unicode form are returned unchanged`() throws {
        let bench = try StoreBench()
        let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
        let events = [
            Self.event(.enter, DeviceID(composed), Geofence.ID(decomposed), second: 10),
            Self.event(.enter, DeviceID(decomposed), Geofence.ID(composed), second: 20),
        ]
        try bench.store.save(events)
        #expect(try bench.store.events() == events)
        #expect(try bench.store.events().map(\.id) == events.map(\.id))
    }

    @Test func `events are returned with their bounds, visits and ordinals`() throws {
        let bench = try StoreBench()
        var enter = Self.events[0]
        enter.interval = Timestamp(unixMilliseconds: 9000)...Timestamp(unixMilliseconds: 10_000)
        enter.visitStart = enter.time
        (enter.ordinal, enter.visitOrdinal) = (2, 2)
        var exit = Self.events[2]
        (exit.visitStart, exit.visitOrdinal, exit.isInferred, exit.cause) = (enter.time, 2, true, .gap)
        try bench.store.save([enter, exit])
        #expect(try bench.store.events() == [enter, exit])
        #expect(try bench.store.events().map(\.visitID) == [enter.id, enter.id])
        #expect(try bench.store.visits() == [Visit(enter: enter, exit: exit)])
    }

    @Test func `a visit is an ENTER and the EXIT after it`() throws {
        let bench = try StoreBench()
        try bench.store.save(Self.events)
        let visits = try bench.store.visits().map {
            "\($0.device) \($0.entered) \($0.dwell.map { $0 / .seconds(1) } ?? -1)"
        }
        // Those that are open come last.
        #expect(visits == ["dog 10000 90.0", "dog 219000 81.0", "cat 20000 -1.0", "dog 420000 -1.0"])
        func starts(_ query: EventQuery) throws -> [Int64] {
            try bench.store.visits(query).map(\.entered.unixMilliseconds)
        }
        #expect(try starts(EventQuery(since: Timestamp(unixMilliseconds: 299_000))) == [219_000, 20_000, 420_000])
        #expect(try starts(EventQuery(until: Timestamp(unixMilliseconds: 219_000))) == [10_000, 219_000, 20_000])
    }

    @Test func `an EXIT ends the visit it belongs to, as in a visit ledger`() throws {
        let bench = try StoreBench()
        var told = Self.events.filter { $0.device == "dog" }
        // Between the first ENTER and the EXIT after it an end and a beginning were muted; the second EXIT does not say
        // what it is of.
        told[1].visitStart = .second(50)
        told[3].visitStart = nil
        // Two visits begin at one time, and the end of the first was muted.
        var (one, other, end) = (told[4], told[4], told[3])
        (one.geofence, other.geofence, end.geofence) = ("work", "work", "work")
        (other.ordinal, end.visitOrdinal) = (1, 1)
        (other.visitStart, end.visitStart, end.time) = (other.time, other.time, .second(500))
        told += [one, end]
        try bench.store.save(told)
        var ledger = VisitLedger()
        #expect(ledger.add(told) == [Visit(enter: told[0]), Visit(enter: told[2], exit: told[3]), Visit(enter: one)])
        let visits = [
            Visit(enter: told[2], exit: told[3]), Visit(enter: told[0]), Visit(enter: told[4]), Visit(enter: one),
        ]
        #expect(try bench.store.visits() == visits)
        try bench.store.save([other, end])
        #expect(try bench.store.visits().contains(Visit(enter: other, exit: end)))
        // No flap follows an end that was not told.
        try bench.store.replaceAll(with: [StoreBench.circle("home")])
        #expect(try bench.store.activity().map(\.flaps) == [0])
    }

    @Test func `an ENTER less than two minutes after the EXIT is a flap`() throws {
        let bench = try StoreBench()
        try bench.store.replaceAll(with: [StoreBench.circle("home"), StoreBench.circle("never")])
        try bench.store.save(Self.events)
        let activity = try bench.store.activity()
        #expect(activity.map(\.geofence) == ["home", "never"])
        #expect(activity.map(\.visits) == [4, 0])
        // 119 s are a flap, 120 s are none.
        #expect(activity.map(\.flaps) == [1, 0])
        #expect(activity.map(\.isNeverHit) == [false, true])
        #expect(activity[0].lastEvent == Timestamp(unixMilliseconds: 420_000))
    }

    @Test func `a geofence that mutes ENTER counts as hit by its EXITs`() throws {
        let bench = try StoreBench()
        try bench.store.replaceAll(with: [StoreBench.circle("home")])
        try bench.store.save(Self.events.filter { $0.kind == .exit })
        let activity = try #require(try bench.store.activity().first)
        #expect(activity.visits == 0)
        #expect(!activity.isNeverHit)
    }

    @Test func `an evaluation replaces only the previous evaluation`() throws {
        let bench = try StoreBench()
        try bench.store.save([Self.events[1]])
        for _ in 0..<2 {
            try bench.store.replaceEvaluation { save throws(GeofenceError) in
                for event in [Self.events[0], Self.events[2]] { try save(event) }
            }
        }
        #expect(try bench.store.events() == Array(Self.events[..<3]))
        #expect(throws: GeofenceError.self) {
            try bench.store.replaceEvaluation { save throws(GeofenceError) in
                // So many that some have already been written.
                for _ in 0..<10_000 { try save(Self.events[0]) }
                throw GeofenceError(.inputOutput, "the output is full", recovery: "Free some space.")
            }
        }
        #expect(try bench.store.events() == Array(Self.events[..<3]))
        // What does not count takes no space.
        #expect(try bench.store.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM events") } == 3)
    }

    @Test func `an evaluation does not replace the events of one that began later`() throws {
        let store = try StoreBench().store
        let numbers = try Self.events[..<2].map { event in
            try store.addEvaluation { save throws(GeofenceError) in try save(event) }
        }
        try store.makeCurrent(numbers[1])
        #expect(failure { try store.makeCurrent(numbers[0]) }?.code == .storeBusy)
        #expect(try store.events() == [Self.events[1]])
    }

    @Test func `a removed geofence is a known name, and so is a device with rejected fixes alone`() throws {
        let store = try StoreBench().store
        try store.replaceAll(with: [StoreBench.circle("home")])
        try store.remove("home")
        let rejects = DeviceRejects(device: "dog", reasons: [.late: 1], lastArrival: Timestamp(unixMilliseconds: 1))
        try store.save(nil, ofWatch: "w", devices: [], transitions: [], rejects: [rejects], isPatient: true)
        try store.checkNames(of: EventQuery(device: "dog", geofence: "home"))
        #expect(failure { try store.checkNames(of: EventQuery(device: "cat")) }?.code == .unknownDevice)
        #expect(failure { try store.checkNames(of: EventQuery(geofence: "away")) }?.code == .unknownGeofence)
    }

    /// The visits of a store as `device entered exited`.
    private func visits(_ store: GeofenceStore) throws -> [String] {
        try store.visits().map { "\($0.device) \($0.entered) \($0.exited.map { "\($0)" } ?? "-")" }
    }

    private func watch(_ name: String, _ events: [Transition], _ store: GeofenceStore) throws {
        try store.save(
            WatchProgress(),
            ofWatch: name,
            devices: [],
            transitions: events,
            rejects: [],
            isPatient: true
        )
    }

    @Test func `events of two watches and an evaluation from the same fixes are stored once`() throws {
        let bench = try StoreBench()
        try bench.store.replaceAll(with: [StoreBench.circle("home")])
        try bench.store.save(Self.events)
        let (once, activity) = (try visits(bench.store), try bench.store.activity())
        let other = try StoreBench()
        try other.store.replaceAll(with: [StoreBench.circle("home")])
        // As they come: each event by one watch and then by the other.
        for event in Self.events { for name in ["one", "two"] { try watch(name, [event], other.store) } }
        try other.store.replaceEvaluation { save throws(GeofenceError) in for event in Self.events { try save(event) } }
        #expect(try visits(other.store) == once)
        #expect(try other.store.events() == Self.events)
        #expect(try other.store.activity() == activity)
        // The evaluation is replaced by another one; what the watches told stays.
        try other.store.replaceEvaluation { _ throws(GeofenceError) in }
        #expect(try other.store.events() == Self.events)
    }

    @Test func `a visit ends at the earliest EXIT seen by any watch`()
        throws
    {
        let bench = try StoreBench()
        let (enter, exit) = (Self.events[0], Self.events[2])
        try watch("stopped", [enter], bench.store)
        #expect(try visits(bench.store) == ["dog 10000 -"])
        try watch("late", [enter, Self.event(.exit, "dog", "home", second: 130)], bench.store)
        #expect(try visits(bench.store) == ["dog 10000 130000"])
        try watch("early", [enter, exit], bench.store)
        #expect(try visits(bench.store) == ["dog 10000 100000"])
        // By other rules another visit, which overlaps and is no flap.
        try watch("other", [Self.event(.enter, "dog", "home", second: 60)], bench.store)
        #expect(try visits(bench.store) == ["dog 10000 100000", "dog 60000 -"])
        try bench.store.replaceAll(with: [StoreBench.circle("home")])
        #expect(try bench.store.activity().map(\.flaps) == [0])
    }

    @Test func `values that the store could not return unchanged are refused`() throws {
        let bench = try StoreBench()
        try bench.store.save([Self.event(.enter, "a", "home", second: 5)])
        let exit = Self.event(.exit, "a\u{0}b", "home", second: 9)
        #expect(failure { try bench.store.save([exit]) }?.code == .invalidIdentifier)
        for longitude in [Double.nan, .infinity, 181] {
            var event = Self.event(.exit, "a", "home", second: 9)
            event.coordinate.longitude = longitude
            let refused = failure { try bench.store.save([event]) }
            #expect(refused?.code == .invalidCoordinate)
        }
        for name in ["x", "x\u{0}y"] {
            let report = StoreBench.report(DeviceID(name), name == "x" ? .authorizedAlways : .denied)
            let refused = failure { try bench.store.save(report) }
            #expect(refused?.code == (name == "x" ? nil : .invalidIdentifier))
        }
        let history = HistoryImport(source: "a\u{0}b", now: Timestamp(unixMilliseconds: 1))
        #expect(failure { try history.run([], into: bench.store) }?.code == .invalidIdentifier)
        #expect(try bench.store.events().count == 1)
        #expect(try bench.store.deviceReports().map(\.authorizationStatus) == [.authorizedAlways])
    }

    @Test(arguments: [EventQuery(device: "dog"), EventQuery(geofence: "home")])
    func `visits of a device or geofence are found by index without a full scan`(query: EventQuery) throws {
        let bench = try StoreBench()
        try bench.store.save(Self.events)
        let plan = try bench.store.plan(GeofenceStore.selection(ofVisits: query), query.arguments)
        #expect(plan.contains { $0.hasPrefix("SEARCH events USING INDEX events_by_") }, "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN events") }, "\(plan)")
    }
}
