/// The result of making a geofence valid; see `Geofence.repaired()`.
public struct GeofenceRepair: Sendable, Hashable {
    /// The geofence with the repaired region; the given geofence if there was nothing to repair.
    public var geofence: Geofence

    /// The area that the repair added, as a share of the repaired area; negative if it removed area.
    ///
    /// Areas are in square degrees. In a self-crossing ring, parts drawn clockwise and anticlockwise cancel each
    /// other's area, so a symmetrical bowtie has area zero and its repair adds 1.
    public var areaChange: Double
}
