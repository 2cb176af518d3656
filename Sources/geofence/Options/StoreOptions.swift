internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

/// Which store.
struct StoreOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The store: one SQLite file with geofences, history and events.", valueName: "file"))
    var store: String

    /// The files of the store among others.
    var named: [NamedFile] { NamedFile.list(ofStore: store) }

    /// Opens the store, which must be there.
    func open() throws(GeofenceError) -> GeofenceStore { try GeofenceStore(path: store) }

    /// Opens the store, which must be there, and does something with saved geofences that were named; of one that is not there the
    /// error tells the close names.
    @discardableResult
    func withSavedGeofences<Result>(_ body: (GeofenceStore) throws -> Result) throws -> Result {
        let store = try open()
        do {
            return try body(store)
        } catch let error as GeofenceError where error.code == .unknownGeofence {
            throw try CloseNames.completing(error, about: error.location?.geofence, among: .savedGeofences, of: store)
        }
    }

    /// Opens the store, a new one if there is none.
    func openOrCreate() throws(GeofenceError) -> GeofenceStore {
        try GeofenceStore(path: store, opening: .createIfMissing)
    }
}
