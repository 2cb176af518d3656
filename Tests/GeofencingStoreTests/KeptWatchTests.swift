import GRDB
import TestSupport
import Testing

@testable import Geofencing
@testable import GeofencingStore

/// A manager that keeps a watch, and the next one that goes on with it. Where the first one "ends", it stops without a
/// word, as a process that is killed.
@Suite struct KeptWatchTests {
    private static let school = StoreBench.circle("school")

    private static func started(
        _ bench: StoreBench,
        _ watch: String? = "fleet",
        policy: TransitionPolicy = .raw
    ) throws -> ManagerBench {
        let live = try ManagerBench(bench.other(), watch: watch, policy: policy)
        try live.manager.startListening(at: .second(0))
        return live
    }

    private static func end(_ live: ManagerBench) throws { try live.manager.stopListening(isPatient: true) }

    /// A store whose watch has seen the dog at the school.
    private func begun() throws -> StoreBench {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(Self.school)])
        let live = try Self.started(bench)
        live.manager.process([StoreBench.fix("dog")])
        #expect(live.events() == ["ENTER dog school initial"])
        try live.manager.save()
        try Self.end(live)
        return bench
    }

    @Test func `a device inside does not enter again after a restart and its EXIT ends the same visit`() throws {
        let bench = try begun()
        let live = try Self.started(bench)
        live.manager.process([StoreBench.fix("dog", second: 10)])
        #expect(live.events() == [])
        live.manager.process([StoreBench.fix("dog", at: StoreBench.elsewhere, second: 20)])
        #expect(live.events() == ["EXIT dog school movement"])
        try live.manager.stopListening()
        let visits = try bench.store.visits()
        #expect(visits.map(\.dwell) == [.seconds(20)])
        #expect(try bench.store.events().count == 2)
    }

    @Test func `a watch without a name keeps nothing`() throws {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(Self.school)])
        for _ in 0..<2 {
            let live = try Self.started(bench, nil)
            live.manager.process([StoreBench.fix("dog")])
            #expect(live.events() == ["ENTER dog school initial"])
            try live.manager.save()
            try live.manager.stopListening()
        }
        #expect(try bench.store.events().isEmpty)
    }

    @Test
    func `unsaved events are recreated with the same identifiers and stored once`()
        throws
    {
        let bench = try begun()
        let later = [
            StoreBench.fix("dog", at: StoreBench.elsewhere, second: 20), StoreBench.fix("dog", second: 40),
            StoreBench.fix("cat", second: 41),
        ]
        let lost = try Self.started(bench)
        lost.manager.process(later)
        let first = lost.transitions()
        #expect(first.count == 3)
        try Self.end(lost)
        let live = try Self.started(bench)
        live.manager.process(later)
        #expect(live.transitions().map(\.id) == first.map(\.id))
        try live.manager.save()
        try live.manager.save()
        try Self.end(live)
        // Sent once more, they are known.
        let last = try Self.started(bench)
        #expect(last.manager.process(later).count == 3)
        #expect(last.events() == [])
        try last.manager.stopListening()
        #expect(try bench.store.events().count == 4)
    }

    @Test func `geofences changed while the watch was down are checked against the last fix at once`() throws {
        let bench = try begun()
        try bench.store.apply([
            .upsert(StoreBench.circle("school", at: StoreBench.elsewhere)), .upsert(StoreBench.circle("park")),
        ])
        let live = try Self.started(bench)
        #expect(live.events() == ["EXIT dog school fence_changed", "ENTER dog park fence_added"])
        try live.manager.stopListening()
        try bench.store.remove("park")
        let next = try Self.started(bench)
        #expect(next.events() == ["EXIT dog park fence_removed"])
        try next.manager.stopListening()
        #expect(try bench.store.events().count == 4)
        #expect(try Self.started(bench).events() == [])
    }

    @Test func `the state of a device whose clock stands still does not grow with each fix`() throws {
        let bench = try begun()
        func lengths() throws -> [Int] {
            try bench.store.read { database in
                try Int.fetchAll(database, sql: "SELECT LENGTH(state) FROM watch_devices ORDER BY device")
            }
        }
        let live = try Self.started(bench, "still", policy: .balanced())
        live.manager.process([StoreBench.fix("dog", second: 10)])
        try live.manager.save()
        let before = try lengths()
        for number in 1...50 {
            let place = Coordinate(latitude: StoreBench.elsewhere.latitude + Double(number) / 1e4, longitude: 13)
            let rejected = live.manager.process([StoreBench.fix("dog", at: place, second: 10)])
            #expect(rejected.map(\.reason) == [.conflicting])
            try live.manager.save()
        }
        #expect(try lengths() == before)
        // One that is too fast is kept, as the next one may agree with it.
        let far = [11, 12].map { StoreBench.fix("dog", at: Coordinate(latitude: 60, longitude: 13), second: $0) }
        #expect(live.manager.process([far[0]]).map(\.reason) == [.impossibleSpeed])
        try live.manager.save()
        try Self.end(live)
        let next = try Self.started(bench, "still", policy: .balanced())
        #expect(next.manager.process([far[1]]).isEmpty)
        try next.manager.stopListening()
    }

    @Test func `a change seen by the listener is saved with the watch`() throws {
        let bench = try begun()
        let live = try Self.started(bench)
        try bench.store.apply([.upsert(StoreBench.circle("park"))])
        live.manager.look()
        #expect(live.events() == ["ENTER dog park fence_added"])
        try live.manager.save()
        try Self.end(live)
        let next = try Self.started(bench)
        #expect(next.events() == [])
        next.manager.process([StoreBench.fix("dog", at: StoreBench.elsewhere, second: 20)])
        #expect(next.events() == ["EXIT dog park movement", "EXIT dog school movement"])
        try next.manager.stopListening()
    }

    @Test func `a different policy is refused unless rebasing is requested`() throws {
        let bench = try begun()
        let live = try ManagerBench(
            bench.other(),
            watch: "fleet",
            policy: TransitionPolicy(name: "probability") ?? .raw
        )
        #expect(failure { try live.manager.startListening(at: .second(0)) }?.code == .stateMismatch)
        #expect(!live.manager.isListening)
        #expect(try !bench.store.hasRunningWatcher())
        try live.manager.startListening(at: .second(0), rebasing: true)
        try live.manager.stopListening()
        #expect(failure { _ = try Self.started(bench) }?.code == .stateMismatch)
        let next = try Self.started(bench, policy: TransitionPolicy(name: "probability") ?? .raw)
        next.manager.process([StoreBench.fix("dog", second: 10)])
        #expect(next.events() == [])
        try next.manager.stopListening()
    }

    @Test func `only one manager keeps a watch at a time`() throws {
        let bench = try begun()
        let live = try Self.started(bench)
        let other = try ManagerBench(bench.other(), watch: "fleet")
        // Without the wait for one that is about to end.
        let refused = failure { try bench.store.addWatcher(at: .second(0), named: "fleet") }
        #expect(refused?.code == .storeBusy)
        try live.manager.stopListening()
        try other.manager.startListening(at: .second(0))
        try other.manager.stopListening()
    }

    @Test func `a watch starts once and needs an engine without devices`() throws {
        let bench = try begun()
        let early = try ManagerBench(bench.other(), watch: "fleet")
        early.manager.process([StoreBench.fix("cat")])
        #expect(failure { try early.manager.startListening(at: .second(0)) }?.code == .stateMismatch)
        let live = try Self.started(bench)
        try live.manager.stopListening()
        try live.manager.stopListening()
        #expect(failure { try live.manager.startListening(at: .second(0)) }?.code == .stateMismatch)
        #expect(try !bench.store.hasRunningWatcher())
        // Nor does it seem to save what it does not.
        live.manager.process([StoreBench.fix("dog", at: StoreBench.elsewhere, second: 20)])
        #expect(failure { try live.manager.save() }?.code == .stateMismatch)
        #expect(try bench.store.events().count == 1)
    }

    @Test func `a failed save is retried by the next call and a stop that cannot save keeps listening`() throws {
        let bench = try begun()
        let live = try Self.started(bench)
        func rename(_ from: String, _ to: String) throws {
            try bench.store.write { try $0.execute(sql: "ALTER TABLE \(from) RENAME TO \(to)") }
        }
        try rename("watch_devices", "away")
        live.manager.process([StoreBench.fix("dog", at: StoreBench.elsewhere, second: 20)])
        #expect(throws: GeofenceError.self) { try live.manager.save() }
        #expect(throws: GeofenceError.self) { try live.manager.stopListening() }
        #expect(live.manager.isListening)
        #expect(try bench.store.events().count == 1)
        try rename("away", "watch_devices")
        try live.manager.stopListening()
        #expect(try bench.store.events().count == 2)
        #expect(try bench.store.visits().map(\.dwell) == [.seconds(20)])
    }

    @Test func `an unreadable state is reported with its device and no state is restored`() throws {
        let bench = try StoreBench()
        let live = try Self.started(bench)
        live.manager.process(["a", "b", "c"].map { StoreBench.fix($0) })
        try live.manager.stopListening()
        try bench.store.write { try $0.execute(sql: "UPDATE watch_devices SET state = x'00' WHERE device = 'b'") }
        let next = try ManagerBench(bench.other(), watch: "fleet")
        let error = try #require(failure { try next.manager.startListening(at: .second(0)) })
        #expect(error.code == .invalidState)
        #expect(error.message.contains("the watch \"fleet\"") && error.message.contains("device \"b\""))
        #expect(error.location?.file == bench.store.path)
        #expect(next.engine.deviceCount == 0)
    }

    @Test func `watch and device names with a NUL are refused`() throws {
        let bench = try StoreBench()
        let unnamed = try ManagerBench(bench.other(), watch: "fleet\0x")
        #expect(failure { try unnamed.manager.startListening(at: .second(0)) }?.code == .invalidIdentifier)
        let live = try Self.started(bench)
        let rejected = live.manager.process([StoreBench.fix("dog\0x"), StoreBench.fix("dog")])
        #expect(rejected.map(\.reason) == [.deviceID])
        try live.manager.stopListening()
        #expect(live.engine.devices == ["dog"])
    }

    @Test func `an accepted policy change belongs to the watch from the start`() throws {
        let bench = try begun()
        let probability = try #require(TransitionPolicy(name: "probability"))
        let live = try ManagerBench(bench.other(), watch: "fleet", policy: probability)
        try live.manager.startListening(at: .second(0), rebasing: true)
        try Self.end(live)
        try Self.end(Self.started(bench, policy: probability))
    }

    @Test func `unused fixes are counted by reason`() throws {
        let bench = try begun()
        let live = try Self.started(bench)
        live.manager.process([StoreBench.fix("dog"), StoreBench.fix("dog", second: -10)])
        try live.manager.stopListening()
        let rejects = try bench.store.health().rejects
        #expect(rejects.map(\.device) == ["dog"])
        #expect(rejects.first?.reasons == [.duplicate: 1, .late: 1])
    }

    @Test func `rejects of a device from several watches are summed with the latest arrival`() throws {
        let bench = try StoreBench()
        try bench.store.write { database in
            for (watch, second) in [("fleet", 20), ("cars", 30), ("pets", 10)] as [(String, Int64)] {
                let rejects = DeviceRejects(device: "dog", reasons: [.late: 2], lastArrival: .second(second))
                try rejects.add(toWatch: watch, database)
            }
        }
        let sum = DeviceRejects(device: "dog", reasons: [.late: 6], lastArrival: .second(30))
        #expect(try bench.store.health().rejects == [sum])
    }

    /// What comes to a watch, one after the other.
    private enum Step {
        case fix(Fix)
        case change(GeofenceChange)
    }

    private static func steps(_ random: inout SplitMix64) -> [Step] {
        func place() -> Coordinate { StoreBench.home.north(Double(random.integer(in: 0...900))) }
        return (1...50).map { second in
            if random.integer(in: 0...6) == 0 {
                let radius = Double(random.integer(in: 100...400))
                let name = Geofence.ID("g\(random.integer(in: 0...3))")
                return .change(.upsert(StoreBench.circle(name, at: place(), radius: radius)))
            }
            let device = DeviceID("d\(random.integer(in: 0...2))")
            // One in ten is too far away to be believed at once.
            let isFar = random.integer(in: 0...9) == 0
            return .fix(
                StoreBench.fix(device, at: isFar ? StoreBench.elsewhere : place(), second: Int64(second) * 30)
            )
        }
    }

    /// The transitions that a watch makes of steps, which before each step for which `isCut` holds is ended without a
    /// word and begun anew; geofences change while there is none then.
    private static func run(
        _ steps: [Step],
        _ policy: TransitionPolicy,
        cutBefore isCut: (Int) -> Bool
    ) throws -> [Transition] {
        let bench = try StoreBench()
        var transitions: [Transition] = []
        var live = try started(bench, policy: policy)
        for (number, step) in steps.enumerated() {
            if isCut(number) {
                try live.manager.save()
                transitions += live.transitions()
                try end(live)
            }
            if case .change(let change) = step { try bench.store.apply([change]) }
            if isCut(number) { live = try started(bench, policy: policy) }
            switch step {
            case .fix(let fix): live.manager.process([fix])
            case .change: live.manager.look()
            }
        }
        try live.manager.stopListening()
        transitions += live.transitions()
        let saved = try bench.store.events()
        #expect(Set(saved.map(\.id)) == Set(transitions.map(\.id)))
        #expect(saved.count == transitions.count)
        return transitions
    }

    /// A geofence that was added since a device's last fix, and then changed, is one that was added to who goes on.
    private static func withoutAdded(_ transition: Transition) -> Transition {
        var transition = transition
        if transition.cause == .geofenceAdded { transition.cause = .geofenceChanged }
        return transition
    }

    @Test(arguments: ["raw", "balanced"])
    func `an interrupted stream yields the same events as an uninterrupted one`(policy: String) throws {
        let policy = try #require(TransitionPolicy(name: policy))
        var random = SplitMix64(seed: 7)
        for round in [1, 2, 5] {
            let steps = Self.steps(&random)
            let whole = try Self.run(steps, policy) { _ in false }
            let cut = try Self.run(steps, policy) { $0 % round == 0 }
            #expect(whole.count > 5)
            #expect(cut.map(Self.withoutAdded) == whole.map(Self.withoutAdded))
        }
    }
}
