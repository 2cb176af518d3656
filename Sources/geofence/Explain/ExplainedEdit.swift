internal import Geofencing

/// An event decided not by a fix but by an edit of the geofences.
struct ExplainedEdit: Report {
    let event: Transition

    /// The event and its reason, as lines of text.
    var text: String {
        let lines = ["device     \(event.device)", "geofence   \(event.geofence)", "", event.title(), reason]
        return lines.map { $0.escapingControls + "\n" }.joined()
    }

    /// The event as one JSON object and a line feed.
    var json: String {
        JSONText.object([
            "device": .string(event.device.rawValue),
            "geofence": .string(event.geofence.rawValue),
            "event": event.json(),
        ])
        .line
    }

    private var reason: String {
        let edit =
            switch event.cause {
            case .geofenceAdded: "was added, made active or registered again"
            case .geofenceRemoved: "was removed, made inactive or no longer registered"
            default: "was given another shape"
            }
        let device =
            switch (event.kind, event.cause) {
            case (.exit, .geofenceRemoved): "while the device was inside"
            case (.exit, _): "that does not cover the device's last fix"
            default: "around the device's last fix"
            }
        let what = event.kind == .dwell ? "No fix began its visit" : "No fix decided it"
        return "\(what): the geofence \(edit) \(device). So there are no fixes that explain it."
    }
}

extension Transition.Cause {
    /// Whether the geofence changed, rather than the device having moved.
    var isEdit: Bool { self == .geofenceAdded || self == .geofenceChanged || self == .geofenceRemoved }
}
