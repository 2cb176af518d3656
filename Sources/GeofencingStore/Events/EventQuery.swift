internal import GRDB
public import Geofencing

/// Selects events or visits of a store; `nil` means no limit.
public struct EventQuery: Sendable, Hashable {
    /// Only those of this device.
    public var device: DeviceID?
    /// Only those of this geofence.
    public var geofence: Geofence.ID?
    /// Only events from this time on; only visits that ended then or later, or not yet.
    public var since: Timestamp?
    /// Only events up to this time; only visits that began then or before.
    public var until: Timestamp?

    /// Creates a query.
    public init(
        device: DeviceID? = nil,
        geofence: Geofence.ID? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil
    ) {
        self.device = device
        self.geofence = geofence
        self.since = since
        self.until = until
    }
}

extension EventQuery {
    /// Returns the condition that a row of events or visits must meet. A limit that is `nil` is left out entirely,
    /// because SQLite uses an index only for a column that is compared with a value, and searches a view for a device
    /// only if its number is known beforehand.
    func condition(of row: String, began: String, ended: String) -> String {
        let limits = [
            device.map { _ in "\(row).device = :device" },
            geofence.map { _ in "\(row).geofence = :geofence" },
            since.map { _ in "\(ended) >= :since" },
            until.map { _ in "\(began) <= :until" },
        ]
        return (["TRUE"] + limits.compactMap(\.self)).joined(separator: " AND ")
    }

    func arguments(_ database: Database) throws -> StatementArguments {
        [
            "device": try device.flatMap { try GeofenceStore.knownNumber(of: $0, database) },
            "geofence": geofence?.rawValue.sought,
            "since": since?.unixMilliseconds, "until": until?.unixMilliseconds,
        ]
    }
}
