internal import GRDB
public import Geofencing

/// Which events or visits of a store are wanted; `nil` is no limit.
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
    /// What must hold of the columns of an event or a visit. A limit that is not given is not there, as SQLite finds by an index only
    /// what is compared with a value.
    func condition(began: String, ended: String, geofence column: String) -> String {
        let limits = [
            device.map { _ in "devices.name = :device" },
            geofence.map { _ in "\(column) = :geofence" },
            since.map { _ in "\(ended) >= :since" },
            until.map { _ in "\(began) <= :until" },
        ]
        return (["TRUE"] + limits.compactMap(\.self)).joined(separator: " AND ")
    }

    var arguments: StatementArguments {
        [
            "device": device?.rawValue.sought, "geofence": geofence?.rawValue.sought,
            "since": since?.unixMilliseconds, "until": until?.unixMilliseconds,
        ]
    }
}
