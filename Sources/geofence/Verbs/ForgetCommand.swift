internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

struct ForgetCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Remove old fixes and events, or all of a device, from a store.",
        discussion: """
            With --before fixes go by their time, events by visits that ended before the limit: a visit that is open stays whole. \
            Geofences, devices, and where watches and imports go on stay as they are.

            With --device alone all that the store has of the device goes: fixes, events, open visits without an EXIT, what \
            watches know of it, how far imports of it are, and what it has reported. A running watch forgets it too; \
            a device that sends again is a new one. With --before only its older fixes and events go.

            It can run beside watches and imports, and if it is ended, run it again. evaluate --store knows only the fixes that \
            are left. Files that watches have written, and those that were imported, stay as they are.

              geofence forget --store fleet.db --before 90d --dry-run
              geofence forget --store fleet.db --before 2026-01-01T00:00:00Z --fixes
              geofence forget --store fleet.db --device phone-7
            """
    )

    @OptionGroup(title: "Store") var store: StoreOptions

    @Option(
        help: ArgumentHelp(
            "What is older goes: 90d, 12h or another period until now, or a time; at least an hour ago.",
            valueName: "limit"
        )
    )
    var before: ForgetLimit?

    @Option(
        help: ArgumentHelp(
            "A device of which all goes, or with --before what is older; may be given several times.",
            valueName: "name"
        )
    )
    var device: [String] = []

    @Flag(help: "Forget fixes before the limit; events too only with --events.")
    var fixes = false

    @Flag(help: "Forget events before the limit; fixes too only with --fixes.")
    var events = false

    @Flag(help: "Only count what would be forgotten, and change nothing.")
    var dryRun = false

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func check() throws {
        if before == nil, device.isEmpty {
            throw ValidationError("Give --before, for what is older, or --device, for all of a device.")
        }
        if before == nil, fixes || events {
            throw ValidationError(
                "--fixes and --events go with --before: without it all of a device goes, as what is left would not fit together."
            )
        }
        try before?.check()
        if dryRun, messages.quiet { throw ValidationError("--dry-run with --quiet would do and say nothing.") }
    }

    /// The parts to forget: all of them if none was named.
    private var parts: Set<GeofenceStore.HistoryPart> {
        if fixes == events { return Set(GeofenceStore.HistoryPart.allCases) }
        return fixes ? [.fixes] : [.events]
    }

    func perform() throws {
        let store = try store.open()
        let progress = ProgressLine(messages.progressWish, noun: "row", totalBytes: nil)
        let result: ForgetResult
        do {
            defer { progress.clear() }
            result = try forget(in: store) { progress.update(count: $0.fixes + $0.events, bytes: 0) }
        }
        guard !messages.quiet else { return }
        let console = Console()
        for line in lines(result) { console.line(line) }
    }

    private var devices: [DeviceID] { Set(device.map { DeviceID($0) }).sorted() }

    private func forget(
        in store: GeofenceStore,
        progressed: (ForgetResult) -> Void
    ) throws(GeofenceError) -> ForgetResult {
        do throws(GeofenceError) {
            guard let before else {
                return try store.forget(devices: devices, isDryRun: dryRun, progressed: progressed)
            }
            return try store.forget(
                parts,
                of: devices.isEmpty ? nil : devices,
                before: before.time,
                isDryRun: dryRun,
                progressed: progressed
            )
        } catch  where error.code == .unknownDevice {
            let unknown = try store.firstUnknown(of: devices)?.rawValue
            throw try CloseNames.completing(error, about: unknown, among: .devices, of: store)
        }
    }

    private func lines(_ result: ForgetResult) -> [String] {
        let verb = dryRun ? "would be forgotten" : "forgotten"
        var lines: [String] = []
        if !device.isEmpty {
            lines.append(
                devices.count == 1 ? "device     \(devices[0])" : "devices    \(Quantity.grouped(devices.count))"
            )
        }
        if let before { lines.append("before     \(before.time.iso8601)") }
        if parts.contains(.fixes) { lines.append("fixes      \(Quantity.grouped(result.fixes)) \(verb)") }
        if parts.contains(.events) {
            lines.append("events     \(Quantity.grouped(result.events)) \(verb)")
            if result.keptEvents > 0 {
                let stay = result.keptEvents == 1 ? "stays: its visit is not over" : "stay: their visits are not over"
                lines.append("           \(Quantity.counted(result.keptEvents, "older event")) \(stay)")
            }
        }
        if before == nil { lines.append("all else   \(verb): what watches know, how far imports are, reports") }
        if dryRun {
            lines.append("dry run    nothing was changed")
        } else if result.fixes + result.events > 0 {
            lines.append("space      is used again by what comes; VACUUM of sqlite3 makes the file smaller")
        }
        return lines
    }
}
