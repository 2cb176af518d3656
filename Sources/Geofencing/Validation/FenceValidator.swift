internal import GEOS

/// Checks geofences for validity as defined by the OGC, using GEOS; use one validator per thread.
package struct FenceValidator {
    let context: Context

    /// - Throws: `geometryEngine` when GEOS cannot be set up.
    package init() throws(GeofenceError) {
        do throws(GEOSError) { context = try Context() } catch { throw GeofenceError(error) }
    }

    /// Throws the first error that `findings(in:at:)` finds: GEOS's reason with its location, ring and vertex.
    package func check(_ geofence: Geofence, at location: InputLocation = InputLocation()) throws(GeofenceError) {
        if let finding = findings(in: geofence, at: location).first(where: { $0.severity == .error }) {
            throw GeofenceError(finding)
        }
    }

    /// Returns everything that is wrong or doubtful about a geofence; empty if it can be used as it is.
    ///
    /// - Parameters:
    ///   - geofence: The geofence, active or not.
    ///   - location: The location at which the geofence was read; findings add its identifier, ring and vertex.
    /// - Complexity: O(*n*) for polygons whose whole ring can be seen from their middle, O(*n* log *n*) on average for
    ///   others, with *n* vertices.
    package func findings(in geofence: Geofence, at location: InputLocation = InputLocation()) -> [GeofenceFinding] {
        var place = location
        place.geofence = geofence.id.rawValue
        return Self.findings(besideTheShapeOf: geofence, at: place) + findings(in: geofence.region, at: place)
    }

    /// Returns what is wrong with the identifier, the name and the rules of a geofence.
    static func findings(besideTheShapeOf geofence: Geofence, at location: InputLocation) -> [GeofenceFinding] {
        [Geofence.problem(of: geofence.id, named: geofence.name), geofence.rulesProblem]
            .compactMap { $0.map { GeofenceFinding($0, at: location) } }
    }

    private func findings(in region: Geofence.Region, at location: InputLocation) -> [GeofenceFinding] {
        guard case .circle(let center, let radius) = region else {
            return polygonFindings(region.polygons, at: location)
        }
        return circleFindings(center: center, radius: radius, at: location)
    }

    private func circleFindings(
        center: Coordinate,
        radius: Distance,
        at location: InputLocation
    ) -> [GeofenceFinding] {
        do throws(GeofenceError) {
            let circle = try Circle(center: center, radius: radius)
            guard circle.radius > WGS84.longestDistance / 2 else { return [] }
            return [
                GeofenceFinding(
                    .warning,
                    .largeRadius,
                    "the circle with a radius of \(radius) covers more than half of the Earth",
                    at: location,
                    recovery: "Check the unit: the radius is in meters."
                )
            ]
        } catch {
            var findings = [GeofenceFinding(error, at: location)]
            if Self.looksSwapped(center) {
                findings.append(Self.swapWarning("latitude and longitude look swapped", at: location))
            }
            return findings
        }
    }

    /// Returns whether a coordinate is out of range as given but in range with latitude and longitude swapped.
    private static func looksSwapped(_ place: Coordinate) -> Bool {
        !place.isValid && Coordinate(latitude: place.longitude, longitude: place.latitude).isValid
    }

    /// Returns a warning that latitude and longitude are probably swapped.
    static func swapWarning(_ message: String, at location: InputLocation) -> GeofenceFinding {
        GeofenceFinding(
            .warning,
            .swappedAxes,
            message,
            at: location,
            recovery: "Check their order; GeoJSON, well-known text and well-known binary have longitude first."
        )
    }
}
