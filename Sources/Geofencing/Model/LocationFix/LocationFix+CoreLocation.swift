#if canImport(CoreLocation)
public import CoreLocation

extension LocationFix {
    /// Creates a fix from a CoreLocation location.
    ///
    /// - Parameters:
    ///   - location: The location; without a valid vertical accuracy the fix has no altitude.
    ///   - source: The kind of device that measured.
    ///   - batteryLevel: The charge of its battery, 0 ... 1.
    ///   - sequence: The device's sequence number for the fix.
    ///   - heading: The device's heading, if it has a magnetometer; used if true north is known.
    ///   - device: The device's name, where there are several of one source.
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

    /// The fix as a location for CoreLocation and MapKit; a missing altitude is 0.
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
    /// Creates a reading from the numbers of a location.
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
    /// Creates a coordinate from a CoreLocation coordinate.
    public init(_ coordinate: CLLocationCoordinate2D) {
        self.init(latitude: coordinate.latitude, longitude: coordinate.longitude)
    }

    /// The coordinate in the form that CoreLocation and MapKit use.
    public var clLocationCoordinate: CLLocationCoordinate2D {
        CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
    }
}
#endif
