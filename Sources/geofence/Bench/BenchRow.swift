/// One measurement: a task done by an engine.
struct BenchRow: Encodable, Sendable {
    var task: String
    var engine: String
    var geofences: Int
    var vertices: Int
    /// Fixes, places or operations.
    var fixes: Int
    /// What they gave: covering pairs, transitions or answers.
    var pairs: Int
    /// A checksum of the answers that does not depend on their order.
    var checksum: Int64
    var nsPerFix: Double
    var fixesPerSecond: Double { 1e9 / nsPerFix }
    var buildSeconds: Double?
    var indexBytes: Int?
    /// Percentiles of the time of one call, in nanoseconds: 50, 95, 99 and 99.9.
    var percentiles: [Int]?

    private enum CodingKeys: String, CodingKey {
        case task, engine, geofences, vertices, fixes, pairs, checksum
        case nsPerFix = "ns_per_fix"
        case fixesPerSecond = "fixes_per_second"
        case buildSeconds = "build_s"
        case indexBytes = "index_bytes"
        case p50 = "p50_ns"
        case p95 = "p95_ns"
        case p99 = "p99_ns"
        case p999 = "p999_ns"
    }

    func encode(to encoder: any Encoder) throws {
        var row = encoder.container(keyedBy: CodingKeys.self)
        try row.encode(task, forKey: .task)
        try row.encode(engine, forKey: .engine)
        try row.encode(geofences, forKey: .geofences)
        try row.encode(vertices, forKey: .vertices)
        try row.encode(fixes, forKey: .fixes)
        try row.encode(pairs, forKey: .pairs)
        try row.encode(checksum, forKey: .checksum)
        try row.encode(nsPerFix, forKey: .nsPerFix)
        try row.encode(fixesPerSecond, forKey: .fixesPerSecond)
        try row.encode(buildSeconds, forKey: .buildSeconds)
        try row.encode(indexBytes, forKey: .indexBytes)
        for (key, position) in zip([CodingKeys.p50, .p95, .p99, .p999], 0...) {
            try row.encode(percentiles?[position], forKey: key)
        }
    }
}

/// A sum over answers that two engines must agree on, whatever order they give them in.
struct AnswerSum {
    private(set) var pairs = 0
    private(set) var checksum: Int64 = 0

    mutating func add(_ question: Int, _ fence: UInt32) {
        pairs += 1
        checksum += Int64((question &* 7919 &+ Int(fence) &* 104_729) % 1_000_003)
    }
}
