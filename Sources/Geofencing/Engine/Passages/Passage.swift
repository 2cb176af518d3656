/// A way through a geofence between two places, neither of which is in it.
///
/// The way is straight in longitude and latitude, as polygon edges are, and the short way round the Earth.
public struct Passage: Sendable, Hashable {
    /// The geofence.
    public var geofence: Geofence.ID

    /// Where the way enters: its share of the way, 0 at the start and 1 at the end.
    public var entry: Double

    /// Where the way leaves, after `entry`.
    public var exit: Double

    /// Creates a passage.
    public init(geofence: Geofence.ID, entry: Double, exit: Double) {
        self.geofence = geofence
        self.entry = entry
        self.exit = exit
    }
}
