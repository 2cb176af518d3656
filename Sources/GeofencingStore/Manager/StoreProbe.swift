internal import GRDB
internal import Geofencing

/// Tells whether anybody has written to a store, without looking into its tables.
///
/// SQLite's `data_version` of a connection changes whenever another connection, of any process, has committed; hence a
/// connection of its own that never writes.
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

    /// The number that changes with every commit of another connection.
    ///
    /// - Complexity: a look into shared memory, a few microseconds.
    func dataVersion() throws(GeofenceError) -> Int64 {
        do {
            return try queue.inDatabase { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
        } catch {
            throw GeofenceError(store: error, path: path)
        }
    }
}
