import Foundation
import Geofencing
import GeofencingStore
import TestSupport
import Testing

/// The program of the article in the module's documentation, and what it prints.
@Suite struct SavedGeofencesTests {
    @Test func `the article's program runs from an empty store to saved geofences, events and health`() async throws {
        let folder = try TemporaryFolder()
        let (path, trace) = (folder.url("fleet.db").path, Project.folder.appending(path: "data/trace.csv").path)
        let lines = SharedLines()
        @Sendable func print(_ items: Any...) { lines.add(items.map { "\($0)" }.joined(separator: " ")) }

        let store = try GeofenceStore(path: path, opening: .createIfMissing)
        let center = Coordinate(latitude: 37.858, longitude: -121.8446)
        let depot = Geofence("depot", .circle(center: center, radius: .meters(400)))
        let change = try store.apply([.upsert(depot)])
        print("saved: \(change.added) added")

        let engine = try GeofenceEngine()
        let manager = GeofenceManager(store: store, engine: engine, watch: "fleet") { transitions in
            print("\(transitions.count) transition(s)")
        }
        try manager.startListening()
        manager.process(fixes)
        try manager.save()

        let yard = Geofence("yard", .circle(center: center, radius: .kilometers(5)))
        try store.apply([.upsert(yard)])
        try manager.ensureRegionsRegistered()

        var saved = ContinuousClock.now
        for await fix in stream {
            for (fix, reason) in manager.process([fix]) { print("not used: \(fix.time), \(reason)") }
            if ContinuousClock.now - saved > .seconds(1) {
                try manager.save()
                saved = .now
            }
        }
        try manager.save()

        try manager.stopListening()  // saves what is left
        let next = try GeofenceManager(store: store, engine: GeofenceEngine(), watch: "fleet") { _ in }
        try next.startListening()
        print("not used again: \(next.process(fixes).count) of \(fixes.count)")

        for event in try store.events() {
            print(event)
        }
        for visit in try store.visits(EventQuery(geofence: "depot")) {
            print("\(visit.device) was in \(visit.geofence) for \(visit.dwell ?? .zero)")
        }

        let now = Timestamp(unixMilliseconds: 1_767_312_000_000)
        let result = try HistoryImport(source: "tracker", now: now).run([trace], into: store)
        print("\(result.imported) of \(result.read) fixes imported")

        let evaluated = try store.evaluate { _ in try Task.checkCancellation() }
        print("\(evaluated.counts.used) fixes evaluated, \(try store.events().count) events stored")

        let health = try store.health()
        print(health.status.statusSummary)
        for activity in health.activity {
            print("\(activity.geofence): \(activity.visits) visit(s)")
        }
        try next.stopListening()
        print(try store.healthStatus().statusSummary)

        #expect(
            lines.all == [
                "saved: 1 added", "2 transition(s)", "1 transition(s)", "not used again: 4 of 4",
                "ENTER van-7 depot at 2026-01-02T00:00:49.358Z",
                "EXIT van-7 depot at 2026-01-02T00:02:14.202Z after 84.844 s",
                "ENTER van-7 yard at 2026-01-02T00:03:00.000Z, fence_added",
                "van-7 was in depot for 84.844 seconds",
                "15000 of 15000 fixes imported", "15000 fixes evaluated, 6 events stored",
                "Healthy", "depot: 2 visit(s)", "yard: 2 visit(s)", "2 geofence(s) not registered",
            ]
        )
    }

    /// The van stays where it is.
    private var stream: AsyncStream<Fix> {
        AsyncStream { feed in
            if var fix = fixes.last {
                fix.time = fix.time + .seconds(60)
                feed.yield(fix)
            }
            feed.finish()
        }
    }

    /// A van on its way through the depot.
    private var fixes: [Fix] {
        [37.840, 37.8575, 37.859, 37.870].enumerated().map { minute, latitude in
            Fix(
                device: "van-7",
                time: Timestamp(unixMilliseconds: 1_767_312_000_000 + Int64(minute) * 60_000),
                coordinate: Coordinate(latitude: latitude, longitude: -121.8446)
            )
        }
    }
}
