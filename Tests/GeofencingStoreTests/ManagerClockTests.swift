import Geofencing
import GeofencingStore
import TestSupport
import Testing

/// Clocks of devices that are ahead.
@Suite struct ManagerClockTests {
    @Test func `a fix too far in the future is rejected and later fixes are used`() throws {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("home"))])
        let live = try ManagerBench(bench.store, watch: "fleet")
        try live.manager.startListening(at: .second(0))
        #expect(live.manager.longestAhead == FixLimits.longestAhead)
        let fixes = [
            StoreBench.fix("dog", at: StoreBench.elsewhere, second: 601), StoreBench.fix("dog", second: 0),
            StoreBench.fix("dog", at: StoreBench.elsewhere, second: 600),
        ]
        let rejected = live.manager.process(fixes, at: .second(0))
        #expect(rejected.map(\.fix) == [fixes[0]])
        #expect(rejected.map(\.reason) == [.future])
        #expect(live.events() == ["ENTER dog home initial", "EXIT dog home movement"])
        #expect(live.engine.counts.used == 2)
        #expect(live.engine.counts.rejected == [.future: 1])
        try live.manager.stopListening()
        #expect(try bench.store.health().rejects.first?.reasons == [.future: 1])
    }

    @Test func `the limit for fixes in the future can be set`() throws {
        let bench = try StoreBench()
        let manager = try GeofenceManager(
            store: bench.store,
            engine: GeofenceEngine(policy: .raw),
            longestAhead: .seconds(5)
        ) { _ in }
        let fixes = [5, 6].map { StoreBench.fix("dog", second: $0) }
        #expect(manager.process(fixes, at: .second(0)).map(\.fix.time) == [.second(6)])
        let boundless = try GeofenceManager(
            store: bench.store,
            engine: GeofenceEngine(policy: .raw),
            longestAhead: .seconds(Int64.max)
        ) { _ in }
        #expect(boundless.process(fixes, at: .second(0)).isEmpty)
    }

    @Test func `an invalid position in a future fix keeps its own reject reason`() throws {
        let bench = try StoreBench()
        let manager = try GeofenceManager(store: bench.store, engine: GeofenceEngine()) { _ in }
        let nowhere = Coordinate(latitude: 0, longitude: 0)
        let impossible = Coordinate(latitude: 91, longitude: 0)
        let fixes = [StoreBench.home, nowhere, impossible].map { StoreBench.fix("dog", at: $0, second: 3600) }
        #expect(manager.process(fixes, at: .second(0)).map(\.reason) == [.future, .nullIsland, .outOfRange])
    }
}
