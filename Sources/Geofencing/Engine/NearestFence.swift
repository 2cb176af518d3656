/// A geofence by its handle, with the signed geodesic distance in meters from a point to its boundary, negative inside.
struct NearestFence: BitwiseCopyable {
    var fence: UInt32
    var distance: Double
}
