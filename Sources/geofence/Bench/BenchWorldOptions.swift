internal import ArgumentParser
internal import Geofencing

/// The input to measure with: synthetic geofences and fixes, or real ones.
struct BenchWorldOptions: ParsableArguments {
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        /// Half circles, four in ten stars, one in ten concave.
        case metro
        /// Polygons that share their borders.
        case tiling
        /// Circles only.
        case circles
        /// One polygon.
        case jagged
    }

    @Option(
        help: ArgumentHelp(
            "The kind of synthetic world.",
            discussion: """
                metro is the world that generate makes, circles has only circles, tiling has polygons of 97 vertices that \
                share their borders, and jagged has a single polygon. In all of them, devices move as in metro.
                """,
            valueName: "name"
        )
    )
    var scenario = Kind.metro

    @Option(help: ArgumentHelp("The number of geofences or, with jagged, of vertices.", valueName: "count"))
    var geofences: Numeral<Int> = 10_000

    @Option(
        help: ArgumentHelp("The number of fixes of all devices together, and of random places.", valueName: "count")
    )
    var fixes: Numeral<Int> = 1_000_000

    @Option(help: ArgumentHelp("The number of devices.", valueName: "count"))
    var devices: Numeral<Int> = 1000

    @Option(help: ArgumentHelp("The seed of the random numbers.", valueName: "number"))
    var seed: Numeral<UInt64> = 7

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Geofence files to measure with instead; random places lie in the box around them.",
            valueName: "file"
        )
    )
    var fences: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Trace files to measure with, in full; needs --fences.", valueName: "file")
    )
    var trace: [String] = []

    @OptionGroup var zone: ZoneOptions

    /// Whether there are real geofences but no trace.
    var hasNoTrace: Bool { !fences.isEmpty && trace.isEmpty }

    func validate() throws {
        for (name, value) in [("--geofences", geofences.value), ("--fixes", fixes.value), ("--devices", devices.value)]
        where !(1...1_000_000_000).contains(value) {
            throw ValidationError("\(name) must be in 1...1000000000, not \(value).")
        }
        if scenario == .jagged, !(8...2_000_000).contains(geofences.value) {
            throw ValidationError("A jagged polygon has 8...2000000 vertices; give --geofences in that range.")
        }
        if (fences + trace).contains("-") {
            throw ValidationError("bench reads its inputs several times; give files, not standard input (-).")
        }
    }

    /// Throws if a file is missing that another option needs.
    func requireFiles() throws {
        try NamedFile.requireNames(NamedFile.list("--fences", fences) + NamedFile.list("--trace", trace))
        if fences.isEmpty, !trace.isEmpty { throw ValidationError("--trace needs --fences.") }
        if trace.isEmpty, zone.utcOffset != nil { throw ValidationError("--utc-offset needs --trace.") }
    }

    /// Returns what the tasks need and nothing else: a million fixes that no task reads are not generated.
    func workload(for tasks: [BenchTask], threads: Int) throws -> BenchWorkload {
        let isReal = !fences.isEmpty
        let geofences = isReal ? try readFences(threads: threads) : synthetic
        let isWithinArea = !isReal && scenario != .jagged
        var workload = BenchWorkload(
            geofences: geofences,
            box: isWithinArea ? MetroScenario.area : try Box(around: geofences),
            seed: seed.value,
            size: fixes.value,
            threads: threads,
            utcOffset: zone.utcOffset
        )
        if tasks.contains(where: \.needsPlaces) { workload.makePlaces(fixes.value) }
        guard tasks.contains(where: \.needsFixes) else { return workload }
        if isReal {
            try workload.readFixes(trace)
        } else {
            let (devices, fixes) = (devices.value, fixes.value)
            workload.makeFixes(MetroScenario(seed: seed.value, geofences: 0, devices: devices, fixes: fixes))
        }
        return workload
    }

    private var synthetic: [Geofence] {
        let (seed, count) = (seed.value, geofences.value)
        switch scenario {
        case .metro: return Array(MetroScenario(seed: seed, geofences: count).geofences)
        case .circles: return Array(MetroScenario(seed: seed, geofences: count, shapes: .circles).geofences)
        case .tiling:
            let columns = max(1, Int(Double(count).squareRoot()))
            return Array(TilingScenario(seed: seed, columns: columns, rows: count / columns).geofences)
        case .jagged: return [JaggedPolygon.geofence(seed: seed, vertices: count)]
        }
    }

    /// Returns the geofences if all are valid; otherwise shows what is wrong and ends the run.
    private func readFences(threads: Int) throws -> [Geofence] {
        let survey = try FenceSurvey(fences, threads: threads)
        let findings = survey.findings
        guard !findings.contains(where: { $0.severity == .error }) else {
            FindingList(findings).show(on: Console())
            throw ExitCode.badData
        }
        return survey.geofences.filter(\.isActive)
    }
}
