internal import Geofencing

/// What is measured: geofences, places and fixes.
struct BenchWorkload {
    /// In ascending order of identifier: that of an engine's handles.
    let geofences: [Geofence]
    let vertices: Int
    let box: Box
    let seed: UInt64
    /// How many fixes and places were asked for.
    let size: Int
    /// How many threads an end-to-end run works on.
    let threads: Int
    /// That of times without a zone; `nil` where such a record is rejected.
    let utcOffset: UTCOffset?
    /// The devices in the order in which `register` makes them known.
    private(set) var devices: [(slot: UInt32, name: DeviceID)] = []
    /// Fixes of `devices`.
    private(set) var fixes: [CompactFix] = []
    private(set) var places: [Coordinate] = []
    let files: BenchFiles

    init(geofences: [Geofence], box: Box, seed: UInt64, size: Int, threads: Int, utcOffset: UTCOffset?) {
        self.geofences = geofences.sorted { $0.id < $1.id }
        self.box = box
        self.seed = seed
        self.size = size
        self.threads = threads
        self.utcOffset = utcOffset
        vertices = geofences.reduce(0) { $0 + $1.region.vertexCount }
        files = BenchFiles()
    }

    mutating func makePlaces(_ count: Int) { places = Array(UniformPoints(seed: seed, count: count, in: box)) }

    mutating func makeFixes(_ scenario: MetroScenario) {
        let registry = DeviceRegistry()
        let slots = (0..<scenario.deviceCount).map { registry.slot(for: MetroScenario.deviceID($0)) }
        fixes.reserveCapacity(scenario.fixCount)
        for var fix in scenario.fixes {
            fix.device = slots[Int(fix.device)]
            fixes.append(fix)
        }
        keepDevices(slots, of: registry)
    }

    /// Reads traces, whose files are also what the parse and end-to-end tasks of their format read, but for pipes.
    mutating func readFixes(_ paths: [String]) throws(GeofenceError) {
        let registry = DeviceRegistry()
        var cache = DeviceCache(registry)
        for path in paths {
            let reader = try TraceReader(.file(path), utcOffset: utcOffset)
            // A pipe has nothing more to be read.
            if let format = reader.format, FileIdentity(path: path)?.isStream != true { files.use(path, as: format) }
            try reader.forEachChunk(devices: &cache) { parsed, _ throws(GeofenceError) in fixes += parsed.fixes }
        }
        if fixes.isEmpty, let path = paths.first {
            throw GeofenceError(
                .invalidRecord,
                "there is no fix to measure with",
                at: InputLocation(file: path),
                recovery: "`geofence evaluate` with the same files says what is wrong with each record."
            )
        }
        keepDevices(Set(fixes.lazy.map(\.device)), of: registry)
    }

    /// Makes the devices known to an engine that has met none, in the slots that `fixes` names.
    func register(in engine: GeofenceEngine) {
        for device in devices {
            let slot = engine.registry.slot(for: device.name)
            precondition(slot == device.slot, "The slots of a shard are given out in turn.")
        }
    }

    private mutating func keepDevices(_ slots: some Sequence<UInt32>, of registry: DeviceRegistry) {
        devices = slots.sorted().map { ($0, registry.device(in: $0)) }
    }
}

extension Geofence.Region {
    /// Vertices of all rings, the repeated last one included; none for a circle.
    var vertexCount: Int {
        switch self {
        case .circle: 0
        case .polygon(let polygon): polygon.vertexCount
        case .multiPolygon(let polygons): polygons.reduce(0) { $0 + $1.vertexCount }
        }
    }
}

extension Polygon {
    fileprivate var vertexCount: Int { rings.reduce(0) { $0 + $1.count } }
}
