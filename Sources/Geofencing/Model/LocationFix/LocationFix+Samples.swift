#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension LocationFix {
    /// Returns a good fix for tests and previews; each sequence number is one second later than the one before.
    public static func sample(sequence: Int = 0, device: String? = nil) -> LocationFix {
        LocationFix(
            timestamp: Date(timeIntervalSince1970: 1_699_401_234 + Double(sequence)),
            source: .watchOS,
            coordinate: Coordinate(latitude: 37.7749, longitude: -122.4194),
            altitudeMeters: 10,
            horizontalAccuracyMeters: 5,
            verticalAccuracyMeters: 10,
            speedMetersPerSecond: 0.5,
            courseDegrees: 180,
            headingDegrees: nil,
            batteryFraction: 0.85,
            sequence: sequence,
            device: device
        )
    }

    /// Returns a fix of poor accuracy and unknown speed and course, for tests and previews.
    public static func samplePoorAccuracy(sequence: Int = 0, device: String? = nil) -> LocationFix {
        LocationFix(
            timestamp: Date(timeIntervalSince1970: 1_699_401_234 + Double(sequence)),
            source: .watchOS,
            coordinate: Coordinate(latitude: 37.7749, longitude: -122.4194),
            altitudeMeters: nil,
            horizontalAccuracyMeters: 150,
            verticalAccuracyMeters: -1,
            speedMetersPerSecond: -1,
            courseDegrees: -1,
            headingDegrees: nil,
            batteryFraction: 0.2,
            sequence: sequence,
            device: device
        )
    }
}
