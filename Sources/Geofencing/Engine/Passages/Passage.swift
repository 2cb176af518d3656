/// A path through a geofence between two points, neither of which is in it.
///
/// The path is straight in longitude and latitude, as polygon edges are, and takes the short way around the Earth.
public struct Passage: Sendable, Hashable {
    /// The geofence.
    public var geofence: Geofence.ID

    /// The point where the path enters, as a share of the path: 0 at the start and 1 at the end.
    public var entry: Double

    /// The point where the path leaves, as a share of the path, after `entry`.
    public var exit: Double

    /// Creates a passage.
    public init(geofence: Geofence.ID, entry: Double, exit: Double) {
        self.geofence = geofence
        self.entry = entry
        self.exit = exit
    }
}
