import Geofencing

/// The formats of traces that are made for speed.
enum TraceText: String, CaseIterable {
    case csv = "CSV"
    case ndjson = "NDJSON"

    /// Returns fixes as the text of a file.
    func text(of fixes: [Fix]) -> String {
        switch self {
        case .csv:
            fixes.reduce(into: "device_id,timestamp,latitude,longitude\n") { text, fix in
                let place = fix.coordinate
                text += "\(fix.device),\(fix.time.unixMilliseconds),\(place.latitude),\(place.longitude)\n"
            }
        case .ndjson:
            fixes.reduce(into: "") { text, fix in
                text += #"{"device":"\#(fix.device)","ts_unix_ms":\#(fix.time.unixMilliseconds),"#
                text += #""latitude":\#(fix.coordinate.latitude),"longitude":\#(fix.coordinate.longitude)}"# + "\n"
            }
        }
    }
}
