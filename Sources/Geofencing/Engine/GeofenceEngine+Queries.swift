internal import Synchronization

extension GeofenceEngine {
    /// Returns the geofences whose region covers `coordinate`, in ascending order of identifier.
    ///
    /// A coordinate on a boundary is covered. Circles are measured on the WGS 84 ellipsoid; polygon edges are straight in
    /// longitude and latitude. An invalid coordinate is covered by nothing.
    ///
    /// - Throws: `geometryEngine` if GEOS runs out of memory.
    public func geofences(covering coordinate: Coordinate) throws(GeofenceError) -> [Geofence.ID] {
        guard coordinate.isValid else { return [] }
        let snapshot = self.snapshot
        return snapshot.sortedByID(try handlesCovering(coordinate, in: snapshot)).compactMap { snapshot.fence($0)?.id }
    }

    private func handlesCovering(_ place: Coordinate, in snapshot: FenceSnapshot) throws(GeofenceError) -> [UInt32] {
        // The low bits of a measured coordinate are as good as random.
        let bits = place.latitude.bitPattern ^ place.longitude.bitPattern
        return try lanes[Int(truncatingIfNeeded: bits) & (lanes.count - 1)].handlesCovering(place, in: snapshot)
    }

    /// What is known of a device in a geofence.
    ///
    /// Unknown until the device has a usable fix, and for a geofence that is not registered.
    public func presence(of device: DeviceID, in geofence: Geofence.ID) -> Presence {
        guard let slot = registry.existingSlot(for: device) else { return .unknown }
        return shard(of: slot).state.withLock { state in
            guard let handle = state.snapshot.handle(of: geofence), let device = state.state(of: slot), device.hasFix
            else { return .unknown }
            guard let stay = device.stays.first(where: { $0.fence == handle }) else { return .outside }
            return .inside(since: Timestamp(unixMilliseconds: stay.since))
        }
    }

    /// The registered geofence of this name.
    public func geofence(_ id: Geofence.ID) -> Geofence? {
        let snapshot = self.snapshot
        return snapshot.handle(of: id).flatMap(snapshot.fence) ?? snapshot.inactive[id]
    }

    /// How many geofences are registered: the active ones.
    public var geofenceCount: Int { snapshot.count }

    /// How many devices have been met.
    public var deviceCount: Int { registry.count }
}
