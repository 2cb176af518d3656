// From an empty store to saved geofences, an engine that follows them, events, a history and health.
//
//     swift run --package-path Examples SavedGeofences fleet.db data/trace.csv

import Geofencing
import GeofencingStore

@main
struct SavedGeofences {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 2 else {
            print("usage: SavedGeofences STORE TRACE")
            return
        }
        let (path, trace) = (arguments[1], arguments[2])

        // A store is one file. Geofences are saved as one change, all of them or none.
        let store = try GeofenceStore(path: path, opening: .createIfMissing)
        let center = Coordinate(latitude: 37.858, longitude: -121.8446)
        let depot = Geofence("depot", .circle(center: center, radius: .meters(400)))
        let change = try store.apply([.upsert(depot)])
        print("saved: \(change.added) added")

        // The manager registers in the engine what is saved. What fixes and changes make goes to its handler.
        let engine = try GeofenceEngine()
        let manager = GeofenceManager(store: store, engine: engine) { transitions in
            do { try store.save(transitions) } catch { print(error) }
        }
        try manager.startListening()
        manager.process(fixes)

        // A geofence that any process saves is registered within 20 ms, or at once, and checked against the last fixes.
        let yard = Geofence("yard", .circle(center: center, radius: .kilometers(5)))
        try store.apply([.upsert(yard)])
        try manager.ensureRegionsRegistered()

        // What the handler saved, now or in an earlier run.
        try store.events { event in
            print(event.kind.rawValue, event.device, event.geofence, event.cause.rawValue)
        }
        try store.visits(EventQuery(geofence: "depot")) { visit in
            print("\(visit.device) was in \(visit.geofence) for \(visit.dwellSeconds ?? 0) s")
        }

        // The fixes of files. Those that are there already, and those that are too old, are left out.
        let now = Timestamp(unixMilliseconds: 1_767_312_000_000)
        let result = try HistoryImport(source: "tracker", now: now).run([trace], into: store)
        print("\(result.imported) of \(result.read) fixes imported")

        // What would have come of them: another engine, so that the one above knows no device of the past.
        let past = try GeofenceEngine(store.savedGeofences().map(\.geofence))
        var arrivals = 0
        try store.fixes { fixes in
            arrivals += past.process(fixes).count { $0.kind == .enter }
        }
        print("\(arrivals) arrivals in the past")

        // Whether what is saved is what is registered, and how each geofence does.
        print(try store.healthStatus().statusSummary)
        for activity in try store.activity() {
            print("\(activity.geofence): \(activity.visits) visit(s)")
        }
        try manager.stopListening()
        print(try store.healthStatus().statusSummary)
    }

    /// Where your own stream goes; here a van on its way through the depot.
    static var fixes: [Fix] {
        [37.840, 37.8575, 37.859, 37.870].enumerated().map { minute, latitude in
            Fix(
                device: "van-7",
                time: Timestamp(unixMilliseconds: 1_767_312_000_000 + Int64(minute) * 60_000),
                coordinate: Coordinate(latitude: latitude, longitude: -121.8446)
            )
        }
    }
}
