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

            A watch that was ended in whatever way goes on where it was, with the same --name: the store keeps what is known of \
            each device. Of a file given as --trace it reads what is new; from a pipe, what was sent before may be sent again. A \
            file given as --output then has each event once.

            SIGHUP and SIGCONT register anew what is saved; SIGTERM and SIGINT end the watch in good order.

              tail -F fixes.ndjson | geofence watch --store fleet.db --trace - > events.ndjson
            """
    )

    @OptionGroup(title: "Store") var store: StoreOptions

    @Option(help: ArgumentHelp("What the watch is kept under; two of one store need two names.", valueName: "name"))
    var name = "watch"

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

    static var endsInGoodOrder: Bool { true }

    func perform() throws {
        try PerformanceWatch.during(watchPerformance) { try watch() }
    }

    private func watch() throws {
        let store = try store.open()
        let saved = try store.changes(since: 0)
        // An edit is to be told of at once, by geometry alone; a geofence may have a policy of its own.
        let active = saved.changed.lazy.map(\.geofence).filter(\.isActive)
        let engine = try GeofenceEngine(checked: Array(active), rules: EventRules(policy: .raw))
        let reader = try LiveTraceReader(path: trace, registry: engine.registry)
        let held = HeldFixes(lateness: maxLateness?.milliseconds ?? 0)
        let journal = try WatchJournal(name, output: output, format: format, engine: engine, store: store)
        let book = try RejectBook(path: rejects)
        let manager = GeofenceManager(store: store, engine: engine, following: journal.take)
        let signals = SignalWatch()
        let isQuiet = messages.quiet
        signals.on([SIGHUP, SIGCONT]) {
            Self.show { () throws(GeofenceError) in try manager.ensureRegionsRegistered() }
        }
        signals.on([SIGTERM, SIGINT]) {
            Self.show { () throws(GeofenceError) in try Self.finish(held, manager, journal, book) }
            if !isQuiet { Self.summarize(engine, journal, book) }
            Self.exit()
        }
        try manager.startListening(at: .now, watch: name, registered: saved) { () throws(GeofenceError) in
            try journal.restore(saved)
        }
        try follow(reader, held, manager, journal, book)
        try Self.finish(held, manager, journal, book)
        if !isQuiet { Self.summarize(engine, journal, book) }
    }

    /// Evaluates what comes in until it ends.
    private func follow(
        _ reader: LiveTraceReader,
        _ held: HeldFixes,
        _ manager: GeofenceManager,
        _ journal: WatchJournal,
        _ book: RejectBook
    ) throws(GeofenceError) {
        let before = journal.progress
        let input = reader.isRegular ? URL(filePath: trace).standardizedFileURL.path : nil
        if let input, input == before.input { _ = try reader.skip(to: before.inputBytes, head: before.inputHead) }
        while true {
            // Nobody knows how long the wait will be.
            if !reader.hasInput { manager.whileIdle { journal.save(revision: $0) } }
            let from = reader.offset
            guard let (fixes, rejected) = try reader.next() else { return }
            let start = ContinuousClock.now
            for fix in rejected { try book.add(fix) }
            let next = held.take(fixes, from: from, to: reader.offset)
            for fix in next.late { try book.add(RejectedFix(.late, fix, path: trace, linesBefore: 0)) }
            let head = input == nil ? [] : reader.head
            let place = WatchJournal.Place(input: input, head: head, bytes: next.resumption)
            manager.process(next.ready) { transitions, revision in
                journal.take(transitions, of: next.ready, readTo: place, revision: revision)
                guard !transitions.isEmpty else { return }
                PerformanceMonitor.shared.record(.delivery, each: ContinuousClock.now - start, count: transitions.count)
            }
        }
    }

    /// Evaluates the fixes that still wait for older ones, and ends everything in good order.
    private static func finish(
        _ held: HeldFixes,
        _ manager: GeofenceManager,
        _ journal: WatchJournal,
        _ book: RejectBook
    ) throws(GeofenceError) {
        let rest = held.flush()
        if !rest.ready.isEmpty {
            let before = journal.progress
            let place = WatchJournal.Place(input: before.input, head: before.inputHead, bytes: rest.resumption)
            manager.process(rest.ready) { transitions, revision in
                journal.take(transitions, of: rest.ready, readTo: place, revision: revision)
            }
        }
        try manager.stopListening()
        try manager.whileIdle { revision throws(GeofenceError) in try journal.finish(revision: revision) }
        try book.finish()
    }

    /// Does something whose failure does not end the watch, but is to be seen.
    private static func show(_ body: () throws(GeofenceError) -> Void) {
        do throws(GeofenceError) { try body() } catch { Console().show(Diagnostic(UserFacingError.from(error))) }
    }

    private static func summarize(_ engine: GeofenceEngine, _ journal: WatchJournal, _ book: RejectBook) {
        let console = Console()
        book.show(on: console)
        let counts = engine.counts
        let rejected = book.counts.values.reduce(0, +)
        console.line(
            "fixes      \(Quantity.grouped(counts.read + rejected)) read, "
                + "\(Quantity.grouped(counts.used)) used, \(Quantity.counted(journal.count, "event"))"
        )
    }
}
