internal import GRDB
public import Geofencing
internal import Logging

extension GeofenceStore {
    /// Returns all saved geofences in ascending order of identifier, active or not.
    ///
    /// - Complexity: O(*v*) for *v* vertices in all.
    public func savedGeofences() throws(GeofenceError) -> [SavedGeofence] {
        try read { database in try Self.fetch(database, "TRUE", []) }
    }

    /// Returns the saved geofence with this identifier, or `nil`.
    ///
    /// - Complexity: O(log *n* + *v*) for *n* saved geofences and the *v* vertices of this one.
    public func savedGeofence(_ id: Geofence.ID) throws(GeofenceError) -> SavedGeofence? {
        try read { database in try Self.fetch(database, "identifier = ?", [id.rawValue.sought]).first }
    }

    /// Saves several changes as one: all of them, or none if one is invalid. A change without effect does not count.
    ///
    /// - Returns: How many geofences were added, changed and removed.
    /// - Throws: Besides the store's errors those of `GeofenceEngine.apply(_:)`.
    /// - Complexity: O(*v* log *v*) as a rule for the *v* vertices of the changes, and O(log *n*) for each change, with
    ///   *n* saved geofences.
    @discardableResult
    public func apply(_ changes: [GeofenceChange]) throws(GeofenceError) -> GeofenceChangeCounts {
        try Self.check(changes)
        let coder = try RegionCoder()
        return try write { database in try Self.save(changes, database, coder) }
    }

    /// Saves a geofence, in place of the one with the same identifier if there is one.
    ///
    /// - Throws: As `apply(_:)`.
    /// - Complexity: As of `apply(_:)`.
    @discardableResult
    public func upsert(_ geofence: Geofence) throws(GeofenceError) -> GeofenceChangeCounts {
        try apply([.upsert(geofence)])
    }

    /// Removes a saved geofence.
    ///
    /// - Throws: As `apply(_:)`: `unknownGeofence` if there is none with this identifier.
    /// - Complexity: As of `apply(_:)`.
    @discardableResult
    public func remove(_ id: Geofence.ID) throws(GeofenceError) -> GeofenceChangeCounts {
        try apply([.remove(id)])
    }

    /// Replaces one geofence with the result of `change`; no other process writes in between.
    ///
    /// - Parameters:
    ///   - id: The geofence's identifier.
    ///   - change: Gets the saved geofence, `nil` if there is none, and returns the one to save under the same
    ///     identifier. It must not call the store, which refuses that (`storeReentry`), nor a manager that follows the
    ///     store, nor wait for another thread that does.
    /// - Returns: Whether it was added or changed; neither if it is the same.
    /// - Throws: Besides the store's errors those of `GeofenceEngine.apply(_:)`; `invalidIdentifier` if the geofence
    ///   that `change` returns has an identifier other than `id`. An error of any type that `change` throws is rethrown
    ///   unchanged, and nothing is saved.
    /// - Complexity: As of `apply(_:)`, besides that of `change`.
    @discardableResult
    public func update(
        _ id: Geofence.ID,
        _ change: (SavedGeofence?) throws -> Geofence
    ) throws -> GeofenceChangeCounts {
        let coder = try RegionCoder()
        return try CallersErrors.passing { errors in
            try write { database in
                let saved = try Self.fetch(database, "identifier = ?", [id.rawValue.sought]).first
                let geofence = try errors.keep { try change(saved) }
                guard geofence.id == id else {
                    throw GeofenceError(
                        .invalidIdentifier,
                        "a change of the geofence \"\(id)\" returned one with another identifier, \"\(geofence.id)\"",
                        recovery:
                            "Keep the identifier; to rename a geofence, remove it and add it under the new identifier."
                    )
                }
                let changes = [GeofenceChange.upsert(geofence)]
                try Self.check(changes)
                return try Self.save(changes, database, coder)
            }
        }
    }

