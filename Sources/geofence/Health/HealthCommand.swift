internal import ArgumentParser
internal import Foundation
internal import Geofencing
internal import GeofencingStore

struct HealthCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Compare the geofences that a running watch has registered with those that are saved.",
        discussion: """
            Says what is missing, orphaned or of an older revision and what to do, and of each geofence its visits and flaps (an \
            ENTER less than two minutes after the EXIT). Exits with 1 if not all is well.

              geofence health --store fleet.db
              geofence health --store fleet.db --fix --format json
            """
    )

    /// How long `--fix` waits for the watch.
    private static let patience = Duration.seconds(2)

    @OptionGroup(title: "Store") var store: StoreOptions

    @Flag(help: "Have the running watch register what is saved, and nothing else.")
    var fix = false

    @Option(help: ArgumentHelp("How the report is written: text, or json as one object.", valueName: "format"))
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
        let report = try HealthReport(store, wasAsked: fix)
        try OutputFile.write(format == .json ? report.json : report.text, to: "-")
        if !report.status.isHealthy { throw ExitCode.failure }
    }
}
