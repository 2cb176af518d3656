#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension LocationFix {
    enum CodingKeys: String, CodingKey {
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

    /// Decodes the wire format. `alt_m`, `heading_deg` and `device` may be `null` or missing; other keys are ignored.
    ///
    /// - Throws: `DecodingError` with the path of the key; `GeofenceError(_:at:)` says it in a sentence.
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
            sequence: try Self.sequence(in: values),
            device: try values.decodeIfPresent(String.self, forKey: .device)
        )
    }

    /// Foundation does not say which number is not an integer.
    private static func sequence(in values: KeyedDecodingContainer<CodingKeys>) throws -> Int {
        do {
            return try values.decode(Int.self, forKey: .sequence)
        } catch DecodingError.dataCorrupted {
            throw DecodingError.dataCorruptedError(
                forKey: .sequence,
                in: values,
                debugDescription: "the number is not an integer of 64 bits"
            )
        }
    }

    /// Encodes the wire format; `heading_deg` and `alt_m` are there as `null` where there is no value, `device` is
    /// left out.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id, forKey: .id)
        try values.encode(unixMilliseconds, forKey: .timestamp)
        try values.encode(source, forKey: .source)
        try values.encode(coordinate, forKey: .coordinate)
        try values.encode(altitudeMeters, forKey: .altitudeMeters)
        try values.encode(horizontalAccuracyMeters, forKey: .horizontalAccuracyMeters)
        try values.encode(verticalAccuracyMeters, forKey: .verticalAccuracyMeters)
        try values.encode(speedMetersPerSecond, forKey: .speedMetersPerSecond)
        try values.encode(courseDegrees, forKey: .courseDegrees)
        try values.encode(headingDegrees, forKey: .headingDegrees)
        try values.encode(batteryPercent, forKey: .batteryFraction)
        try values.encode(sequence, forKey: .sequence)
        try values.encodeIfPresent(device, forKey: .device)
    }
}

extension LocationFix {
    /// The wire's `ts_unix_ms`.
    var unixMilliseconds: Double { timestamp.timeIntervalSince1970.multiple(of: 1000, decimals: 1e3) }

    /// The wire's `battery_pct`.
    var batteryPercent: Double { batteryFraction.multiple(of: 100, decimals: 1e10) }
}

extension Double {
    /// The number that is `self` when it is divided by `factor`: the plain product would turn 29 percent into
    /// 28.999999999999996.
    ///
    /// The product rounded to some decimals comes first, then the numbers around the product. For some values there is
    /// no such number, but for each that came out of such a division there is.
    fileprivate func multiple(of factor: Double, decimals scale: Double) -> Double {
        let product = self * factor
        let rounded = (product * scale).rounded() / scale
        return [rounded, product, product.nextUp, product.nextDown].first { $0 / factor == self } ?? rounded
    }
}
