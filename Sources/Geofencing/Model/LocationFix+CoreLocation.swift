#if canImport(CoreLocation)
public import CoreLocation

extension LocationFix {
    /// Creates a fix from one of CoreLocation.
    ///
    /// - Parameters:
    ///   - location: The fix; without a valid vertical accuracy it has no altitude.
    ///   - source: What kind of device measured.
    ///   - batteryLevel: The charge of its battery, 0 ... 1.
    ///   - sequence: Its running number.
    ///   - heading: Where it points to, if it has a magnetometer; used if true north is known.
    ///   - device: Its name, where there are several of one source.
    public init(
        from location: CLLocation,
        source: Source,
        batteryLevel: Double,
        sequence: Int,
        heading: CLHeading? = nil,
        device: String? = nil
    ) {
        self.init(
            timestamp: location.timestamp,
            source: source,
            coordinate: Coordinate(location.coordinate),
            altitudeMeters: location.verticalAccuracy >= 0 ? location.altitude : nil,
            horizontalAccuracyMeters: location.horizontalAccuracy,
            verticalAccuracyMeters: location.verticalAccuracy,
            speedMetersPerSecond: location.speed,
            courseDegrees: location.course,
            headingDegrees: heading.flatMap { $0.trueHeading >= 0 ? $0.trueHeading : nil },
            batteryFraction: batteryLevel,
            sequence: sequence,
            device: device
        )
    }

    /// The same for CoreLocation and MapKit; a missing altitude is 0.
    public var clLocation: CLLocation {
        CLLocation(
            coordinate: coordinate.clLocationCoordinate,
            altitude: altitudeMeters ?? 0,
            horizontalAccuracy: horizontalAccuracyMeters,
            verticalAccuracy: altitudeMeters == nil ? -1 : verticalAccuracyMeters,
            course: courseDegrees,
            speed: speedMetersPerSecond,
            timestamp: timestamp
        )
    }
}

extension Coordinate {
    /// The same coordinate, from CoreLocation.
    public init(_ coordinate: CLLocationCoordinate2D) {
        self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }

    /// The same coordinate, for CoreLocation and MapKit.
    public var clLocationCoordinate: CLLocationCoordinate2D {
        CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }
}
#endif
