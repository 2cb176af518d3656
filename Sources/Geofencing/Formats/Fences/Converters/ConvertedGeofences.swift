/// What the table that an input was converted to does not have.
struct ConvertedGeofences {
    /// Something in the input that was left out: it is refused, or is not a region.
    struct Omission {
        let problem: FenceProblem
        /// The line in the file, from 1.
        let line: Int
        var severity = GeofenceFinding.Severity.error

        /// Returns the error about it.
        func error(in path: String) -> GeofenceError { problem.error(at: InputLocation(file: path, line: line)) }
    }

    /// The line of each geofence in the file, from 1.
    var lines: [Int] = []
    var omissions: [Omission] = []
}
