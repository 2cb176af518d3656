internal import ArgumentParser
internal import Foundation
internal import Geofencing
internal import GeofencingStore

// The steps of a watch.
extension WatchCommand {
    func watch() throws {
        // A hangup asks to register what is saved, which starting does anyway.
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
            CompactReorderer(
                lateness: maxLateness?.milliseconds ?? 0,
                limits: engine.rules.limits,
                longestAhead: (maxAhead?.duration ?? FixLimits.longestAhead).milliseconds
            )
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
        try stream.turns.begin { () throws(GeofenceError) in
            try stream.manager.startListening(at: .now, registered: saved) { () throws(GeofenceError) in
                stream.turns.allowEnd()
                try stream.journal.begin(saved, rebasing: rebase)
            }
        }
        if !isQuiet, try !stream.manager.store.allowsGeofencing() { Console().show(.noAuthorization) }
        do throws(GeofenceError) {
            try stream.follow(reader) { doubt in
                if !isQuiet { Console().show(Diagnostic(doubt, about: trace)) }
            }
        } catch {
            // The decided events are in the output, so the store must know of them too.
            try? stream.turns.end { () throws(GeofenceError) in try stream.finish(usesHeld: false) }
            throw error
        }
        try stream.turns.end { () throws(GeofenceError) in try stream.finish() }
        guard !isQuiet else { return }
        if reader.hasUnfinishedLine {
            Console().show(.unfinishedLine(of: trace))
        } else if let reason = reader.emptiness {
            Console().show(.emptyInput(trace, reason))
        }
        Self.summarize(stream)
    }

    /// Handles signals: SIGHUP and SIGCONT register what is saved again; signals to end the process end the watch.
    private static func obey(_ signals: SignalWatch, _ stream: WatchedStream, isQuiet: Bool) {
        signals.on([SIGHUP, SIGCONT]) {
            stream.turns.take {
                Console().attempt { () throws(GeofenceError) in try stream.manager.ensureRegionsRegistered() }
            }
        }
        signals.shutDownGracefully(asSoonAs: { stream.turns.mayEnd }) {
            // The process ends within this turn, so that the input gets no further one.
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
