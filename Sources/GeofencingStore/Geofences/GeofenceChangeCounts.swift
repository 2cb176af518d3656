/// The numbers of geofences that a change of the store added, changed and removed.
public struct GeofenceChangeCounts: Sendable, Hashable {
    /// The number of geofences that did not exist before.
    public internal(set) var added = 0
    /// The number of geofences that existed and differed.
    public internal(set) var changed = 0
    /// The number of geofences that were removed.
    public internal(set) var removed = 0

    /// The sum of all three.
    public var total: Int { added + changed + removed }
}
