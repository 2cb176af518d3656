internal import Synchronization

extension GeofenceEngine {
    /// Returns the geofences whose region covers `coordinate`, in ascending order of identifier.
    ///
    /// A coordinate on a boundary is covered. Circles are measured on the WGS 84 ellipsoid; polygon edges are straight in
    /// longitude and latitude. An invalid coordinate is covered by nothing.
    ///
    /// - Throws: `geometryEngine` if GEOS runs out of memory.
    public func geofences(covering coordinate: Coordinate) throws(GeofenceError) -> [Geofence.ID] {
        let snapshot = self.snapshot
        var located = LocatedPlaces()
        try locate(CollectionOfOne(coordinate).span, in: snapshot, into: &located)
        return snapshot.sortedByID(Array(located[0])).compactMap { snapshot.fence($0)?.id }
    }

    /// Finds the handles of the geofences that cover each of several places; an invalid place is covered by none.
    ///
    /// - Complexity: one lookup for each place; a lookup that GEOS need not help with allocates nothing.
    package func locate(_ places: Span<Coordinate>, into result: inout LocatedPlaces) throws(GeofenceError) {
        try locate(places, in: snapshot, into: &result)
    }

    private func locate(
        _ places: Span<Coordinate>,
        in snapshot: FenceSnapshot,
        into result: inout LocatedPlaces
    ) throws(GeofenceError) {
        guard !places.isEmpty else { return result.removeAll() }
        // The low bits of a measured coordinate are as good as random, so threads spread over the lanes.
        let bits = places[0].latitude.bitPattern ^ places[0].longitude.bitPattern
        let lane = Int(truncatingIfNeeded: bits) & (lanes.count - 1)
        try lanes[lane].locate(places, in: snapshot, into: &result)
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

    /// All geofences that are known, registered or not, in ascending order of identifier.
    public var allGeofences: [Geofence] {
        let snapshot = self.snapshot
        return (snapshot.registered.map(\.fence) + snapshot.inactive.values).sorted { $0.id < $1.id }
    }

    /// How many geofences are registered: the active ones.
    public var geofenceCount: Int { snapshot.count }

    /// Bytes of the index over the registered geofences; `nil` where it cannot be told.
    package var indexBytes: Int? { snapshot.base.index.bytes }

    /// How many devices have been met.
    public var deviceCount: Int { registry.count }
}
