#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A fix as it travels between devices, with everything the capturing device knows; its JSON is the wire format.
///
/// `Fix` is the part of it that geofences are evaluated with. Here moments are `Date`s in seconds and the battery is a
/// fraction; on the wire they are milliseconds since 1970 and percent. A fix that was decoded is the same after it was
/// encoded and decoded again; a moment or fraction that was computed may differ in its last bit, below a microsecond.
public struct LocationFix: Codable, Sendable, Hashable, Identifiable {
    /// What kind of device measured. The raw value is the wire's `source`; one that is not named here is kept as it is.
    public struct Source: RawRepresentable, Codable, Sendable, Hashable {
        /// The wire's `source`.
        public let rawValue: String

        /// The source of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A watch, which the tracked one wears.
        public static let watchOS = Source(rawValue: "watchOS")
        /// A phone, which the owner carries.
        public static let iOS = Source(rawValue: "iOS")
    }

    /// The unique name of the fix: the wire's `id`.
    public let id: UUID

    /// When it was measured: the wire's `ts_unix_ms`, in milliseconds.
    public let timestamp: Date

    /// What kind of device measured.
    public let source: Source

    /// Where it was measured to be.
    public let coordinate: Coordinate

    /// Meters above sea level: the wire's `alt_m`.
    public let altitudeMeters: Double?

    /// The radius of uncertainty in meters, negative if the coordinate is not valid: the wire's `h_accuracy_m`.
    public let horizontalAccuracyMeters: Double

    /// The uncertainty of the altitude in meters, negative if it is not valid: the wire's `v_accuracy_m`.
    public let verticalAccuracyMeters: Double

    /// Meters per second, negative if not valid: the wire's `speed_mps`.
    public let speedMetersPerSecond: Double

    /// The direction of travel in degrees clockwise from true north, 0 ... 360, negative if not valid: the wire's
    /// `course_deg`.
    public let courseDegrees: Double

    /// The direction the device points to in degrees clockwise from true north, 0 ... 360; `nil` for a device without a
    /// magnetometer: the wire's `heading_deg`.
    public let headingDegrees: Double?

    /// The charge of the battery, 0 ... 1, negative if not known: the wire's `battery_pct` is a hundred times that.
    public let batteryFraction: Double

    /// The device's running number, which tells order, gaps and repeats: the wire's `seq`.
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
