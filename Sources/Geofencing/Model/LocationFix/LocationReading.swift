#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The numbers of a `CLLocation`, so that their conversion is the same, and tested, without CoreLocation.
struct LocationReading: Hashable {
    var timestamp: Date
    var coordinate: Coordinate
    /// Meters above sea level; meaningless where the vertical accuracy is negative.
    var altitude: Double
    var horizontalAccuracy: Double
    var verticalAccuracy: Double
    var speed: Double
    var course: Double
}

extension LocationFix {
    /// Creates a fix from a reading. Without a valid vertical accuracy it has no altitude, and without a valid true
    /// heading no heading.
    init(
        _ reading: LocationReading,
        source: Source,
        batteryLevel: Double,
        sequence: Int,
        trueHeading: Double?,
        device: String?
    ) {
        self.init(
            timestamp: reading.timestamp,
            source: source,
            coordinate: reading.coordinate,
            altitudeMeters: reading.verticalAccuracy >= 0 ? reading.altitude : nil,
            horizontalAccuracyMeters: reading.horizontalAccuracy,
            verticalAccuracyMeters: reading.verticalAccuracy,
            speedMetersPerSecond: reading.speed,
            courseDegrees: reading.course,
            headingDegrees: trueHeading.flatMap { $0 >= 0 ? $0 : nil },
            batteryFraction: batteryLevel,
            sequence: sequence,
            device: device
        )
    }

    /// The fix as a reading; a missing altitude is 0, and its vertical accuracy is then negative to mark it invalid.
    var reading: LocationReading {
        LocationReading(
            timestamp: timestamp,
            coordinate: coordinate,
            altitude: altitudeMeters ?? 0,
            horizontalAccuracy: horizontalAccuracyMeters,
            verticalAccuracy: altitudeMeters == nil ? -1 : verticalAccuracyMeters,
            speed: speedMetersPerSecond,
            course: courseDegrees
        )
    }
}
