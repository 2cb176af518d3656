/// The geofences that a device should watch, and how that differs from what it watches now.
public struct RegionSelection: Sendable, Hashable {
    /// The regions to watch, the most important first.
    public let regions: [Geofence.ID]

    /// The regions to start watching, the most important first.
    public let toAdd: [Geofence.ID]

    /// The regions to stop watching, ascending. If they are removed before the others are added, the limit is never
    /// exceeded.
    public let toRemove: [Geofence.ID]

    init(_ regions: [Geofence.ID], registered: Set<Geofence.ID>) {
        self.regions = regions
        toAdd = regions.filter { !registered.contains($0) }
        toRemove = registered.subtracting(regions).sorted()
    }
}
