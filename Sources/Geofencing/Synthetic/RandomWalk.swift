/// A device that wanders over the metro area; its speed and heading change little from fix to fix.
struct RandomWalk: Sendable {
    /// The standard deviation of a fix's error along each axis, in meters; also the accuracy that the fix claims.
    static let noise = 5.0

    /// The time of the next fix, in milliseconds since 1970.
    private(set) var time: Int64
    private var generator: SplitMix64
    private var latitude: Double
    private var longitude: Double
    /// Turns clockwise from north.
    private var heading: Double
    /// Meters per second.
    private var speed: Double
    private var sequence: Int64 = 0

    init(seed: UInt64, device: Int) {
        generator = SplitMix64(seed: seed, stream: MetroScenario.Stream.device, number: device)
        time = MetroScenario.start.unixMilliseconds + Int64(generator.integer(in: 0...4999))
        latitude = generator.uniform(Self.latitudes)
        longitude = generator.uniform(Self.longitudes)
        heading = generator.uniform(0...1)
        speed = generator.uniform(1...30)
    }

    /// Measures the device's position, then moves it on by 1 ... 5 s.
    mutating func next(device: UInt32) -> CompactFix {
        let shrink = PortableMath.sineAndCosine(turns: latitude / 360).cosine
        let degreesPerMeterY = 1 / MetroScenario.metersPerDegree
        let degreesPerMeterX = degreesPerMeterY / shrink
        sequence += 1
        let fix = CompactFix(
            latitude: PortableMath.roundedToSevenDecimals(
                latitude + generator.bell() * Self.noise * degreesPerMeterY
            ),
            longitude: PortableMath.roundedToSevenDecimals(
                longitude + generator.bell() * Self.noise * degreesPerMeterX
            ),
            time: time,
            sequence: sequence,
            horizontalAccuracy: Float(Self.noise),
            device: device
        )
        let milliseconds = generator.integer(in: 1000...5000)
        let way = speed * Double(milliseconds) / 1000
        let (sine, cosine) = PortableMath.sineAndCosine(turns: heading)
        time += Int64(milliseconds)
        longitude += way * sine * degreesPerMeterX
        latitude += way * cosine * degreesPerMeterY
        // Standard deviations of 14° and of 1.5 m/s per fix.
        heading += generator.bell() * 0.04
        heading -= heading.rounded(.down)
        speed = Self.reflected(speed + generator.bell() * 1.5, in: 1...30)
        reflectAtBorder()
        return fix
    }

    /// 25 m inside the area's border, beyond the reach of the noise.
    private static let latitudes = (MetroScenario.area.minY + 25e-5)...(MetroScenario.area.maxY - 25e-5)
    private static let longitudes = (MetroScenario.area.minX + 35e-5)...(MetroScenario.area.maxX - 35e-5)

    private mutating func reflectAtBorder() {
        if !Self.longitudes.contains(longitude) {
            longitude = Self.reflected(longitude, in: Self.longitudes)
            heading = 1 - heading
        }
        if !Self.latitudes.contains(latitude) {
            latitude = Self.reflected(latitude, in: Self.latitudes)
            heading = heading < 0.5 ? 0.5 - heading : 1.5 - heading
        }
    }

    private static func reflected(_ value: Double, in range: ClosedRange<Double>) -> Double {
        if value < range.lowerBound { return 2 * range.lowerBound - value }
        return value > range.upperBound ? 2 * range.upperBound - value : value
    }
}
