internal import ArgumentParser
internal import Geofencing

/// How to read times without a zone.
struct ZoneOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The offset from UTC of times without a zone: Z for UTC, +02:00. (default: such records are rejected)",
            valueName: "offset"
        )
    )
    var utcOffset: UTCOffset?
}
