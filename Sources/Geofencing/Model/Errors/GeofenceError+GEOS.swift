package import GEOS

extension GeofenceError {
    /// A refusal of GEOS that the checks before it should have made impossible.
    package init(_ error: GEOSError, at location: InputLocation? = nil) {
        self.init(
            .geometryEngine,
            "GEOS \(GEOS.version) refused a geometry in \(error)",
            at: location,
            recovery: "Check the geofences, as `geofence lint` and, in code, `GeofenceFile.findings()` do."
        )
    }
}
