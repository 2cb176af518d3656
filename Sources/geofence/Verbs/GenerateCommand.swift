internal import ArgumentParser
internal import Geofencing

struct GenerateCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Make synthetic geofences and traces from a seed.",
        discussion: """
            The same seed gives the same bytes on every platform. metro is a box of 1.0 x 1.0 degrees: half of the \
            geofences are circles of 50 m to 2 km, four in ten are star-shaped polygons, and one in ten is a concave \
            polygon of 500 to 5000 vertices. Devices move at 1 to 30 m/s and report every 1 to 5 seconds.

            The other scenarios are situations in which engines go wrong, each with the visits that really took place: \
            stationary-noise (a day 10 m inside a boundary), outliers (one fix in twenty is 200 m off but claims 2 m), \
            departure (on foot), small-shop (24 m deep, accuracy 10 to 40 m), pass-through (30 m/s, a fix a minute), \
            newest-first (a buffered upload), tunnel (an accuracy of over a kilometer) and antimeridian.

              geofence generate --geofences 1000 --devices 100 --fixes 100000 \\
                --fences-out city.geojson --trace-out day.csv
              geofence generate --seed 7 --geofences 50 --fences-out - | \\
                geofence lint --fences -
              geofence generate --scenario small-shop --fences-out shop.geojson \\
                --trace-out day.csv --labels visits.csv
            """
    )

    @Option(help: ArgumentHelp("The kind of synthetic world.", valueName: "name"))
    var scenario = Scenario.metro

    @Option(help: ArgumentHelp("The number of geofences in metro. (default: 1000)", valueName: "count"))
    var geofences: Numeral<Int>?

    @Option(help: ArgumentHelp("The number of devices. (default: 100 in metro, else 10)", valueName: "count"))
    var devices: Numeral<Int>?

    @Option(
        help: ArgumentHelp(
            "The number of fixes of all devices together, in metro. (default: 100000)",
            valueName: "count"
        )
    )
    var fixes: Numeral<Int>?

    @Option(help: ArgumentHelp("The seed of the random numbers.", valueName: "number"))
    var seed: Numeral<UInt64> = 1

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

    @OptionGroup(title: "Scenarios other than metro") var chosen: SituationOptions

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    /// The largest count allowed.
    private static let most = 1_000_000_000
    /// The largest number of devices allowed: all of them are in memory.
    private static let mostDevices = 10_000_000

    func check() throws {
        let counts = [
            ("--geofences", geofences, Self.most), ("--devices", devices, Self.mostDevices),
            ("--fixes", fixes, Self.most),
        ]
        for (name, value, most) in counts {
            guard let value = value?.value, !(0...most).contains(value) else { continue }
            throw ValidationError("\(name) must be in 0...\(most), not \(value).")
        }
        switch scenario {
        case .metro:
            if let name = chosen.firstGiven {
                throw ValidationError("\(name) works only with scenarios other than metro.")
            }
            if traceOut != nil, fixes?.value ?? 1 > 0, devices?.value == 0 {
                throw ValidationError("--fixes needs --devices of at least 1: every fix comes from a device.")
            }
        case .situation(let situation):
            if geofences != nil || fixes != nil {
                throw ValidationError("--geofences and --fixes work only with metro; other scenarios determine them.")
            }
            if situation == .passThrough, chosen.duration != nil {
                throw ValidationError("--duration does not work with pass-through: the path determines it.")
            }
        }
        guard fencesOut != nil || traceOut != nil || chosen.labels != nil else {
            throw ValidationError("Nothing to write: give --fences-out, --trace-out or, except for metro, --labels.")
        }
        try FilePaths.check(
            NamedFile.list("--fences-out", [fencesOut]) + NamedFile.list("--trace-out", [traceOut])
                + NamedFile.list("--labels", [chosen.labels])
        )
    }

    func perform() throws {
        switch scenario {
        case .metro:
            let world = MetroScenario(
                seed: seed.value,
                geofences: fencesOut == nil ? 0 : geofences?.value ?? 1000,
                devices: traceOut == nil ? 0 : devices?.value ?? 100,
                fixes: traceOut == nil ? 0 : fixes?.value ?? 100_000
            )
            try commit([
                writeGeofences(world.geofences, count: world.geofenceCount),
                writeTrace(world.fixes, count: world.fixCount, devices: world.deviceCount),
            ])
        case .situation(let situation):
            let count = devices?.value ?? 10
            let world = LabeledScenario(situation, seed: seed.value, devices: count, settings: chosen.settings)
            let fixes = traceOut == nil ? [] : world.fixes
            try commit([
                writeGeofences(world.geofences, count: world.geofences.count),
                writeTrace(fixes, count: fixes.count, devices: count),
                writeLabels(world),
            ])
        }
    }

    /// An output that still has to be committed, and a description of its contents.
    private typealias Written = (output: OutputFile, content: String)

    /// Gives the outputs their names once all of them are written, and shows what they contain.
    private func commit(_ written: [Written?]) throws(GeofenceError) {
        let written = written.compactMap(\.self)
        for (output, _) in written { try output.complete() }
        for (output, content) in written {
            try output.commit()
            if !messages.quiet { Console().line("\(output.path): \(content)") }
        }
    }

    private func writeGeofences(
        _ geofences: some Sequence<Geofence>,
        count: Int
    ) throws(GeofenceError) -> Written? {
        guard let fencesOut else { return nil }
        return (try GeofenceWriter.written(geofences, to: fencesOut), Quantity.counted(count, "geofence"))
    }

    private func writeTrace(_ fixes: some Sequence<CompactFix>, count: Int, devices: Int) throws(GeofenceError)
        -> Written?
    {
        guard let traceOut else { return nil }
        let progress = ProgressLine(messages.progressWish, noun: "fix", totalBytes: nil)
        defer { progress.clear() }
        let output = try OutputFile(path: traceOut)
        let writer = FixWriter(to: output, format: traceOut.lowercased().hasSuffix(".ndjson") ? .ndjson : .csv)
        let names = (0..<devices).map { writer.escaped(MetroScenario.deviceID($0)) }
        for (number, fix) in fixes.enumerated() {
            try writer.write(fix, device: names[Int(fix.device)])
            if number % 10_000 == 0 { progress.update(count: number, bytes: 0) }
        }
        return (output, "\(Quantity.counted(count, "fix")) of \(Quantity.counted(devices, "device"))")
    }

    private func writeLabels(_ world: LabeledScenario) throws(GeofenceError) -> Written? {
        guard let path = chosen.labels else { return nil }
        let output = try OutputFile(path: path)
        try output.write(LabeledVisit.header)
        let visits = world.visits
        for visit in visits {
            visit.append(to: &output.buffer)
            try output.flushIfFull()
        }
        return (output, Quantity.counted(visits.count, "visit"))
    }
}
