package import GEOS

extension GeofenceError {
    /// Creates the error for a geometry that GEOS refused although earlier checks should have made that impossible.
    package init(_ error: GEOSError, at location: InputLocation? = nil) {
        self.init(
            .geometryEngine,
            "GEOS \(GEOS.version) refused a geometry in \(error)",
            at: location,
            recovery: "Check the geofences with `geofence lint` or, in code, `GeofenceFile.findings()`."
        )
    }
}
