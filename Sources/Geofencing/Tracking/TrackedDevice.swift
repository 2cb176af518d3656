/// What a `DeviceTracker` knows of one device, all from the same moment but for the fix of the owner, which is read after it.
///
/// The names are those of `PetLocationManager` in the pet tracker that this engine comes from, where the device
/// is the pet's watch.
public struct TrackedDevice: Sendable {
    /// The device.
    public let id: DeviceID

    /// The newest fix by its own time, whenever it came; `nil` before the first.
    public let latestLocation: TrackedFix?

    /// The newest fix of the owner device; `nil` without one.
    public let ownerLocation: TrackedFix?

    /// How many fixes have been taken, also those that the history holds no longer.
    public let fixesReceived: Int

    let reachableFor: Duration

    /// The geodesic distance to the owner; `nil` if either place is not known.
    public var distanceFromOwner: Distance? {
        guard let latestLocation, let ownerLocation else { return nil }
        return ownerLocation.coordinate.distance(to: latestLocation.coordinate)
    }

    /// The charge of the battery in percent, 0 ... 100; `nil` when unknown.
    public var batteryLevel: Int? { latestLocation?.batteryPercentage }

    /// How urgent the battery is; `nil` when its charge is unknown.
    public var batteryCondition: BatteryCondition? { batteryLevel.map(BatteryCondition.init(percentage:)) }

    /// The horizontal accuracy in meters; `nil` when unknown.
    public var accuracyMeters: Double? { latestLocation?.horizontalAccuracy?.meters }

    /// How old the newest fix is; `nil` without one. Negative if the device's clock runs ahead, by at most `FixLimits.longestAhead`.
    public func timeSinceLastUpdate(at now: Timestamp) -> Duration? { latestLocation?.time.duration(to: now) }

    /// The state of the connection: activated by the first fix, reachable while the newest is not older than the tracker's
    /// `reachableFor`, exactly that old included.
    public func connectionStatus(at now: Timestamp) -> ConnectionStatus {
        ConnectionStatus(latestLocation, at: now, reachableFor: reachableFor)
    }
}

extension ConnectionStatus {
    /// The state of a connection over which this fix came last.
    init(_ latest: TrackedFix?, at now: Timestamp, reachableFor: Duration) {
        let age = latest?.time.duration(to: now)
        self.init(isActivated: age != nil, isReachable: age.map { $0 <= reachableFor } ?? false)
    }
}
