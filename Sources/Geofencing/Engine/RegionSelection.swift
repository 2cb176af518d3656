/// Which geofences a device should watch, and what that changes.
public struct RegionSelection: Sendable, Hashable {
    /// What to watch, the most important first.
    public let regions: [Geofence.ID]

    /// What to register anew, the most important first.
    public let toAdd: [Geofence.ID]

    /// What to watch no longer, ascending. Remove before you add, and the limit is never exceeded.
    public let toRemove: [Geofence.ID]

    init(_ regions: [Geofence.ID], registered: Set<Geofence.ID>) {
        self.regions = regions
        toAdd = regions.filter { !registered.contains($0) }
        toRemove = registered.subtracting(regions).sorted()
    }
}
