internal import ArgumentParser

struct WatchCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Report the events of a live stream of fixes, following every change to the geofences of a store.",
        discussion: """
            A change to the saved geofences, made by any process, takes effect within a tenth of a second. Each device's last \
            fix is checked against it at once: a geofence added around a device gives an ENTER, one removed gives an EXIT. \
            Events are written as they happen and kept in the store.

            The options for events, for paths between fixes and for suspect fixes are those of evaluate, and so are the \
            decisions. A geofence's own policy takes precedence over --policy.

            However a watch ended, it resumes where it was when started with the same --name: the store keeps what is known of \
            each device. From a file given as --trace it reads only what is new; through a pipe, old fixes may be sent again. A \
            file given as --output has each event once. If the rules have changed, resuming needs --rebase.

            SIGHUP and SIGCONT register the saved geofences again; SIGTERM and SIGINT end the watch in good order.

              tail -F fixes.ndjson | geofence watch --store fleet.db --trace - \\
                > events.ndjson
            """
    )

    @OptionGroup(title: "Store") var store: StoreOptions

    @Option(
        help: ArgumentHelp(
            "The name under which the store keeps the watch; two watches of one store need two names.",
            valueName: "name"
        )
    )
    var name = "watch"

    @Option(
        help: ArgumentHelp(
            "The fixes as they come in: NDJSON, CSV with a header, OwnTracks or Traccar; - is standard input. A file is read to its end.",
            valueName: "file"
        )
    )
    var trace = "-"

    @OptionGroup var zone: ZoneOptions

    @Option(
        help: ArgumentHelp(
            "How much older than its device's newest fix a fix may be: 30s, 10m; fixes wait that long. (default: not at all)",
            valueName: "period"
        )
    )
    var maxLateness: Period?

    @Option(
        help: ArgumentHelp(
            "How far ahead of this machine's clock a fix may be; others are rejected. (default: 10m)",
            valueName: "period"
        )
    )
    var maxAhead: Period?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Where to write the events as they happen; - is standard output.", valueName: "file")
    )
    var output = "-"

    @OptionGroup var format: EventFormatOption

    @Option(
        help: ArgumentHelp(
            "Append every record that is not used to an NDJSON file as it comes, with the reason.",
            valueName: "file"
        )
    )
    var rejects: String?

    @Flag(
        help: ArgumentHelp(
            "Resume a watch that had other rules.",
            discussion: "Each device is checked at its last fix, as after an edit of geofences."
        )
    )
    var rebase = false

    @OptionGroup(title: "Events") var events: PolicyOptions

    @OptionGroup(title: "Between fixes") var passing: PassThroughOptions

    @OptionGroup(title: "Suspect fixes") var limits: LimitOptions

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    @OptionGroup(title: "Messages") var performance: PerformanceOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    static var shutsDownGracefully: Bool { true }

    func check() throws {
        try passing.requireUse()
        if name.isEmpty { throw ValidationError("--name needs a name.") }
        let inputs = NamedFile.list("--trace", [trace]) + events.named
        try FilePaths.check(inputs: inputs)
        try FilePaths.check(
            NamedFile.list("--output", [output]) + NamedFile.list("--rejects", [rejects]),
            from: store.named + inputs
        )
    }

    func perform() throws {
        try PerformanceWatch.during(performance.watchPerformance) { try watch() }
    }
}
