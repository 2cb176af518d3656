#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A fix as it is sent between devices, with everything the capturing device knows; its JSON is the wire format.
///
/// `Fix` is the part of it that is needed to evaluate geofences. Here times are `Date`s in seconds and the battery is a
/// fraction; on the wire they are milliseconds since 1970 and percent. A decoded fix is unchanged when it is encoded
/// and decoded again; a computed time or fraction may change in its last bit, by less than a microsecond.
public struct LocationFix: Codable, Sendable, Hashable, Identifiable {
    /// The kind of device that measured. The raw value is the wire's `source`; sources without a constant here are
    /// preserved.
    public struct Source: RawRepresentable, Codable, Sendable, Hashable {
        /// The wire's `source`.
        public let rawValue: String

        /// Creates the source of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A watch, worn by whoever is tracked.
        public static let watchOS = Source(rawValue: "watchOS")
        /// A phone, carried by the owner.
        public static let iOS = Source(rawValue: "iOS")
    }

    /// The unique identifier of the fix: the wire's `id`.
    public let id: UUID

    /// The time of the measurement: the wire's `ts_unix_ms`, in milliseconds.
    public let timestamp: Date

    /// What kind of device measured.
    public let source: Source

    /// The measured position.
    public let coordinate: Coordinate

    /// The altitude in meters above sea level: the wire's `alt_m`.
    public let altitudeMeters: Double?

    /// The radius of uncertainty in meters, negative if the coordinate is not valid: the wire's `h_accuracy_m`.
    public let horizontalAccuracyMeters: Double

    /// The uncertainty of the altitude in meters, negative if it is not valid: the wire's `v_accuracy_m`.
    public let verticalAccuracyMeters: Double

    /// The speed in meters per second, negative if not valid: the wire's `speed_mps`.
    public let speedMetersPerSecond: Double

    /// The direction of travel in degrees clockwise from true north, 0 ... 360, negative if not valid: the wire's
    /// `course_deg`.
    public let courseDegrees: Double

    /// The direction in which the device points, in degrees clockwise from true north, 0 ... 360; `nil` for a device
    /// without a magnetometer: the wire's `heading_deg`.
    public let headingDegrees: Double?

    /// The charge of the battery, 0 ... 1, negative if unknown; the wire's `battery_pct` is a hundred times that.
    public let batteryFraction: Double

    /// The device's sequence number, which reveals order, gaps and repeats: the wire's `seq`.
    public let sequence: Int

    /// The name of the device, where there are several of one source: the wire's `device`, which may be missing.
    public let device: String?

    /// Creates a fix.
    public init(
        id: UUID = UUID(),
        timestamp: Date,
        source: Source,
        coordinate: Coordinate,
        altitudeMeters: Double?,
        horizontalAccuracyMeters: Double,
        verticalAccuracyMeters: Double,
        speedMetersPerSecond: Double,
        courseDegrees: Double,
        headingDegrees: Double?,
        batteryFraction: Double,
        sequence: Int,
        device: String? = nil
    ) {
        self.id = id
        self.timestamp = timestamp
        self.source = source
        self.coordinate = coordinate
        self.altitudeMeters = altitudeMeters
        self.horizontalAccuracyMeters = horizontalAccuracyMeters
        self.verticalAccuracyMeters = verticalAccuracyMeters
        self.speedMetersPerSecond = speedMetersPerSecond
        self.courseDegrees = courseDegrees
        self.headingDegrees = headingDegrees
        self.batteryFraction = batteryFraction
        self.sequence = sequence
        self.device = device
    }
}

extension LocationFix.Source: CustomStringConvertible {
    /// The wire's `source`.
    public var description: String { rawValue }
}
