/// A position on the Earth's surface in degrees on the WGS 84 datum.
///
/// The argument labels state the axis order: the two numbers cannot be written unlabeled.
@frozen
public struct Coordinate: Sendable, Hashable, Codable, BitwiseCopyable {
    /// Degrees north of the equator; -90 ... 90 when valid.
    public var latitude: Double

    /// Degrees east of the prime meridian; -180 ... 180 when valid. -180 and 180 are the same meridian.
    public var longitude: Double

    /// Creates a coordinate without checking its range; see `isValid`.
    @inlinable
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Whether both values are finite, the latitude is in -90 ... 90 and the longitude in -180 ... 180.
    @inlinable
    public var isValid: Bool {
        // Comparisons with NaN are false, so NaN and infinities fail here too.
        abs(latitude) <= 90 && abs(longitude) <= 180
    }
}

extension Coordinate {
    /// Whether both values are finite.
    var isFinite: Bool { latitude.isFinite && longitude.isFinite }

    /// The reason why a fix at this coordinate is not used; `nil` for a valid coordinate.
    var rejection: Rejection? { isValid ? nil : isFinite ? .outOfRange : .coordinate }
}

extension Coordinate: CustomStringConvertible {
    /// The latitude and longitude, in that order, in decimal degrees.
    public var description: String { "(latitude: \(latitude), longitude: \(longitude))" }
}

extension Coordinate {
    /// What to do about a geofence's coordinate that is out of range.
    var rangeAdvice: String {
        if max(abs(latitude), abs(longitude)) > 1000 {
            return """
                Give degrees on WGS 84. If these are meters of a map projection, \
                `ogr2ogr -s_srs EPSG:CODE -t_srs EPSG:4326 -f GeoJSON OUT IN` converts them.
                """
        }
        let isSwapped = Coordinate(latitude: longitude, longitude: latitude).isValid
        return (isSwapped ? "Check whether latitude and longitude are swapped. " : "")
            + "Give a latitude in -90...90 and a longitude in -180...180; GeoJSON writes longitude first."
    }

    /// Throws an error unless the coordinate is valid.
    ///
    /// - Parameter owner: What the coordinate belongs to, for the message.
    /// - Throws: `invalidCoordinate`.
    package func check(of owner: @autoclosure () -> String? = nil) throws(GeofenceError) {
        if isValid { return }
        let place = owner().map { "\($0) is at \(self), which" } ?? "\(self)"
        throw GeofenceError(
            .invalidCoordinate,
            "\(place) is not a place on the Earth",
            recovery: "Give a latitude in -90...90 and a longitude in -180...180."
        )
    }
}
