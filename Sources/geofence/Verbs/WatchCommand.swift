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

            SIGHUP and SIGCONT register anew what is saved; SIGTERM and SIGINT end the watch in good order.

              tail -F fixes.ndjson | geofence watch --store fleet.db --trace - > events.ndjson
            """
    )

    @OptionGroup(title: "Store") var store: StoreOptions

    @Option(
        help: ArgumentHelp(
            "Fixes as they come in, NDJSON or CSV with a header; - is standard input.",
            valueName: "file"
        )
    )
    var trace = "-"

    @Option(
        help: ArgumentHelp(
            "How much older than a device's newest fix another one may be: 30s, 10m; fixes wait that long. (default: not at all)",
            valueName: "period"
        )
    )
    var maxLateness: Period?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Where events go as they happen; - is standard output.", valueName: "file")
    )
    var output = "-"

    @Option(help: ArgumentHelp("How events are written.", valueName: "format"))
    var format = TransitionFormat.ndjson

    @Option(
        help: ArgumentHelp(
            "Write every record that was not read, and every fix that was late, to an NDJSON file.",
            valueName: "file"
        )
    )
    var rejects: String?

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    @Flag(help: "Show memory, processor and latencies every five seconds and at the end, also with --quiet.")
    var watchPerformance = false

    @OptionGroup(title: "Messages") var log: LogOptions

    func perform() throws {
        try PerformanceWatch.during(watchPerformance) { try watch() }
    }

    private func watch() throws {
        let store = try store.open()
        let saved = try store.savedGeofences().lazy.map(\.geofence).filter(\.isActive)
        // An edit is to be told of at once, by geometry alone; a geofence may have a policy of its own.
        let engine = try GeofenceEngine(checked: Array(saved), rules: EventRules(policy: .raw))
        let sink = try EventSink(path: output, format: format, store: store)
        let book = try RejectBook(path: rejects)
        let manager = GeofenceManager(store: store, engine: engine) { sink.take($0) }
        let reader = try LiveTraceReader(path: trace, registry: engine.registry)
        let waiting = Mutex(CompactReorderer(lateness: maxLateness?.milliseconds ?? 0, bestFirst: false))
        let signals = SignalWatch()
        let isQuiet = messages.quiet
        signals.on([SIGHUP, SIGCONT]) {
            Self.show { () throws(GeofenceError) in try manager.ensureRegionsRegistered() }
        }
        signals.on([SIGTERM, SIGINT]) {
            Self.show { () throws(GeofenceError) in
                Self.processRest(of: waiting, manager, engine)
                try manager.stopListening()
                try sink.finish()
                try book.finish()
            }
            if !isQuiet { Self.summarize(engine, sink, book) }
            Self.exit()
        }
        try manager.startListening(at: .now)
        while let (fixes, rejected) = try reader.next() {
            for fix in rejected { try book.add(fix) }
            var (ready, late): ([CompactFix], [CompactFix]) = ([], [])
            waiting.withLock { waiting in
                for fix in fixes where !waiting.add(fix, to: &ready) { late.append(fix) }
            }
            for fix in late { try book.add(RejectedFix(.late, fix, path: trace, linesBefore: 0)) }
            manager.process(ready.map { $0.fix(in: engine.registry) })
        }
        Self.processRest(of: waiting, manager, engine)
        try manager.stopListening()
        try sink.finish()
        try book.finish()
        if !isQuiet { Self.summarize(engine, sink, book) }
    }

    /// Evaluates the fixes that still wait for older ones, at the end.
    private static func processRest(
        of waiting: borrowing Mutex<CompactReorderer>,
        _ manager: GeofenceManager,
        _ engine: GeofenceEngine
    ) {
        var rest: [CompactFix] = []
        waiting.withLock { $0.flush(to: &rest) }
        manager.process(rest.map { $0.fix(in: engine.registry) })
    }

    /// Does something whose failure does not end the watch, but is to be seen.
    private static func show(_ body: () throws(GeofenceError) -> Void) {
        do throws(GeofenceError) { try body() } catch { Console().show(Diagnostic(UserFacingError.from(error))) }
    }

    private static func summarize(_ engine: GeofenceEngine, _ sink: EventSink, _ book: RejectBook) {
        let console = Console()
        book.show(on: console)
        let counts = engine.counts
        let rejected = book.counts.values.reduce(0, +)
        console.line(
            "fixes      \(Quantity.grouped(counts.read + rejected)) read, "
                + "\(Quantity.grouped(counts.used)) used, \(Quantity.counted(sink.count, "event"))"
        )
    }
}
