/// A geofence by its handle, and the signed geodesic distance in meters from a place to its boundary, negative inside.
struct NearestFence: BitwiseCopyable {
    var fence: UInt32
    var distance: Double
}
