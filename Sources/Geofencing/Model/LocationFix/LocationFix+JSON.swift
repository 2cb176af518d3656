#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension LocationFix {
    /// Returns the wire format as one line of text: the keys in the order of the properties, with `device`, if there is
    /// one, after `id`; no spaces; and each number as the shortest that reads back unchanged. Equal fixes give equal
    /// bytes, about 200 to 300.
    ///
    /// - Throws: `invalidRecord` if a number is not finite, which JSON cannot express.
    public func json() throws(GeofenceError) -> String {
        var text: [UInt8] = []
        text.append(contentsOf: "{\"id\":\"\(id.uuidString)\"".utf8)
        if let device { text.append(string: device, for: .device) }
        try text.append(number: unixMilliseconds, for: .timestamp)
        text.append(string: source.rawValue, for: .source)
        try text.append(coordinate)
        try text.append(number: altitudeMeters, for: .altitudeMeters)
        try text.append(number: horizontalAccuracyMeters, for: .horizontalAccuracyMeters)
        try text.append(number: verticalAccuracyMeters, for: .verticalAccuracyMeters)
        try text.append(number: speedMetersPerSecond, for: .speedMetersPerSecond)
        try text.append(number: courseDegrees, for: .courseDegrees)
        try text.append(number: headingDegrees, for: .headingDegrees)
        try text.append(number: batteryPercent, for: .batteryFraction)
        text.append(contentsOf: ",\"\(CodingKeys.sequence.rawValue)\":\(sequence)}".utf8)
        return String(decoding: text, as: UTF8.self)
    }
}

extension [UInt8] {
    fileprivate mutating func append(string: String, for key: LocationFix.CodingKeys) {
        append(contentsOf: ",\"\(key.rawValue)\":".utf8)
        append(jsonString: string.utf8)
    }

    fileprivate mutating func append(number: Double?, for key: LocationFix.CodingKeys) throws(GeofenceError) {
        append(contentsOf: ",\"\(key.rawValue)\":".utf8)
        guard let number else { return append(contentsOf: "null".utf8) }
        try append(number, of: key.rawValue)
    }

    fileprivate mutating func append(_ coordinate: Coordinate) throws(GeofenceError) {
        append(contentsOf: ",\"coordinate\":{\"latitude\":".utf8)
        try append(coordinate.latitude, of: "coordinate.latitude")
        append(contentsOf: ",\"longitude\":".utf8)
        try append(coordinate.longitude, of: "coordinate.longitude")
        append(UInt8(ascii: "}"))
    }

    private mutating func append(_ number: Double, of path: String) throws(GeofenceError) {
        guard number.isFinite else {
            throw GeofenceError(
                .invalidRecord,
                "\(path) is \(number), which JSON cannot represent",
                recovery: "Leave the fix out, or give a negative number for an unknown value."
            )
        }
        append(contentsOf: number.description.utf8)
    }
}
