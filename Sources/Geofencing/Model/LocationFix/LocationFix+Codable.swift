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

    /// Decodes the wire format. `alt_m`, `heading_deg` and `device` may be `null` or missing; other keys are ignored. A
    /// decoder that changes keys, as `convertFromSnakeCase` does, does not find them.
    ///
    /// Ranges are not checked: an engine or a tracker rejects a coordinate out of range, and `coordinate.isValid` tells
    /// before.
    ///
    /// - Throws: `DecodingError` with the path of the key; `GeofenceError(_:at:)` turns it into a sentence.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let milliseconds: Double = try values.value(.timestamp)
        let percent: Double = try values.value(.batteryFraction)
        self.init(
            id: try values.value(.id),
            timestamp: Date(timeIntervalSince1970: milliseconds / 1000),
            source: try values.value(.source),
            coordinate: try values.value(.coordinate),
            altitudeMeters: try values.valueIfPresent(.altitudeMeters),
            horizontalAccuracyMeters: try values.value(.horizontalAccuracyMeters),
            verticalAccuracyMeters: try values.value(.verticalAccuracyMeters),
            speedMetersPerSecond: try values.value(.speedMetersPerSecond),
            courseDegrees: try values.value(.courseDegrees),
            headingDegrees: try values.valueIfPresent(.headingDegrees),
            batteryFraction: percent / 100,
            sequence: try values.value(.sequence),
            device: try values.valueIfPresent(.device)
        )
    }

    /// Encodes the wire format. `heading_deg` and `alt_m` are `null` where there is no value; `device` is left out.
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

extension KeyedDecodingContainer {
    fileprivate func value<Value: Decodable>(_ key: Key) throws -> Value {
        try naming(key) { try decode(Value.self, forKey: key) }
    }

    /// Returns the value, or `nil` where it is `null` or missing.
    fileprivate func valueIfPresent<Value: Decodable>(_ key: Key) throws -> Value? {
        try naming(key) { try decodeIfPresent(Value.self, forKey: key) }
    }

    /// Adds the key to Foundation's error for a number that is too large or not an integer, which names none.
    private func naming<Value>(_ key: Key, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DecodingError {
            throw error
        } catch {
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: self,
                debugDescription: "the number is too large or not an integer"
            )
        }
    }
}

extension LocationFix {
    /// The wire's `ts_unix_ms`.
    var unixMilliseconds: Double {
        Self.wireNumber(timestamp.timeIntervalSince1970 * 1000, decimals: 1e3) {
            Date(timeIntervalSince1970: $0 / 1000) == timestamp
        }
    }

    /// The wire's `battery_pct`.
    var batteryPercent: Double {
        Self.wireNumber(batteryFraction * 100, decimals: 1e10) { $0 / 100 == batteryFraction }
    }

    /// Returns the number that reads back as the value it is computed from: the plain product would turn 29 percent
    /// into 28.999999999999996.
    ///
    /// The candidates are the product rounded to a whole number and to some decimals, then the numbers around the
    /// product. A number read from the wire is among them; for a value that no number reads back as, rounding is as
    /// good as any. The whole number comes first, because a time from the year 2100 on has no digits left for the
    /// decimals.
    private static func wireNumber(_ product: Double, decimals scale: Double, readsBack: (Double) -> Bool) -> Double {
        let rounded = (product * scale).rounded() / scale
        let candidates = [product.rounded(), rounded, product, product.nextUp, product.nextDown]
        return candidates.first(where: readsBack) ?? rounded
    }
}
