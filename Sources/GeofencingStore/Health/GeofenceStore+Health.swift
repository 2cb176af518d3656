internal import GRDB
public import Geofencing

extension GeofenceStore {
    /// Compares what the running engines have registered with what is saved.
    ///
    /// Without a running engine nothing is registered. If several are running, each should have registered everything
    /// that is saved: what any of them lacks is missing, what any of them has in excess is orphaned.
    ///
    /// - Complexity: O(*n*) for *n* saved geofences, registered geofences and devices; events are not read.
    public func healthStatus() throws(GeofenceError) -> GeofenceHealthStatus {
        try read { database in
            let saved = try SavedState(database)
            return saved.whole(try self.watcherHealth(saved, database))
        }
    }

    /// Returns each running engine with what it has registered, the last one to start last.
    ///
    /// - Complexity: As of `healthStatus()`.
    public func watcherHealth() throws(GeofenceError) -> [WatcherHealth] {
        try read { database in try self.watcherHealth(SavedState(database), database) }
    }

    /// Returns everything that `geofence health` reports, read as one: what `healthStatus()`, `watcherHealth()`,
    /// `activity(since:until:)` and `deviceReports()` return, and the fixes that watches did not use, all from the same
    /// moment.
    ///
    /// To ask often whether anything is wrong, `healthStatus()` is enough, and does not read events.
    ///
    /// - Parameters:
    ///   - since: As of `activity(since:until:)`.
    ///   - until: As of `activity(since:until:)`.
    /// - Complexity: That of `activity(since:until:)`, and O(*n*) for *n* saved geofences, registered geofences and
    ///   devices.
    public func health(since: Timestamp? = nil, until: Timestamp? = nil) throws(GeofenceError) -> StoreHealth {
        try read { database in
            let saved = try SavedState(database)
            let watchers = try self.watcherHealth(saved, database)
            return StoreHealth(
                status: saved.whole(watchers),
                watchers: watchers,
                activity: try Self.activity(since: since, until: until, database),
                deviceReports: saved.reports,
                rejects: try DeviceRejects.all(database),
                geofenceNames: try Self.geofenceNames(database),
                allowsGeofencing: try Self.allowsGeofencing(database)
            )
        }
    }

    private func watcherHealth(_ saved: SavedState, _ database: Database) throws -> [WatcherHealth] {
        try runningWatchers(database).map { watcher in
            WatcherHealth(
                name: watcher.name,
                process: watcher.process,
                start: watcher.start,
                status: try saved.status(watcher, database)
            )
        }
    }

    private static func geofenceNames(_ database: Database) throws -> [Geofence.ID: String] {
        let rows = try Row.fetchAll(database, sql: "SELECT identifier, name FROM geofences WHERE name IS NOT NULL")
        return try Dictionary(rows.map { (try Geofence.ID($0.value(0)), try $0.value(1)) }) { $1 }
    }
}
