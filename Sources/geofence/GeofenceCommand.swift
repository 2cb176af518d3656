internal import ArgumentParser
internal import GEOS
internal import Geofencing

/// The command line. Each verb has a file in `Verbs/`, or a folder of its own.
@main
struct GeofenceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geofence",
        abstract: "Exact geofence events from location traces.",
        discussion: """
            Geofences are circles in meters and polygons in longitude and latitude. A fix is one measured location of one \
            device at one time. Geofences are read from GeoJSON, CSV, JSON, KML, OwnTracks or Traccar; fixes from CSV, \
            JSON, GeoJSON, GPX, GeoLife, OwnTracks, Traccar or Google Timeline. Files may be compressed with gzip. The format is \
            detected from the content.

            Data goes to standard output, everything else to standard error; - stands for standard input or output. \
            Exit codes: 0 success, 1 a check failed, 64 wrong usage, 65 bad data, 66 an input is missing or cannot be read, \
            70 the geometry library failed, 74 a read or write failed. If a signal ends a run, the shell reports 128 plus \
            the signal's number, also when the reader of a pipe goes away (| head: 141); no unfinished file is left behind.

              geofence evaluate --fences stops.geojson --trace buses.csv \\
                --output events.ndjson
              geofence locate --fences stops.geojson --points places.csv
              geofence lint --fences stops.geojson

            A store, which is one SQLite file, keeps geofences, fixes and events:

              geofence fences import --store fleet.db stops.geojson
              geofence import --store fleet.db --source tracker buses.csv
              geofence evaluate --store fleet.db --last 7d
              tail -F fixes.ndjson | geofence watch --store fleet.db --trace -
            """,
        version: "geofence 0.1.0 (GEOS \(GEOS.version))",
        subcommands: [
            EvaluateCommand.self, ExplainCommand.self, LocateCommand.self, NearestCommand.self, LintCommand.self,
            VerifyCommand.self, BacktestCommand.self, DiffCommand.self, GenerateCommand.self, BenchCommand.self,
            FencesCommand.self, WatchCommand.self, ImportCommand.self, EventsCommand.self, VisitsCommand.self,
            ForgetCommand.self, HealthCommand.self, DevicesCommand.self,
        ]
    )

    static func main() {
        ClosedStreams.keep()
        do {
            // Bytes that are not UTF-8 have been replaced, so different names would become the same.
            if let argument = CommandLine.arguments.dropFirst().first(where: { $0.contains("\u{FFFD}") }) {
                throw ValidationError(
                    "The argument '\(argument)' is not UTF-8 text: if it is a file to read, give - and < FILE instead."
                )
            }
            var command = try parseAsRoot()
            try command.run()
        } catch let first {
            let error = UnknownOption.error(behind: first, arguments: Array(CommandLine.arguments.dropFirst())) ?? first
            if exitCode(for: error).isSuccess { show(fullMessage(for: error)) }
            let message = message(for: error)
            // Such as an exit code, whose reason has been shown.
            guard !message.isEmpty else { exit(withError: error) }
            let completed =
                UnknownVerb.message(inPlaceOf: message, arguments: Array(CommandLine.arguments.dropFirst()))
                ?? ValueForm.completing(message, arguments: CommandLine.arguments) ?? message
            let text = fullMessage(for: error).replacing(message, with: completed, maxReplacements: 1)
            Console().line(LongArguments.shortened(in: text, arguments: CommandLine.arguments))
            exit(withError: exitCode(for: error))
        }
    }

    /// Writes what was requested instead of a run, such as the help, and ends the process.
    private static func show(_ text: String) -> Never {
        do throws(GeofenceError) {
            try OutputFile.write(text + "\n", to: "-")
        } catch {
            Console().fail(error)
        }
        exit()
    }
}
