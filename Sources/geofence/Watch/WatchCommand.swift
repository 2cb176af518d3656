internal import ArgumentParser
internal import Geofencing

struct WatchCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Report the events of a live stream of fixes, with the geofences of a store as they change.",
        discussion: """
            A change of the saved geofences, by whichever process, counts within a tenth of a second. Each device's last fix is \
            checked against it at once: a geofence made around a device gives ENTER, one taken away gives EXIT. Events are \
            written as they happen and kept in the store.

            The options of events, of ways between fixes and of fixes that are not believed are those of evaluate, and so are the \
            decisions. A geofence's own policy comes before --policy.

            A watch that was ended in whatever way goes on where it was, with the same --name: the store keeps what is known of \
            each device. Of a file given as --trace it reads what is new; from a pipe, what was sent before may be sent again. A \
            file given as --output then has each event once. With other options than before it needs --rebase.

            SIGHUP and SIGCONT register anew what is saved; SIGTERM and SIGINT end the watch in good order.

              tail -F fixes.ndjson | geofence watch --store fleet.db --trace - \\
                > events.ndjson
            """
    )

    @OptionGroup(title: "Store") var store: StoreOptions

    @Option(help: ArgumentHelp("What the watch is kept under; two of one store need two names.", valueName: "name"))
    var name = "watch"

    @Option(
        help: ArgumentHelp(
            "Fixes as they come in: NDJSON, CSV with a header, OwnTracks or Traccar; - is standard input. A file is read to its end.",
            valueName: "file"
        )
    )
    var trace = "-"

    @OptionGroup var zone: ZoneOptions

    @Option(
        help: ArgumentHelp(
            "How much older than a device's newest fix another one may be: 30s, 10m; fixes wait that long. (default: not at all)",
            valueName: "period"
        )
    )
    var maxLateness: Period?

    @Option(
        help: ArgumentHelp(
            "How much later than this machine's clock a fix may be; one that is later is not used. (default: 10m)",
            valueName: "period"
        )
    )
    var maxAhead: Period?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Where events go as they happen; - is standard output.", valueName: "file")
    )
    var output = "-"

    @OptionGroup var format: EventFormatOption

    @Option(
        help: ArgumentHelp(
            "Append every record that was not used to an NDJSON file as it comes, with its reason.",
            valueName: "file"
        )
    )
    var rejects: String?

    @Flag(
        help: ArgumentHelp(
            "Go on from a watch that had other rules.",
            discussion: "Each device is checked by its last fix, as after an edit."
        )
    )
    var rebase = false

    @OptionGroup(title: "Events") var events: PolicyOptions

    @OptionGroup(title: "Between fixes") var passing: PassThroughOptions

    @OptionGroup(title: "Fixes that are not believed") var limits: LimitOptions

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    @OptionGroup var performance: PerformanceOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    static var shutsDownGracefully: Bool { true }

    func check() throws {
        try passing.requireUse()
        if name.isEmpty { throw ValidationError("--name needs a name.") }
        let inputs = NamedFile.list("--trace", [trace]) + events.named
        try StandardInput.check(inputs)
        try FilePaths.check(
            NamedFile.list("--output", [output]) + NamedFile.list("--rejects", [rejects]),
            from: store.named + inputs
        )
    }

    func perform() throws {
        try PerformanceWatch.during(performance.watchPerformance) { try watch() }
    }
}
