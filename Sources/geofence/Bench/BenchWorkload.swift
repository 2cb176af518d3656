internal import Geofencing

/// What is measured: geofences, places and fixes.
struct BenchWorkload {
    let geofences: [Geofence]
    let vertices: Int
    let box: Box
    let seed: UInt64
    /// Fixes whose `device` is a number of `deviceNames`.
    let fixes: [CompactFix]
    let deviceNames: [DeviceID]
    let places: [Coordinate]

    init(geofences: [Geofence], box: Box, seed: UInt64, fixes: [CompactFix], deviceNames: [DeviceID], places: Int) {
        self.geofences = geofences.sorted { $0.id < $1.id }
        self.box = box
        self.seed = seed
        self.fixes = fixes
        self.deviceNames = deviceNames
        self.places = Array(UniformPoints(seed: seed, count: places, in: box))
        vertices = geofences.reduce(0) { $0 + $1.region.vertexCount }
    }

    /// The fixes with the slots that `engine` gives their devices.
    func fixes(for engine: GeofenceEngine) -> [CompactFix] {
        let slots = deviceNames.map { engine.registry.slot(for: $0) }
        return fixes.map { fix in
            var own = fix
            own.device = slots[Int(fix.device)]
            return own
        }
    }
}

extension Geofence.Region {
    /// Vertices of all rings, the repeated last one included; none for a circle.
    var vertexCount: Int {
        switch self {
        case .circle: 0
        case .polygon(let polygon): polygon.vertexCount
        case .multiPolygon(let polygons): polygons.reduce(0) { $0 + $1.vertexCount }
        }
    }
}

extension Polygon {
    fileprivate var vertexCount: Int { exterior.count + holes.reduce(0) { $0 + $1.count } }
}
