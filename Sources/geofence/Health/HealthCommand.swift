internal import ArgumentParser
internal import Foundation
internal import Geofencing
internal import GeofencingStore

struct HealthCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Compare the geofences that running watches have registered with the saved ones.",
        discussion: """
            Reports which geofences are missing, orphaned or of an older revision, what to do about it, and the visits and \
            flaps of each geofence (a flap is an ENTER less than two minutes after the EXIT). The exit code is 1 if anything \
            is wrong.

              geofence health --store fleet.db --last 7d
              geofence health --store fleet.db --fix --format json
            """
    )

    /// How long `--fix` waits for the watch.
    private static let patience = Duration.seconds(2)

    @OptionGroup(title: "Store") var store: StoreOptions

    @Flag(help: "Make running watches register the saved geofences and no others.")
    var fix = false

    @Option(
        help: ArgumentHelp(
            "Count only the visits that began in the last days, hours, minutes or seconds until now: 30d, 12h.",
            valueName: "period"
        )
    )
    var last: Period?

    @Option(help: ArgumentHelp("The format of the report: text, or json as one object.", valueName: "format"))
    var format = ReportFormat.text

    @OptionGroup(title: "Messages") var log: LogOptions

    func perform() throws {
        let store = try store.open()
        if fix {
            try store.requestReconciliation()
            let deadline = ContinuousClock.now + Self.patience
            while try store.hasRunningWatcher(), try !store.healthStatus().isHealthy, ContinuousClock.now < deadline {
                Thread.sleep(forTimeInterval: 0.02)
            }
        }
        let report = try HealthReport(store, in: last?.untilNow, wasAsked: fix)
        try format.write(report)
        if !report.status.isHealthy { throw ExitCode.failure }
    }
}
