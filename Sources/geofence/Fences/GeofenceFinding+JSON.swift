internal import Geofencing

extension GeofenceFinding {
    /// The finding as an object, with what is known about its location.
    var json: JSONText {
        .object([
            "severity": .string(severity.rawValue),
            "code": .string(code.rawValue),
            "message": .string(message),
            "hint": .string(recoverySuggestion),
            "file": location.file.map(JSONText.string),
            "line": location.line.map(JSONText.number),
            "column": location.column.map(JSONText.number),
            "feature": location.feature.map(JSONText.number),
            "geofence": location.geofence.map(JSONText.string),
            "ring": location.ring.map(JSONText.number),
            "vertex": location.vertex.map(JSONText.number),
        ])
    }
}
