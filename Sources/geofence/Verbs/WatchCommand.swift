internal import ArgumentParser
internal import Foundation
internal import Geofencing
internal import GeofencingStore
internal import Synchronization

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

    static var endsInGoodOrder: Bool { true }

    func check() throws {
        try passing.requireUse()
        try FilePaths.check(
            NamedFile.list("--output", [output]) + NamedFile.list("--rejects", [rejects]),
            from: store.named + NamedFile.list("--trace", [trace]) + events.named
        )
    }

    func perform() throws {
        try PerformanceWatch.during(performance.watchPerformance) { try watch() }
    }

    private func watch() throws {
        // The start registers what is saved.
        SignalWatch.ignore(SIGHUP)
        let rules = try events.rules(limits: limits, passing: passing)
        let store = try store.open()
        try store.checkWritable()
        let saved = try store.registrable()
        let active = saved.changed.lazy.map(\.geofence).filter(\.isActive)
        let engine = try GeofenceEngine(checked: Array(active), rules: rules, threads: ThreadOptions.cores)
        let reader = try LiveTraceReader(path: trace, registry: engine.registry, utcOffset: zone.utcOffset)
        try run(makeStream(store, engine), reader, saved)
    }

    private func makeStream(_ store: GeofenceStore, _ engine: GeofenceEngine) throws(GeofenceError) -> WatchedStream {
        let held = HeldFixes(
            lateness: maxLateness?.milliseconds ?? 0,
            bestFirst: engine.rules.limits.rejectsConflicts
        )
        let journal = WatchJournal(
            name,
            output: output,
            format: format.of(output: output),
            engine: engine,
            store: store,
            forgot: held.forget
        )
        let manager = GeofenceManager(
            store: store,
            engine: engine,
            watch: name,
            following: journal.take,
            forgetting: journal.follow
        )
        return WatchedStream(
            path: trace,
            longestAhead: (maxAhead?.duration ?? FixLimits.longestAhead).milliseconds,
            engine: engine,
            held: held,
            manager: manager,
            journal: journal,
            book: try RejectBook(appendingTo: rejects, showingOn: messages.quiet ? nil : Console()),
            turns: WatchTurns()
        )
    }

    private func run(_ stream: WatchedStream, _ reader: LiveTraceReader, _ saved: SavedChanges) throws(GeofenceError) {
        let isQuiet = messages.quiet
        let signals = SignalWatch()
        Self.obey(signals, stream, isQuiet: isQuiet)
        try stream.turns.take { () throws(GeofenceError) in
            try stream.manager.startListening(at: .now, registered: saved) { () throws(GeofenceError) in
                try stream.journal.begin(saved, rebasing: rebase)
            }
        }
        if !isQuiet, try !stream.manager.store.allowsGeofencing() { Console().show(.noAuthorization) }
        do throws(GeofenceError) {
            try stream.follow(reader)
        } catch {
            // What is decided is in the output: the store must know of it too.
            try? stream.turns.end { () throws(GeofenceError) in try stream.finish(usesHeld: false) }
            throw error
        }
        try stream.turns.end { () throws(GeofenceError) in try stream.finish() }
        if reader.hasUnfinishedLine {
            Console().show(.unfinishedLine(of: trace))
        } else if !isQuiet, let reason = reader.emptiness {
            Console().show(.emptyInput(trace, reason))
        }
        if !isQuiet { Self.summarize(stream) }
    }

    /// Registers anew what is saved at a signal to go on, and ends at one to end.
    private static func obey(_ signals: SignalWatch, _ stream: WatchedStream, isQuiet: Bool) {
        signals.on([SIGHUP, SIGCONT]) {
            stream.turns.take {
                Console().attempt { () throws(GeofenceError) in try stream.manager.ensureRegionsRegistered() }
            }
        }
        signals.endInGoodOrder {
            // The process ends within the turn: the input gets no other one.
            stream.turns.end {
                do throws(GeofenceError) { try stream.finish() } catch { Console().fail(error) }
                if !isQuiet { summarize(stream) }
                exit()
            }
        }
    }

    private static func summarize(_ stream: WatchedStream) {
        let console = Console()
        stream.book.show(on: console)
        let used = stream.engine.counts.used
        let counts = stream.book.counts
        let rejected = counts.values.reduce(0, +)
        console.line("fixes      \(Quantity.account(read: used + rejected, used: used))")
        for line in counts.lines { console.line(line) }
        console.line("events     \(Quantity.grouped(stream.journal.count))")
        console.line("policy     \(stream.engine.rules.policy.name)")
    }
}
