internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

struct ImportCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import fixes from files into a store.",
        discussion: """
            The first import of a source takes the last 30 days. Later ones take, for each device, what is not older than \
            the newest fix that the source gave of it, and for a new device what the first import would have taken. --all \
            takes everything. Importing again changes nothing, and an interrupted import resumes where it was.

              geofence import --store fleet.db \\
                --source tracker monday.csv tuesday.ndjson.gz
              geofence import --store fleet.db --source tracker --all archive/*.csv
              geofence evaluate --store fleet.db --last 7d
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Trace files: CSV, JSON, GeoJSON, GPX, GeoLife, OwnTracks, Traccar or Google Timeline; - is standard input.",
            valueName: "file"
        )
    )
    var files: [String]

    @OptionGroup(title: "Store") var store: StoreOptions

    @Option(
        help: ArgumentHelp(
            "The name of the source of the files; each source continues from what it gave before.",
            valueName: "name"
        )
    )
    var source: String

    @Option(
        help: ArgumentHelp(
            "How many days the first import of the source goes back. (default: \(HistoryImport.historicalImportDays))",
            valueName: "count"
        )
    )
    var days: Numeral<Int>?

    @Flag(help: "Take all fixes, however old.")
    var all = false

    @OptionGroup var zone: ZoneOptions

    @Flag(help: "Stop with exit code 65 at the first record that cannot be read.")
    var strict = false

    @Option(
        help: ArgumentHelp(
            "Write every record that cannot be read to an NDJSON file, with the reason.",
            valueName: "file"
        )
    )
    var rejects: String?

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func check() throws {
        let inputs = NamedFile.list("an input", files)
        try FilePaths.check(inputs: inputs)
        try FilePaths.check(NamedFile.list("--rejects", [rejects]), from: inputs + store.named)
        if let days = days?.value {
            if all { throw ValidationError("Give --days or --all, not both.") }
            guard (0...36_500).contains(days) else {
                throw ValidationError("--days must be in 0...36500, not \(days).")
            }
        }
        if source.isEmpty { throw ValidationError("--source needs a name.") }
    }

    func perform() throws {
        let start = ContinuousClock.now
        let book = try RejectBook(path: rejects)
        let progress = ProgressLine(messages.progressWish, noun: "fix", totalBytes: InputSize.bytes(ofTraces: files))
        var history = HistoryImport(source: source)
        if let days = days?.value { history.days = days }
        history.takesAll = all
        history.isStrict = strict
        history.utcOffset = zone.utcOffset
        let result: HistoryImportResult
        var inputs: [Diagnostic] = []
        do {
            defer { progress.clear() }
            result = try history.run(
                files,
                into: store.openOrCreate(),
                rejected: { fix throws(GeofenceError) in try book.add(fix) },
                onEmptyInput: { path, reason in inputs.append(.emptyInput(path, reason)) },
                onDoubt: { path, doubt in inputs.append(Diagnostic(doubt, about: path)) },
                progressed: { progress.update(count: $0.records, bytes: $0.bytes) }
            )
        }
        try book.commit()
        guard !messages.quiet else { return }
        let console = Console()
        book.show(on: console)
        for warning in inputs + result.doubts.map(Diagnostic.init) { console.show(warning) }
        for line in lines(result, of: history, elapsed: ContinuousClock.now - start) { console.line(line) }
    }

    /// Whether the limit is that of `--days`, counted from the start of this import or, if it resumed another, of that
    /// one.
    private func hasLimited(_ result: HistoryImportResult, of history: HistoryImport) -> Bool {
        guard let days, let since = result.since else { return false }
        let asked = history.now - .seconds(86_400 * days.value)
        return since == asked || result.resumedChunks > 0 && since < asked && since > asked - .seconds(86_400)
    }

    private func lines(_ result: HistoryImportResult, of history: HistoryImport, elapsed: Duration) -> [String] {
        var lines = [
            "fixes      \(Quantity.grouped(result.read)) read, \(Quantity.grouped(result.imported)) imported, "
                + "\(Quantity.grouped(result.known)) already known, \(Quantity.grouped(result.tooOld)) too old"
        ]
        lines += result.rejected.lines
        if result.resumedChunks > 0 { lines.append("           resumed where the previous import was interrupted") }
        lines.append("devices    \(Quantity.grouped(result.devices))")
        let source = source.shortened.escapingControls
        if result.tooOld > 0 {
            // The limit was set by the source's first import, which need not be this one.
            let limit = result.since.map { "\($0.iso8601) or than " } ?? ""
            lines.append("history    left out what is older than \(limit)what \(source) gave before;")
            let advice =
                result.hasOldHistory
                ? "--all imports it too" : "all of it has times that are most likely wrong: see the warnings"
            lines.append("           \(advice)")
        }
        if let days = days?.value, !hasLimited(result, of: history) {
            lines.append("days       --days \(days) had no effect: the first import of \(source) has set the limit")
        }
        let seconds = elapsed / .seconds(1)
        lines.append(
            "time       \(Quantity.fixed(seconds, digits: 3)) s, \(Quantity.rate(result.read, seconds)) fixes/s"
        )
        return lines
    }
}

extension Diagnostic {
    /// Creates the warning about times in an import that are probably wrong.
    fileprivate init(_ times: ImportDoubt) {
        let more = times.count - 1
        let rest = more > 0 ? "; \(Quantity.grouped(more)) more \(more == 1 ? "is" : "are") like it" : ""
        self.init(
            severity: .warning,
            location: times.location,
            message: times.doubt.message(at: times.time) + rest,
            hint: times.doubt.recovery
        )
    }
}
