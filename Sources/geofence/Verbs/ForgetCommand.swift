internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

struct ForgetCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Remove old fixes and events from a store.",
        discussion: """
            Fixes go by their time, events by visits that ended before the limit: a visit that is open stays whole. Geofences, \
            devices, and where watches and imports go on stay as they are. It can run beside them, and if it is ended, run it \
            again. evaluate --store knows only the fixes that are left.

              geofence forget --store fleet.db --before 90d --dry-run
              geofence forget --store fleet.db --before 2026-01-01T00:00:00Z --fixes
            """
    )

    @OptionGroup(title: "Store") var store: StoreOptions

    @Option(
        help: ArgumentHelp(
            "What is older goes: 90d, 12h or another period until now, or a time; at least an hour ago.",
            valueName: "limit"
        )
    )
    var before: ForgetLimit

    @Flag(help: "Forget fixes; events too only with --events.")
    var fixes = false

    @Flag(help: "Forget events; fixes too only with --fixes.")
    var events = false

    @Flag(help: "Only count what would be forgotten, and change nothing.")
    var dryRun = false

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func validate() throws {
        try before.check()
        if dryRun, messages.quiet { throw ValidationError("--dry-run with --quiet would do and say nothing.") }
    }

    /// What is to be forgotten: all where nothing was named.
    private var parts: Set<GeofenceStore.HistoryPart> {
        if fixes == events { return Set(GeofenceStore.HistoryPart.allCases) }
        return fixes ? [.fixes] : [.events]
    }

    func perform() throws {
        let store = try store.open()
        let progress = ProgressLine(messages.progressWish, unit: "rows", totalBytes: nil)
        let result: ForgetResult
        do {
            defer { progress.clear() }
            result = try store.forget(parts, before: before.time, isDryRun: dryRun) { so throws(GeofenceError) in
                progress.update(count: so.fixes + so.events, bytes: 0)
            }
        }
        guard !messages.quiet else { return }
        let console = Console()
        for line in lines(result) { console.line(line) }
    }

    private func lines(_ result: ForgetResult) -> [String] {
        let verb = dryRun ? "would be forgotten" : "forgotten"
        var lines = ["before     \(before.time.iso8601)"]
        if parts.contains(.fixes) { lines.append("fixes      \(Quantity.grouped(result.fixes)) \(verb)") }
        if parts.contains(.events) {
            lines.append("events     \(Quantity.grouped(result.events)) \(verb)")
            if result.keptEvents > 0 {
                let stay = result.keptEvents == 1 ? "stays: its visit is not over" : "stay: their visits are not over"
                lines.append("           \(Quantity.counted(result.keptEvents, "older event")) \(stay)")
            }
        }
        if dryRun {
            lines.append("dry run    nothing was changed")
        } else if result.fixes + result.events > 0 {
            lines.append("space      is used again by what comes; VACUUM of sqlite3 makes the file smaller")
        }
        return lines
    }
}
