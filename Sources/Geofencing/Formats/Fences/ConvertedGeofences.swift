/// What the table that an input was converted to does not have.
struct ConvertedGeofences {
    /// Something in the input that is not a region, or not clearly one.
    struct Place {
        let code: GeofenceError.Code
        let message: String
        let recovery: String
        /// The line in the file, from 1.
        let line: Int
        var severity = GeofenceFinding.Severity.warning
    }

    /// The line of each geofence in the file, from 1.
    var lines: [Int] = []
    /// What was left out.
    var places: [Place] = []
}
