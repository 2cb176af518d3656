internal import Geofencing

extension JSONText {
    /// Returns a finding as an object, with what is known about its location.
    static func object(_ finding: GeofenceFinding) -> JSONText {
        let location = finding.location
        return object([
            "severity": string(finding.severity.rawValue),
            "code": string(finding.code.rawValue),
            "message": string(finding.message),
            "hint": string(finding.recoverySuggestion),
            "file": location.file.map(string),
            "line": location.line.map(number),
            "column": location.column.map(number),
            "feature": location.feature.map(number),
            "geofence": location.geofence.map(string),
            "ring": location.ring.map(number),
            "vertex": location.vertex.map(number),
        ])
    }
}
