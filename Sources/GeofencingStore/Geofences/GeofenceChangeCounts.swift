/// How many geofences a change of the store added, changed and removed.
public struct GeofenceChangeCounts: Sendable, Hashable {
    /// Geofences that were not there.
    public internal(set) var added = 0
    /// Geofences that were there and differed.
    public internal(set) var changed = 0
    /// Geofences that are gone.
    public internal(set) var removed = 0

    /// All of them.
    public var total: Int { added + changed + removed }
}
