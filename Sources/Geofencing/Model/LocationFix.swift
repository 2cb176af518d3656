#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A fix as it travels between devices, with everything the capturing device knows; its JSON is the wire format.
///
/// `Fix` is the part of it that geofences are evaluated with.
public struct LocationFix: Codable, Sendable, Hashable, Identifiable {
    /// The device that measured. The raw value is the wire's `source`.
    public enum Source: String, Codable, Sendable, Hashable, CaseIterable {
        /// A watch.
        case watchOS
        /// A phone.
        case iOS
    }

    /// The unique name of the fix: the wire's `id`.
    public let id: UUID

    /// When it was measured: the wire's `ts_unix_ms`, in whole milliseconds.
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

    /// The direction of travel in degrees clockwise from true north, negative if not valid: the wire's `course_deg`.
    public let courseDegrees: Double

    /// The direction the device points to in degrees clockwise from true north: the wire's `heading_deg`.
    public let headingDegrees: Double?

    /// The charge of the battery, 0 ... 1: the wire's `battery_pct` is a hundred times that.
    public let batteryFraction: Double

    /// The device's running number: the wire's `seq`.
    public let sequence: Int

    /// The name of the device, where there are several of one source: the wire's `device`.
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

extension LocationFix {
    /// The charge of the battery in percent, 0 ... 100.
    public var batteryPercentage: Int {
        batteryFraction.isFinite ? Int((min(max(batteryFraction, 0), 1) * 100).rounded()) : 0
    }

    /// Seconds since the fix was measured.
    public var age: TimeInterval { age(at: Date()) }

    /// Seconds from the measurement to `moment`.
    public func age(at moment: Date) -> TimeInterval { moment.timeIntervalSince(timestamp) }

    /// Whether the horizontal accuracy is known.
    public var hasValidAccuracy: Bool { horizontalAccuracyMeters >= 0 }

    /// Whether there is an altitude and its accuracy is known.
    public var hasValidAltitude: Bool { altitudeMeters != nil && verticalAccuracyMeters >= 0 }

    /// Whether the speed is known.
    public var hasValidSpeed: Bool { speedMetersPerSecond >= 0 }

    /// Whether the course is known.
    public var hasValidCourse: Bool { courseDegrees >= 0 }

    /// Whole milliseconds since 1970, the nearest ones.
    fileprivate var unixMilliseconds: Int64 {
        let milliseconds = (timestamp.timeIntervalSince1970 * 1000).rounded()
        return Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
    }
}

extension Fix {
    /// The part of a wire fix that geofences are evaluated with.
    ///
    /// The device is named by `device`, else by the source. An accuracy of zero or below is unknown.
    public init(_ fix: LocationFix) {
        let accuracy = fix.horizontalAccuracyMeters
        self.init(
            device: DeviceID(fix.device ?? fix.source.rawValue),
            time: Timestamp(unixMilliseconds: fix.unixMilliseconds),
            coordinate: fix.coordinate,
            horizontalAccuracy: accuracy > 0 && accuracy.isFinite ? .meters(accuracy) : nil,
            sequence: Int64(fix.sequence)
        )
    }
}

extension LocationFix {
    private enum CodingKeys: String, CodingKey {
        case id
        case timestamp = "ts_unix_ms"
        case source
        case coordinate
        case altitudeMeters = "alt_m"
        case horizontalAccuracyMeters = "h_accuracy_m"
        case verticalAccuracyMeters = "v_accuracy_m"
        case speedMetersPerSecond = "speed_mps"
        case courseDegrees = "course_deg"
        case headingDegrees = "heading_deg"
        case batteryFraction = "battery_pct"
        case sequence = "seq"
        case device
    }

    /// Decodes the wire format.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try values.decode(UUID.self, forKey: .id),
            timestamp: Date(timeIntervalSince1970: try values.decode(Double.self, forKey: .timestamp) / 1000),
            source: try values.decode(Source.self, forKey: .source),
            coordinate: try values.decode(Coordinate.self, forKey: .coordinate),
            altitudeMeters: try values.decodeIfPresent(Double.self, forKey: .altitudeMeters),
            horizontalAccuracyMeters: try values.decode(Double.self, forKey: .horizontalAccuracyMeters),
            verticalAccuracyMeters: try values.decode(Double.self, forKey: .verticalAccuracyMeters),
            speedMetersPerSecond: try values.decode(Double.self, forKey: .speedMetersPerSecond),
            courseDegrees: try values.decode(Double.self, forKey: .courseDegrees),
            headingDegrees: try values.decodeIfPresent(Double.self, forKey: .headingDegrees),
            batteryFraction: try values.decode(Double.self, forKey: .batteryFraction) / 100,
            sequence: try values.decode(Int.self, forKey: .sequence),
            device: try values.decodeIfPresent(String.self, forKey: .device)
        )
    }

    /// Encodes the wire format; `heading_deg` and `alt_m` are there as `null` where there is no value, `device` is
    /// left out.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(Double(unixMilliseconds), forKey: .timestamp)
        try values.encode(source, forKey: .source)
        try values.encode(coordinate, forKey: .coordinate)
        try values.encode(altitudeMeters, forKey: .altitudeMeters)
        try values.encode(horizontalAccuracyMeters, forKey: .horizontalAccuracyMeters)
        try values.encode(verticalAccuracyMeters, forKey: .verticalAccuracyMeters)
        try values.encode(speedMetersPerSecond, forKey: .speedMetersPerSecond)
        try values.encode(courseDegrees, forKey: .courseDegrees)
        try values.encode(headingDegrees, forKey: .headingDegrees)
        try values.encode(batteryFraction * 100, forKey: .batteryFraction)
        try values.encode(sequence, forKey: .sequence)
        try values.encodeIfPresent(device, forKey: .device)
    }
}

extension LocationFix {
    /// A good fix, for tests and previews; each sequence number is one second later than the one before.
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

    /// A fix of poor accuracy and unknown speed and course, for tests and previews.
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
