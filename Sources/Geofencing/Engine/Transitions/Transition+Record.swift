extension Transition {
    /// Creates the transition of a device that the registry has.
    package init(_ record: TransitionRecord, in registry: DeviceRegistry, geofence: Geofence.ID) {
        self.init(record, device: registry.device(in: record.device), geofence: geofence)
    }

    package init(_ record: TransitionRecord, device: DeviceID, geofence: Geofence.ID) {
        self.init(
            kind: record.kind,
            device: device,
            geofence: geofence,
            time: Timestamp(unixMilliseconds: record.time),
            decidedTime: Timestamp(unixMilliseconds: record.decidedTime),
            interval: record.earliest == TransitionRecord.unknownTime
                ? nil
                : Timestamp(unixMilliseconds: record.earliest)...Timestamp(unixMilliseconds: record.latest),
            visitStart: record.visitStart == TransitionRecord.unknownTime
                ? nil
                : Timestamp(unixMilliseconds: record.visitStart),
            coordinate: Coordinate(latitude: record.latitude, longitude: record.longitude),
            cause: record.cause,
            isInferred: record.isInferred,
            ordinal: Int(record.ordinal),
            visitOrdinal: Int(record.visitOrdinal)
        )
    }
}
