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
    func open() throws -> GeofenceStore { try GeofenceStore(path: store) }

    /// Opens the store, a new one if there is none.
    func openOrCreate() throws(GeofenceError) -> GeofenceStore {
        try GeofenceStore(path: store, opening: .createIfMissing)
    }
}
