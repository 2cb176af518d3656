/// A situation that engines are known to get wrong, generated from a seed, with the visits that really took place.
///
/// The same seed gives the same bytes on every platform. Each device has its own random numbers.
package struct LabeledScenario: Sendable {
    /// The situations. `docs/concepts.md` states the expected result of each.
    package enum Situation: String, Sendable, CaseIterable {
        /// Stays still 10 m inside the boundary of a circle of 100 m.
        case stationaryNoise = "stationary-noise"
        /// Stays still in a circle of 100 m; one fix in twenty is 200 m off and claims 2 m.
        case outliers
        /// Walks out of a circle of 100 m and stays away.
        case departure
        /// Walks into a shop 24 m deep and out again.
        case smallShop = "small-shop"
        /// Drives through a circle of 100 m at 30 m/s, with one fix per minute.
        case passThrough = "pass-through"
        /// Comes and goes six times; the trace has the newest fix first.
        case newestFirst = "newest-first"
        /// Stands underground in a circle of 400 m, where fixes are a kilometer wide.
        case tunnel
        /// Walks back and forth across the 180th meridian, through a circle and a box.
        case antimeridian
    }

    /// The adjustable settings of a situation; `nil` for the typical value.
    package struct Settings: Sendable {
        /// The accuracy that the fixes claim, in meters.
        package var accuracy: Double?
        /// The standard deviation of their error along each axis, in meters. By default two thirds of the accuracy,
        /// which makes the accuracy the radius of 68 % of the fixes.
        package var noise: Double?
        /// How long a device stays at its destination, in milliseconds, without the way in and out; in `passThrough` it
        /// does not stay.
        package var duration: Int64?

        package init() {}
    }

    let situation: Situation
    package let seed: UInt64
    package let deviceCount: Int
    package let settings: Settings
    let frame: LocalFrame

    package init(_ situation: Situation, seed: UInt64, devices: Int, settings: Settings = Settings()) {
        precondition(devices >= 0, "The number of devices must not be negative.")
        self.situation = situation
        self.seed = seed
        deviceCount = devices
        self.settings = settings
        frame = LocalFrame(
            origin: situation == .antimeridian
                ? Coordinate(latitude: -16.8, longitude: -180) : Coordinate(latitude: 48.2, longitude: 16.37)
        )
    }

    /// The geofences.
    package var geofences: [Geofence] {
        areas.map { Geofence(Geofence.ID($0.name), $0.area.region(in: frame)) }
    }

    /// All fixes in the order of upload; a fix's `device` is the device's number, from 0.
    package var fixes: [CompactFix] {
        let sorted = (0..<deviceCount).flatMap { fixes(ofDevice: $0) }
            .sorted { ($0.time, $0.device) < ($1.time, $1.device) }
        return situation == .newestFirst ? sorted.reversed() : sorted
    }

    /// The visits that took place, by device and then by time of entry.
    package var visits: [LabeledVisit] {
        (0..<deviceCount).flatMap { number in
            var generator = generator(ofDevice: number)
            let path = path(using: &generator)
            return areas.flatMap { area in
                path.visits(in: area.area).map { visit in
                    LabeledVisit(
                        device: MetroScenario.deviceID(number),
                        geofence: Geofence.ID(area.name),
                        enter: visit.enter,
                        exit: visit.exit
                    )
                }
            }.sorted { ($0.enter, $0.geofence) < ($1.enter, $1.geofence) }
        }
    }

    private func generator(ofDevice number: Int) -> SplitMix64 {
        SplitMix64(seed: seed, stream: MetroScenario.Stream.situation, number: number)
    }

    private func fixes(ofDevice number: Int) -> [CompactFix] {
        var generator = generator(ofDevice: number)
        let path = path(using: &generator)
        let times = stride(from: path.start, through: path.end, by: Int(interval))
        return path.places(at: times).enumerated().map { step, place in
            let error = error(at: place, using: &generator)
            let seen = frame.coordinate(east: place.east + error.east, north: place.north + error.north)
            return CompactFix(
                latitude: seen.latitude,
                longitude: seen.longitude,
                time: place.time,
                sequence: Int64(step) + 1,
                horizontalAccuracy: Float(error.accuracy),
                device: UInt32(number)
            )
        }
    }
}
