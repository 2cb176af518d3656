/// What the table that an input was converted to does not have.
struct ConvertedGeofences {
    /// Something in the input that was left out: it is not a region, or not clearly one.
    struct Omission {
        let code: GeofenceError.Code
        let message: String
        let recovery: String
        /// The line in the file, from 1.
        let line: Int
        var severity = GeofenceFinding.Severity.warning

        /// Returns the error about it.
        func error(in path: String) -> GeofenceError {
            GeofenceError(code, message, at: InputLocation(file: path, line: line), recovery: recovery)
        }
    }

    /// The line of each geofence in the file, from 1.
    var lines: [Int] = []
    var omissions: [Omission] = []
}

extension ConvertedGeofences.Omission {
    /// Something that is refused, on a line from 1.
    init(_ problem: FenceProblem, line: Int) {
        self.init(
            code: problem.code,
            message: problem.message,
            recovery: problem.recovery,
            line: line,
            severity: .error
        )
    }
}
