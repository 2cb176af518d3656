internal import ArgumentParser
internal import Geofencing

/// How times are read that name no zone.
struct ZoneOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What times without a zone are ahead of UTC: Z for UTC, +02:00. (default: such records are rejected)",
            valueName: "offset"
        )
    )
    var utcOffset: UTCOffset?
}
