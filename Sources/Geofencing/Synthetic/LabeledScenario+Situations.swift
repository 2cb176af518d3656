extension LabeledScenario {
    /// The error of a fix and the accuracy it claims; all in meters.
    struct MeasuringError {
        var east: Double
        var north: Double
        var accuracy: Double
    }

    /// Walking speed, in meters per second.
    private static let walking = 1.4

    /// The regions, all centered on the frame's origin.
    var areas: [(name: String, area: TrueArea)] {
        switch situation {
        case .smallShop: [("shop", .box(east: 20, north: 12))]
        case .tunnel: [("garage", .circle(radius: 400))]
        case .antimeridian: [("box", .box(east: 150, north: 150)), ("circle", .circle(radius: 100))]
        default: [("home", .circle(radius: 100))]
        }
    }

    /// The time between fixes, in milliseconds.
    var interval: Int64 {
        switch situation {
        case .passThrough: 60_000
        case .newestFirst: 30_000
        default: 10_000
        }
    }

    private func duration(orElse seconds: Int64) -> Int64 { settings.duration ?? seconds * 1000 }

    /// Returns the path of a device.
    func path(using generator: inout SplitMix64) -> TruePath {
        // Start times are random, so that devices do not all measure at the same moment.
        let start = MetroScenario.start.unixMilliseconds + Int64(generator.integer(in: 0...Int(interval) - 1))
        let (sine, cosine) = PortableMath.sineAndCosine(turns: generator.uniform(0...1))
        /// Returns the position ahead of and beside the origin, in a frame rotated to a random direction.
        func place(_ ahead: Double, _ aside: Double = 0) -> (Double, Double) {
            (ahead * sine + aside * cosine, ahead * cosine - aside * sine)
        }
        var result: TruePath
        switch situation {
        case .stationaryNoise, .outliers:
            result = TruePath(from: place(situation == .outliers ? 40 : 90), at: start)
            result.wait(duration(orElse: 86_400))
        case .departure:
            result = TruePath(from: (0, 0), at: start)
            result.wait(duration(orElse: 600))
            result.go(to: place(700), speed: Self.walking)
            result.wait(600_000)
        case .smallShop:
            // Along the street, 8 m from the front, in through a door in its middle, and onward.
            let counter = (generator.uniform(-15...15), generator.uniform(-9...9))
            result = TruePath(from: (-300, -20), at: start)
            for stop in [(0.0, -20.0), (0, -12), counter] { result.go(to: stop, speed: Self.walking) }
            result.wait(duration(orElse: 300))
            for stop in [(0.0, -12.0), (0, -20), (300, -20)] { result.go(to: stop, speed: Self.walking) }
        case .passThrough:
            let aside = generator.uniform(-50...50)
            // The random lead varies where the device is when a fix is due; it still drives the whole path.
            let lead = generator.uniform(0...1800)
            result = TruePath(from: place(-9000 - lead, aside), at: start)
            result.go(to: place(9000, aside), speed: 30)
        case .newestFirst:
            result = TruePath(from: place(500), at: start)
            for _ in 0..<6 {
                result.wait(1_200_000)
                result.go(to: (0, 0), speed: Self.walking)
                result.wait(duration(orElse: 1200))
                result.go(to: place(500), speed: Self.walking)
            }
            result.wait(1_200_000)
        case .tunnel:
            result = TruePath(from: place(-3000), at: start)
            result.go(to: (0, 0), speed: 15)
            result.wait(duration(orElse: 900))
            result.go(to: place(3000), speed: 15)
        case .antimeridian:
            result = TruePath(from: (-500, 0), at: start)
            for side in [1.0, -1, 1] {
                result.go(to: (0, 0), speed: Self.walking)
                result.wait(duration(orElse: 600))
                result.go(to: (500 * side, 0), speed: Self.walking)
                result.wait(600_000)
            }
        }
        return result
    }

    /// Returns the measuring error of a fix at a position.
    func error(at place: TruePath.Point, using generator: inout SplitMix64) -> MeasuringError {
        if situation == .outliers, generator.integer(in: 1...20) == 1 {
            let (sine, cosine) = PortableMath.sineAndCosine(turns: generator.uniform(0...1))
            return MeasuringError(east: 200 * sine, north: 200 * cosine, accuracy: 2)
        }
        let isUnderground = situation == .tunnel && abs(place.east) + abs(place.north) < 1
        let typical: Double =
            switch situation {
            case .stationaryNoise, .outliers: 22.5
            case .departure: 20
            case .smallShop: generator.uniform(10...40).rounded()
            case .passThrough: 5
            case .newestFirst, .antimeridian: 10
            case .tunnel: isUnderground ? 1200 : 10
            }
        let accuracy = settings.accuracy ?? typical
        let noise = settings.noise ?? accuracy / 1.5
        return MeasuringError(east: generator.bell() * noise, north: generator.bell() * noise, accuracy: accuracy)
    }
}
