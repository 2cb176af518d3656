internal import ArgumentParser
internal import Geofencing

/// Which fixes, and how they count.
struct TraceOptions: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Files of fixes, read one after another: CSV with a header, or NDJSON; - is standard input.",
            discussion: """
                CSV columns: device_id|device, timestamp|time|ts_unix_ms, latitude|lat, longitude|lon|lng, and if known \
                horizontal_accuracy|accuracy and seq. Times are ISO 8601 with a zone, or epoch seconds or milliseconds.
                """,
            valueName: "file"
        )
    )
    var trace: [String] = []

    @Option(
        help: ArgumentHelp(
            "In which order a device's fixes count.",
            discussion: """
                time sorts each device's fixes where they are not in order; a repeat is not used. input takes them as they \
                come, older ones too.
                """,
            valueName: "order"
        )
    )
    var order = FixOrder.time

    @Flag(help: "Stop at the first record that cannot be used, or at a warning about a geofence, with exit code 65.")
    var strict = false
}
