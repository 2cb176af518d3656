import Benchmark
import Geofencing

let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = Benchmark.Configuration(
        metrics: [.wallClock, .throughput, .peakMemoryResident],
        maxDuration: .seconds(2)
    )
    var kilo = Benchmark.defaultConfiguration
    kilo.scalingFactor = .kilo
    for count in [1000, 10_000] { register(count, kilo) }
}

/// Registers the benchmarks with this many geofences.
private func register(_ count: Int, _ kilo: Benchmark.Configuration) {
    Benchmark("Containment at random places, \(count) geofences", configuration: kilo) {
        (benchmark: Benchmark, setup: Setup) in
        let places = setup.world.places
        for index in benchmark.scaledIterations {
            blackHole(try setup.engine.geofences(covering: places[index & (places.count - 1)]))
        }
    } setup: {
        try Setup(count)
    }

    Benchmark("Coherent trace with events, \(count) geofences", configuration: kilo) {
        (benchmark: Benchmark, setup: Setup) in
        // The trace is run through repeatedly, by an engine that lets time go back.
        let trace = setup.world.trace
        for _ in benchmark.scaledIterations { blackHole(setup.engine.process(trace[setup.nextFix(of: trace.count)])) }
    } setup: {
        try Setup(count)
    }

    for format in TraceText.allCases {
        Benchmark("\(format.rawValue) to events, 65,536 fixes, \(count) geofences") {
            (benchmark: Benchmark, setup: Setup) in
            let file = TraceFile(contents: format.text(of: setup.world.trace).utf8, name: "trace")
            let counts = try setup.engine.evaluate([file]) { blackHole($0) }.counts
            precondition(counts.used == setup.world.trace.count, "All fixes are used.")
            benchmark.startMeasurement()
            for _ in benchmark.scaledIterations { blackHole(try setup.engine.evaluate([file]) { blackHole($0) }) }
        } setup: {
            try Setup(count)
        }
    }

    Benchmark("Nearest geofence, \(count) geofences", configuration: kilo) { (benchmark: Benchmark, setup: Setup) in
        let places = setup.world.places
        for index in benchmark.scaledIterations {
            blackHole(try setup.engine.nearestGeofences(to: places[index & (places.count - 1)], count: 1))
        }
    } setup: {
        // The first call builds the tree.
        let setup = try Setup(count)
        _ = try setup.engine.nearestGeofences(to: setup.world.places[0], count: 1)
        return setup
    }

    Benchmark("Index build, \(count) geofences") { (benchmark: Benchmark, setup: Setup) in
        for _ in benchmark.scaledIterations {
            blackHole(try GeofenceEngine(setup.world.geofences, engine: .cells))
        }
    } setup: {
        try Setup(count)
    }

    Benchmark("One geofence added and removed, \(count) geofences") { (benchmark: Benchmark, setup: Setup) in
        let added = Geofence("added", .circle(center: setup.world.places[0], radius: .meters(500)))
        for _ in benchmark.scaledIterations {
            blackHole(try setup.engine.upsert(added))
            blackHole(try setup.engine.remove(added.id))
        }
    } setup: {
        let setup = try Setup(count)
        blackHole(setup.engine.process(setup.world.trace))
        return setup
    }
}

/// An engine and the input of its queries.
private final class Setup {
    let world: World
    let engine: GeofenceEngine
    private var fixes = 0

    init(_ count: Int) throws {
        world = try World(geofences: count)
        engine = try GeofenceEngine(world.geofences, policy: .raw, order: .input, engine: .cells)
    }

    /// Returns the index of the next fix to take from a trace of `count` fixes, which repeats forever.
    func nextFix(of count: Int) -> Int {
        fixes += 1
        return (fixes - 1) % count
    }
}
