internal import Geofencing

/// The input of the measurements: geofences, points and fixes.
struct BenchWorkload {
    /// The geofences in ascending order of identifier, which is the order of an engine's handles.
    let geofences: [Geofence]
    let vertices: Int
    let box: Box
    let seed: UInt64
    /// The number of fixes and points requested.
    let size: Int
    /// The number of threads that an end-to-end run uses.
    let threads: Int
    /// The UTC offset of times without a zone; `nil` if such records are rejected.
    let utcOffset: UTCOffset?
    /// The devices in the order in which `register` adds them.
    private(set) var devices: [(slot: UInt32, name: DeviceID)] = []
    /// The fixes of `devices`.
    private(set) var fixes: [CompactFix] = []
    private(set) var places: [Coordinate] = []
    let files: BenchFiles

    init(geofences: [Geofence], box: Box, seed: UInt64, size: Int, threads: Int, utcOffset: UTCOffset?) {
        self.geofences = geofences.inOrderOfIdentifier
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

    /// Reads traces. The parse and end-to-end tasks of the same format read these files too, except pipes.
    mutating func readFixes(_ paths: [String]) throws(GeofenceError) {
        let registry = DeviceRegistry()
        var cache = DeviceCache(registry)
        for path in paths {
            let reader = try TraceReader(.file(path), utcOffset: utcOffset)
            // A pipe cannot be read twice.
            if let format = reader.format, FileIdentity(path: path)?.isStream != true { files.use(path, as: format) }
            try reader.forEachChunk(devices: &cache) { parsed, _ throws(GeofenceError) in fixes += parsed.fixes }
        }
        if fixes.isEmpty, let path = paths.first {
            throw GeofenceError(
                .invalidRecord,
                "there are no fixes to measure with",
                at: InputLocation(file: path),
                recovery: "Run `geofence evaluate` with the same files to see what is wrong with each record."
            )
        }
        keepDevices(Set(fixes.lazy.map(\.device)), of: registry)
    }

    /// Registers the devices with an engine that has seen none, in the slots that `fixes` refers to.
    func register(in engine: GeofenceEngine) {
        for device in devices {
            let slot = engine.registry.slot(for: device.name)
            precondition(slot == device.slot, "A shard assigns its slots in order.")
        }
    }

    private mutating func keepDevices(_ slots: some Sequence<UInt32>, of registry: DeviceRegistry) {
        devices = slots.sorted().map { ($0, registry.device(in: $0)) }
    }
}

extension Geofence.Region {
    /// The number of vertices of all rings, including the repeated last one; 0 for a circle.
    fileprivate var vertexCount: Int { polygons.lazy.flatMap(\.rings).reduce(0) { $0 + $1.count } }
}
