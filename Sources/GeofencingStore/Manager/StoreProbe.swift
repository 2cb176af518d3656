internal import GRDB
internal import Geofencing

/// Detects whether anybody has written to a store, without reading its tables.
///
/// SQLite's `data_version` of a connection changes whenever another connection, of any process, has committed; that is
/// why the probe has its own connection, which never writes.
final class StoreProbe: Sendable {
    private let path: String
    private let queue: DatabaseQueue

    init(_ store: GeofenceStore) throws(GeofenceError) {
        path = store.path
        do {
            let file = GeofenceStore.file(store.path)
            queue = try DatabaseQueue(path: file, configuration: GeofenceStore.configuration())
        } catch {
            throw GeofenceError(store: error, path: path)
        }
    }

    /// Returns a number that changes with every commit of another connection.
    ///
    /// - Complexity: A read of shared memory, a few microseconds.
    func dataVersion() throws(GeofenceError) -> Int64 {
        do {
            return try queue.inDatabase { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
        } catch {
            throw GeofenceError(store: error, path: path)
        }
    }
}
