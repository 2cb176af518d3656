import Foundation
import GRDB
import Geofencing
import Synchronization
import TestSupport

@testable import GeofencingStore

/// A store in a folder of its own, with geofences near one place.
struct StoreBench {
    /// Berlin; geofences are made here or north of it.
    static let home = Coordinate(latitude: 52.52, longitude: 13.405)
    static let elsewhere = Coordinate(latitude: 48.2, longitude: 16.37)

    let folder: TemporaryFolder
    let store: GeofenceStore

    init() throws {
        folder = try TemporaryFolder()
        store = try GeofenceStore(path: folder.url("s.db").path, opening: .createIfMissing)
    }

    /// Another connection to the same file, as another process has.
    func other() throws -> GeofenceStore { try GeofenceStore(path: store.path) }

    /// Waits until a watch listens and has registered what is saved, and returns whether it has.
    func isHealthy(_ watch: LiveGeofence) async throws -> Bool {
        try await watch.wait { try store.hasRunningWatcher() && store.healthStatus().isHealthy }
    }

    static func circle(_ id: Geofence.ID, at center: Coordinate = home, radius: Double = 200) -> Geofence {
        Geofence(id, .circle(center: center, radius: .meters(radius)))
    }

    /// A report of a device about itself.
    static func report(
        _ device: DeviceID,
        _ status: AuthorizationStatus,
        locationServicesEnabled: Bool = true,
        at time: Timestamp = .second(0)
    ) -> DeviceReport {
        DeviceReport(
            device: device,
            authorizationStatus: status,
            locationServicesEnabled: locationServicesEnabled,
            time: time
        )
    }

    static func fix(_ device: DeviceID, at place: Coordinate = home, second: Int64 = 0) -> Fix {
        Fix(device: device, time: .second(second), coordinate: place)
    }
}

extension GeofenceStore {
    /// Puts the transitions that `body` hands out in place of those of the last evaluation; all of them or none.
    func replaceEvaluation(
        _ body: ((Transition) throws(GeofenceError) -> Void) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        try makeCurrent(addEvaluation(body))
    }

    /// Returns the steps in which SQLite runs a query.
    func plan(_ sql: String, _ arguments: (Database) throws -> StatementArguments) throws -> [String] {
        try read { database in
            let statement = try database.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
            return try Row.fetchAll(statement, arguments: arguments(database)).map { try $0.value(3) as String }
        }
    }
}

/// A manager whose transitions are kept, and whose looks at the store are made by hand.
final class ManagerBench: Sendable {
    let engine: GeofenceEngine
    let manager: GeofenceManager

    init(
        _ store: GeofenceStore,
        registry: (any RegionRegistry)? = nil,
        watch: String? = nil,
        policy: TransitionPolicy = .raw
    ) throws {
        let box = Box()
        engine = try GeofenceEngine(policy: policy)
        manager = GeofenceManager(store: store, engine: engine, registry: registry, watch: watch) { box.add($0) }
        self.box = box
    }

    private final class Box: Sendable {
        let transitions = Mutex<[Transition]>([])
        func add(_ more: [Transition]) { transitions.withLock { $0 += more } }
    }

    private let box: Box

    /// What came since the last call, as `ENTER dog home fence_added`.
    func events() -> [String] {
        transitions().map { "\($0.kind.rawValue) \($0.device) \($0.geofence) \($0.cause.rawValue)" }
    }

    /// The same as they are.
    func transitions() -> [Transition] {
        box.transitions.withLock { transitions in
            defer { transitions = [] }
            return transitions
        }
    }
}
