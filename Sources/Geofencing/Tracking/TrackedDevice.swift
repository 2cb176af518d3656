/// What a `DeviceTracker` knows about one device, all from the same moment except the owner's fix, which is read
/// afterwards.
///
/// The names are those of `PetLocationManager` in the pet tracker from which this engine originates, where the device
/// is the pet's watch.
public struct TrackedDevice: Sendable, Hashable, Identifiable {
    /// The device.
    public let id: DeviceID

    /// The newest fix by its own time, whenever it arrived; `nil` before the first.
    public let latestLocation: TrackedFix?

    /// The newest fix of the owner device; `nil` without one.
    public let ownerLocation: TrackedFix?

    /// The number of fixes taken, including those no longer in the history.
    public let fixesReceived: Int

    let reachableFor: Duration

    /// The geodesic distance to the owner; `nil` if either position is unknown.
    public var distanceFromOwner: Distance? {
        guard let latestLocation, let ownerLocation else { return nil }
        return ownerLocation.coordinate.distance(to: latestLocation.coordinate)
    }

    /// The charge of the battery in whole percent, 0 ... 100; `nil` when unknown.
    ///
    /// Not a share of 1 like `LocationFix.batteryFraction` and `PerformanceMonitor.batteryLevel`: a level of 20 here is
    /// 0.2 there.
    public var batteryLevel: Int? { latestLocation?.batteryPercentage }

    /// The condition of the battery; `nil` when its charge is unknown.
    public var batteryCondition: BatteryCondition? { batteryLevel.map(BatteryCondition.init(percentage:)) }

    /// The horizontal accuracy in meters; `nil` when unknown.
    public var accuracyMeters: Double? { latestLocation?.horizontalAccuracy?.meters }

    /// Returns the age of the newest fix; `nil` without one. Negative if the device's clock runs ahead, by at most
    /// `FixLimits.longestAhead`.
    public func timeSinceLastUpdate(at now: Timestamp) -> Duration? { latestLocation?.time.duration(to: now) }

    /// Returns the state of the connection: activated by the first fix, and reachable while the newest fix is no older
    /// than the tracker's `reachableFor`, that age included.
    public func connectionStatus(at now: Timestamp) -> ConnectionStatus {
        ConnectionStatus(latestLocation, at: now, reachableFor: reachableFor)
    }
}

extension ConnectionStatus {
    /// Creates the state of a connection over which this fix arrived last.
    init(_ latest: TrackedFix?, at now: Timestamp, reachableFor: Duration) {
        let age = latest?.time.duration(to: now)
        self.init(isActivated: age != nil, isReachable: age.map { $0 <= reachableFor } ?? false)
    }
}
