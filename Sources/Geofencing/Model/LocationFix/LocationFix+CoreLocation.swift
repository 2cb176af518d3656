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
            LocationReading(location),
            source: source,
            batteryLevel: batteryLevel,
            sequence: sequence,
            trueHeading: heading?.trueHeading,
            device: device
        )
    }

    /// The same for CoreLocation and MapKit; a missing altitude is 0.
    public var clLocation: CLLocation {
        let reading = reading
        return CLLocation(
            coordinate: reading.coordinate.clLocationCoordinate,
            altitude: reading.altitude,
            horizontalAccuracy: reading.horizontalAccuracy,
            verticalAccuracy: reading.verticalAccuracy,
            course: reading.course,
            speed: reading.speed,
            timestamp: reading.timestamp
        )
    }
}

extension LocationReading {
    /// The numbers of a location.
    init(_ location: CLLocation) {
        self.init(
            timestamp: location.timestamp,
            coordinate: Coordinate(location.coordinate),
            altitude: location.altitude,
            horizontalAccuracy: location.horizontalAccuracy,
            verticalAccuracy: location.verticalAccuracy,
            speed: location.speed,
            course: location.course
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