    /// Replaces the saved geofences with these: adds, changes and removes what differs, and nothing else.
    ///
    /// Without any, all are removed that are not kept. An empty list may come from a download that failed, so that
    /// `geofence fences import --replace` refuses it.
    ///
    /// - Parameters:
    ///   - geofences: The geofences to save.
    ///   - kept: The identifiers of geofences that stay unchanged if they are saved and not among these.
    /// - Returns: How many geofences were added, changed and removed.
    /// - Throws: As `apply(_:)`: `duplicateIdentifier` if two of these have the same identifier.
    /// - Complexity: As of `apply(_:)`, and O(*n*) for *n* saved geofences.
    @discardableResult
    public func replaceAll(
        with geofences: some Sequence<Geofence>,
        keeping kept: Set<Geofence.ID> = []
    ) throws(GeofenceError) -> GeofenceChangeCounts {
        let wanted = Array(geofences)
        try Self.check(wanted.map(GeofenceChange.upsert))
        let coder = try RegionCoder()
        let names = kept.union(wanted.map(\.id))
        return try write { database in
            let known = try String.fetchAll(database, sql: "SELECT identifier FROM geofences ORDER BY identifier")
            let gone = known.lazy.map { Geofence.ID($0) }.filter { !names.contains($0) }
            let changes = gone.map(GeofenceChange.remove) + wanted.map(GeofenceChange.upsert)
            return try Self.save(changes, database, coder)
        }
    }

    /// Returns the geofences to create an engine with: all of them, or none while geofencing is not allowed.
    package func registrable() throws(GeofenceError) -> SavedChanges {
        guard try allowsGeofencing() else {
            Self.logNoAuthorization()
            return .none
        }
        return try changes(since: 0)
    }

    static func logNoAuthorization() {
        Logger.geofences.warning("ensureRegionsRegistered: skipping, no authorization")
    }

    /// Returns the changes after `revision`; everything if it is 0.
    package func changes(since revision: Int64) throws(GeofenceError) -> SavedChanges {
        try read { database in
            let newest = try Self.state(database).revision
            guard newest != revision else { return SavedChanges(revision: revision, changed: [], removed: []) }
            let changed = try Self.fetch(database, Self.isNewer(than: revision, in: "geofences"), [revision])
            let removed = try Row.fetchAll(
                database,
                sql: """
                    SELECT identifier, notify_on_exit FROM geofence_removals
                    WHERE \(Self.isNewer(than: revision, in: "geofence_removals")) ORDER BY identifier
                    """,
                arguments: [revision]
            )
            return SavedChanges(
                revision: newest,
                changed: changed,
                removed: try removed.map {
                    RemovedGeofence(id: Geofence.ID(try $0.value(0)), reportsExit: try $0.value(1))
                }
            )
        }
    }

    /// Returns the condition for rows of a table that are newer than a revision, its argument.
    ///
    /// Everything is read in order of identifier. What has changed since some revision is found by the index of
    /// revisions; given the plain condition, SQLite would read the whole table to have that order.
    static func isNewer(than revision: Int64, in table: String) -> String {
        revision == 0 ? "revision > ?" : "identifier IN (SELECT identifier FROM \(table) WHERE revision > ?)"
    }

    /// Returns the geofences that meet a condition, in ascending order of identifier. Rows are decoded on all
    /// processors while more are read.
    private static func fetch(
        _ database: Database,
        _ condition: String,
        _ arguments: StatementArguments
    ) throws -> [SavedGeofence] {
        let rows = try Row.fetchCursor(
            database,
            sql: "SELECT \(SavedGeofenceRow.columns) FROM geofences WHERE \(condition) ORDER BY identifier",
            arguments: arguments
        )
        let decoder = GeofenceDecoder()
        while let row = try rows.next() { decoder.add(try SavedGeofenceRow(row)) }
        return try decoder.finish()
    }

    /// Refuses geofences that no engine would accept, and two changes of one geofence.
    private static func check(_ changes: [GeofenceChange]) throws(GeofenceError) {
        let validator = try FenceValidator()
        var names: Set<Geofence.ID> = []
        for change in changes {
            if case .upsert(let geofence) = change { try validator.check(geofence) }
            guard names.insert(change.id).inserted else { throw GeofenceError.twoChanges(of: change.id) }
        }
    }
}
