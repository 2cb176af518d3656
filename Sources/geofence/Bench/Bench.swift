internal import ArgumentParser
internal import Geofencing

/// `geofence bench`: containment and evaluation, measured beside the GEOS reference in one run.
struct Bench: ParsableCommand {
    enum Scenario: String, ExpressibleByArgument, CaseIterable {
        case metro, tiling, circles, jagged
    }

    static let configuration = CommandConfiguration(
        abstract: "Measure containment and evaluation beside the GEOS reference."
    )

    @Option(help: "What the geofences are like: metro, tiling, circles or jagged.")
    var scenario = Scenario.metro

    @Option(help: "How many geofences; of a jagged polygon how many vertices.")
    var geofences = 10_000

    @Option(help: "How many fixes, and how many random places.")
    var fixes = 1_000_000

    @Option(help: "How many devices the fixes are of.")
    var devices = 1000

    @Option(help: "Equal seeds give equal geofences, fixes and places.")
    var seed: UInt64 = 7

    @Option(help: "An engine to measure in the same run, whose answers must be the same.")
    var compare: String?

    @Option(name: .customLong("task"), parsing: .upToNextOption, help: "Only these tasks.")
    var tasks: [String] = []

    func run() throws {
        let workload = makeWorkload()
        var rows: [BenchRow] = []
        let kinds = [compare.flatMap(EngineKind.init(rawValue:)), .cells].compactMap(\.self)
        let subjects = try kinds.map { try BenchSubject($0, workload) }
        let all: [(String, (BenchSubject, BenchWorkload) throws(GeofenceError) -> BenchRow)] = [
            ("locate-random", BenchTasks.locateRandom), ("evaluate-trace", BenchTasks.evaluateTrace),
            ("nearest", BenchTasks.nearest), ("latency", BenchTasks.latency), ("update", BenchTasks.update),
            ("parse-csv", BenchTasks.parseCSV), ("parse-ndjson", BenchTasks.parseNDJSON),
        ]
        for (name, task) in all where tasks.isEmpty || tasks.contains(name) {
            for subject in subjects {
                let row = try task(subject, workload)
                rows.append(row)
                print(row.task, row.engine, row.nsPerFix, row.pairs, row.checksum, row.buildSeconds ?? 0, row.indexBytes ?? 0, row.percentiles ?? [])
            }
        }
    }

    private func makeWorkload() -> BenchWorkload {
        let metro = MetroScenario(
            seed: seed,
            geofences: scenario == .metro || scenario == .circles ? geofences : 0,
            devices: devices,
            fixes: fixes,
            shapes: scenario == .circles ? .circles : .mixed
        )
        let fences: [Geofence] =
            switch scenario {
            case .metro, .circles: Array(metro.geofences)
            case .tiling: Array(TilingScenario(seed: seed).geofences)
            case .jagged: [JaggedPolygon.geofence(seed: seed, vertices: geofences)]
            }
        return BenchWorkload(
            geofences: fences,
            box: MetroScenario.area,
            seed: seed,
            fixes: Array(metro.fixes),
            deviceNames: (0..<devices).map(MetroScenario.deviceID),
            places: fixes
        )
    }
}

