internal import ArgumentParser
internal import Geofencing

/// A kind of synthetic world.
enum Scenario: String, ExpressibleByArgument, CaseIterable {
    /// A city of 1 x 1 degree with circles, stars and long concave outlines, and devices that wander.
    case metro
}

struct GenerateCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Make synthetic geofences and traces from a seed.",
        discussion: """
            The same seed gives the same bytes on every platform. metro is a box of 1.0 x 1.0 degrees: half of the \
            geofences are circles of 50 m to 2 km, four of ten are star-shaped polygons, one of ten is a concave \
            polygon of 500 to 5000 vertices. Devices walk at 1 to 30 m/s and report every 1 to 5 seconds.

              geofence generate --geofences 1000 --devices 100 --fixes 100000 --fences-out city.geojson --trace-out day.csv
              geofence generate --seed 7 --geofences 50 --fences-out - | geofence lint --fences -
            """
    )

    @Option(help: ArgumentHelp("The kind of world.", valueName: "name"))
    var scenario = Scenario.metro

    @Option(help: ArgumentHelp("How many geofences to make.", valueName: "count"))
    var geofences = 1000

    @Option(help: ArgumentHelp("How many devices move.", valueName: "count"))
    var devices = 100

    @Option(help: ArgumentHelp("How many fixes all devices report together.", valueName: "count"))
    var fixes = 100_000

    @Option(help: ArgumentHelp("Where the random numbers start.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "Write the geofences to a GeoJSON file; circles are points with radius_m.",
            valueName: "file"
        )
    )
    var fencesOut: String?

    @Option(
        help: ArgumentHelp(
            "Write the trace to a file: NDJSON if its name ends in .ndjson, else CSV.",
            valueName: "file"
        )
    )
    var traceOut: String?

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func validate() throws {
        for (name, value) in [("--geofences", geofences), ("--devices", devices), ("--fixes", fixes)] where value < 0 {
            throw ValidationError("\(name) must not be negative.")
        }
        if fixes > 0, devices == 0 { throw ValidationError("--fixes needs --devices: fixes come from devices.") }
        guard fencesOut != nil || traceOut != nil else {
            throw ValidationError("Nothing to write: give --fences-out, --trace-out or both.")
        }
        if fencesOut == traceOut { throw ValidationError("--fences-out and --trace-out must differ.") }
    }

    func perform() throws {
        let world = MetroScenario(
            seed: seed,
            geofences: fencesOut == nil ? 0 : geofences,
            devices: traceOut == nil ? 0 : devices,
            fixes: traceOut == nil ? 0 : fixes
        )
        if let fencesOut { try GeofenceWriter.write(world.geofences, to: fencesOut) }
        if let traceOut { try writeTrace(world, to: traceOut) }
        guard !messages.quiet else { return }
        let console = Console()
        if let fencesOut { console.line("\(fencesOut): \(Quantity.counted(world.geofenceCount, "geofence"))") }
        if let traceOut {
            let devices = Quantity.counted(world.deviceCount, "device")
            console.line("\(traceOut): \(Quantity.grouped(world.fixCount)) fixes of \(devices)")
        }
    }

    private func writeTrace(_ world: MetroScenario, to path: String) throws(GeofenceError) {
        let progress = ProgressBar(messages.progressWish, unit: "fixes", totalBytes: nil)
        defer { progress.clear() }
        let output = try OutputFile(path: path)
        let writer = FixWriter(to: output, format: path.lowercased().hasSuffix(".ndjson") ? .ndjson : .csv)
        let names = (0..<world.deviceCount).map { writer.escaped(MetroScenario.deviceID($0)) }
        for (number, fix) in world.fixes.enumerated() {
            try writer.write(fix, device: names[Int(fix.device)])
            if number % 10_000 == 0 { progress.update(count: number, bytes: 0) }
        }
        try output.commit()
    }
}
