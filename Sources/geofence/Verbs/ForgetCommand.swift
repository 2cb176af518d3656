internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

struct ForgetCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Remove old fixes and events, or everything about a device, from a store.",
        discussion: """
            With --before, fixes are removed by their own time, and events by whole visits that ended before the limit; an open \
            visit stays as a whole. Geofences, devices, and how far watches and imports are do not change.

            With --device alone, everything that the store has about the device is removed: fixes, events, open visits (without \
            an EXIT), what watches know of it, how far its imports are, and what it has reported. A running watch forgets \
            it too; if the device sends again, it is a new one. With --before as well, only its older fixes and events are \
            removed.

            The command can run beside watches and imports; if it is interrupted, run it again. Afterwards evaluate --store has \
            only the fixes that are left. Files that watches have written or that were imported do not change.

              geofence forget --store fleet.db --before 90d --dry-run
              geofence forget --store fleet.db --before 2026-01-01T00:00:00Z --fixes
              geofence forget --store fleet.db --device phone-7
            """
    )

    @OptionGroup(title: "Store") var store: StoreOptions

    @Option(
        help: ArgumentHelp(
            "Remove what is older than this: a period before now, such as 90d or 12h, or a time; at least an hour ago.",
            valueName: "limit"
        )
    )
    var before: ForgetLimit?

    @Option(
        help: ArgumentHelp(
            "A device to remove everything about or, with --before, only what is older; may be given several times.",
            valueName: "name"
        )
    )
    var device: [String] = []

    @Flag(help: "Forget fixes before the limit, and events only if --events is given too.")
    var fixes = false

    @Flag(help: "Forget events before the limit, and fixes only if --fixes is given too.")
    var events = false

    @Flag(help: "Only count what would be forgotten; change nothing.")
    var dryRun = false

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func check() throws {
        if before == nil, device.isEmpty {
            throw ValidationError(
                "Give --before to forget what is older, or --device to forget everything about a device."
            )
        }
        if before == nil, fixes || events {
            throw ValidationError(
                "--fixes and --events need --before: without it, everything about a device is forgotten, since the parts left over would not fit together."
            )
        }
        try before?.check()
        if dryRun, messages.quiet {
            throw ValidationError("--dry-run with --quiet would neither do nor show anything.")
        }
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
        if before == nil { lines.append("the rest   \(verb): what watches know, how far imports are, reports") }
        if dryRun {
            lines.append("dry run    nothing was changed")
        } else if result.fixes + result.events > 0 {
            lines.append("space      will be reused; to shrink the file, run VACUUM in sqlite3")
        }
        return lines
    }
}
