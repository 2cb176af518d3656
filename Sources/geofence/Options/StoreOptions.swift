internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

/// Which store to use.
struct StoreOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The store: one SQLite file with geofences, history and events.", valueName: "file"))
    var store: String

    func validate() throws { try NamedFile.requireNames(NamedFile.list("--store", [store])) }

    /// The files of the store, to compare with the other files that a command line names.
    var named: [NamedFile] { NamedFile.list(ofStore: store) }

    /// Opens the store, which must exist.
    func open() throws(GeofenceError) -> GeofenceStore { try GeofenceStore(path: store) }

    /// Opens the store, which must exist, and calls `body`, which uses saved geofences named by the user. If one of
    /// them does not exist, the error suggests similar names.
    @discardableResult
    func withSavedGeofences<Result>(_ body: (GeofenceStore) throws -> Result) throws -> Result {
        let store = try open()
        do {
            return try body(store)
        } catch let error as GeofenceError where error.code == .unknownGeofence {
            throw try CloseNames.completing(error, about: error.location?.geofence, among: .savedGeofences, of: store)
        }
    }

    /// Opens the store, creating it if it does not exist.
    func openOrCreate() throws(GeofenceError) -> GeofenceStore {
        try GeofenceStore(path: store, opening: .createIfMissing)
    }
}
