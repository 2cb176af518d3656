/// Geofences and moving devices in an area of the size and latitude of a large city, generated from a seed.
///
/// The same seed gives the same bytes on every platform. Each geofence and each device has its own random numbers, so
/// geofence 7 is the same whether 10 or a million are generated. Everything lies within `area`.
package struct MetroScenario: Sendable {
    /// The shapes of the geofences.
    package enum Shapes: Sendable {
        /// Of ten geofences, five are circles, four are stars and one is concave.
        case mixed
        /// All are circles.
        case circles
    }

    /// The 1.0° by 1.0° box that contains everything.
    package static let area = Box(minX: -122.5, minY: 37.5, maxX: -121.5, maxY: 38.5)

    /// The earliest possible time of the first fix: 2026-01-01T00:00:00Z.
    package static let start = Timestamp(unixMilliseconds: 1_767_225_600_000)

    /// The assumed length of a degree of latitude in meters: that on a sphere of the Earth's mean radius.
    static let metersPerDegree = 111_195.08

    package let seed: UInt64
    package let geofenceCount: Int
    package let deviceCount: Int
    package let fixCount: Int
    let shapes: Shapes

    /// Creates a scenario of this many geofences, devices, and fixes of all devices together.
    package init(seed: UInt64, geofences: Int, devices: Int = 0, fixes: Int = 0, shapes: Shapes = .mixed) {
        precondition(geofences >= 0 && devices >= 0 && fixes >= 0, "The numbers must not be negative.")
        precondition(devices > 0 || fixes == 0, "Fixes need a device.")
        self.seed = seed
        self.geofenceCount = geofences
        self.deviceCount = devices
        self.fixCount = fixes
        self.shapes = shapes
    }

    /// Independent sources of random numbers.
    enum Stream {
        static let geofence: UInt64 = 1
        static let device: UInt64 = 2
        static let points: UInt64 = 3
        static let horizontalBorder: UInt64 = 4
        static let verticalBorder: UInt64 = 5
        static let corner: UInt64 = 6
        static let coast: UInt64 = 7
        static let situation: UInt64 = 8
    }

    /// Returns `number` with leading zeros.
    static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
