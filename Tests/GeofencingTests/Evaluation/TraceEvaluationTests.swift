import TestSupport
import Testing

@testable import Geofencing

@Suite struct TraceEvaluationTests {
    static let header = "device_id,timestamp,latitude,longitude"

    /// Rows of a small city in time order.
    static let rows: [String] = {
        let scenario = MetroScenario(seed: 7, geofences: 0, devices: 40, fixes: 4000)
        return scenario.fixes.map { fix in
            "d\(fix.device),\(fix.time),\(fix.latitude),\(fix.longitude)"
        }
    }()

    static let engine: GeofenceEngine? = {
        // Circles only, large enough to be crossed often.
        let fences = MetroScenario(seed: 7, geofences: 3000, shapes: .circles).geofences
        return try? GeofenceEngine(checked: Array(fences), rules: EventRules(policy: .raw))
    }()

    struct Outcome: Equatable {
        var transitions: [String] = []
        var counts = FixCounts()
        var rejects: [String] = []
        var wasSorted = false
    }

    func evaluate(
        _ parts: [[String]],
        order: FixOrder = .time,
        threads: Int = 1,
        chunkSize: Int = 1 << 20,
        isStrict: Bool = false
    ) throws -> Outcome {
        let files = try parts.map { try TemporaryFile(([Self.header] + $0).joined(separator: "\n") + "\n") }
        // An array of them may otherwise be gone, and the files with it, once their paths are known.
        defer { withExtendedLifetime(files) {} }
        let base = try #require(Self.engine)
        let engine = try GeofenceEngine(checked: base.allGeofences, rules: EventRules(policy: .raw, order: order))
        var options = TraceEvaluation.Options()
        options.threads = threads
        options.chunkSize = chunkSize
        options.isStrict = isStrict
        let log = RejectLog()
        var result = try TraceEvaluation(
            engine,
            traces: files.map { TraceFile(path: $0.path) },
            options: options,
            observer: log.observer
        )
        .run()
        var outcome = Outcome(counts: result.counts, wasSorted: result.wasSorted)
        let registry = result.engine.registry
        try result.transitions.drain(registry: registry) { record throws(GeofenceError) in
            let device = registry.device(in: record.device)
            outcome.transitions.append("\(record.time) \(device) \(record.kind) \(record.fence) \(record.cause)")
        }
        outcome.rejects = log.lines
        return outcome
    }

    @Test func `the result is the same for any number of threads and any chunk size`() throws {
        let reference = try evaluate([Self.rows])
        #expect(reference.transitions.count > 100)
        #expect(reference.counts.used == 4000)
        #expect(!reference.wasSorted)
        for (threads, chunkSize) in [(2, 1 << 20), (2, 1000), (4, 3000), (1, 100)] {
            #expect(try evaluate([Self.rows], threads: threads, chunkSize: chunkSize) == reference)
        }
    }

    @Test func `the result is the same for any split into files`() throws {
        let reference = try evaluate([Self.rows])
        #expect(try evaluate([Array(Self.rows[..<1000]), Array(Self.rows[1000...])], threads: 2) == reference)
        let byRow = Self.rows.indices.map { [Self.rows[$0]] }.prefix(20)
        #expect(try evaluate(Array(byRow) + [Array(Self.rows[20...])]) == reference)
    }

    @Test func `an unsorted input is sorted and gives the same transitions`() throws {
        let reference = try evaluate([Self.rows])
        var random = SplitMix64(seed: 3)
        for threads in [1, 2] {
            let outcome = try evaluate([Self.rows.shuffled(using: &random)], threads: threads, chunkSize: 5000)
            #expect(outcome.wasSorted)
            #expect(outcome.transitions == reference.transitions)
            #expect(outcome.counts == reference.counts)
        }
    }

    @Test func `an input ordered within each device is not sorted`() throws {
        let reference = try evaluate([Self.rows])
        let byDevice = Dictionary(grouping: Self.rows) { $0.prefix { $0 != "," } }
        let outcome = try evaluate([byDevice.sorted { $0.key < $1.key }.flatMap(\.value)])
        #expect(!outcome.wasSorted)
        #expect(outcome.transitions == reference.transitions)
    }

    @Test func `duplicating every row changes only the counts`() throws {
        let reference = try evaluate([Self.rows])
        let doubled = try evaluate([Self.rows.flatMap { [$0, $0] }])
        #expect(doubled.transitions == reference.transitions)
        #expect(doubled.counts.rejected == [.duplicate: 4000])
        let again = try evaluate([Self.rows, Self.rows])
        #expect(again.wasSorted)
        #expect(again.transitions == reference.transitions)
        #expect(again.counts.rejected == [.duplicate: 4000])
    }

    @Test func `input order accepts late fixes as they come, for any number of threads`() throws {
        var random = SplitMix64(seed: 5)
        let shuffled = Self.rows.shuffled(using: &random)
        let one = try evaluate([shuffled], order: .input)
        #expect(!one.wasSorted)
        #expect(one.counts.used == 4000)
        #expect(try evaluate([shuffled], order: .input, threads: 2, chunkSize: 4000) == one)
    }

    @Test func `rejected rows are reported by line, in order, and counted`() throws {
        var rows = Self.rows
        rows[10] = "d1,yesterday,38,-122"
        rows[3000] = "d1,1,138,-122"
        for chunkSize in [1 << 20, 2000] {
            let outcome = try evaluate([rows], threads: 2, chunkSize: chunkSize)
            #expect(outcome.rejects == ["12 timestamp", "3002 out_of_range"])
            #expect(outcome.counts.read == 4000)
        }
    }

    @Test func `a strict run stops at the first bad row and names it`() throws {
        var rows = Self.rows
        rows[3000] = "d1,1,x,-122"
        rows[10] = "d1,yesterday,38,-122"
        let error = try #require(throws: GeofenceError.self) {
            try evaluate([rows], threads: 2, chunkSize: 2000, isStrict: true)
        }
        #expect(error.code == .invalidRecord)
        #expect(error.location?.line == 12)
    }

    @Test(arguments: [nil, 1] as [Int64?])
    func `a failing run reports its first error, for any number of threads`(lateness: Int64?) throws {
        var rows = Self.rows
        for row in stride(from: 500, to: 4000, by: 100) { rows[row] = "d1,yesterday,38,-122" }
        let file = try TemporaryFile(([Self.header] + rows).joined(separator: "\n") + "\n")
        var options = TraceEvaluation.Options()
        options.threads = 4
        options.chunkSize = 500
        options.maximumLateness = lateness
        let observer = TraceEvaluation.Observer(rejected: { fix throws(GeofenceError) in throw fix.error })
        let engine = try #require(Self.engine)
        let error = try #require(throws: GeofenceError.self) {
            try TraceEvaluation(engine, traces: [TraceFile(path: file.path)], options: options, observer: observer)
                .run()
        }
        #expect(error.location?.line == 502)
    }

    @Test(arguments: [(false, nil), (false, 60_000), (true, nil)] as [(Bool, Int64?)])
    func `a bad record comes before a later input that fails, whichever thread is first`(
        isUnsorted: Bool,
        lateness: Int64?
    ) throws {
        var rows = Self.rows.prefix(300).map(\.self)
        if isUnsorted { rows.insert(rows.removeLast(), at: 0) }
        rows[200] = "d1,yesterday,38,-122"
        let file = try TemporaryFile(([Self.header] + rows).joined(separator: "\n") + "\n")
        let headless = try TemporaryFile("foo,bar\n1,2\n")
        let engine = try #require(Self.engine)
        for later in ["missing.csv", headless.path] {
            for threads in [1, 2, 2, 2, 4, 4, 4, 4, 4, 4] {
                var options = TraceEvaluation.Options()
                (options.threads, options.isStrict, options.maximumLateness) = (threads, true, lateness)
                let traces = [file.path, later].map { TraceFile(path: $0) }
                let error = failure { try TraceEvaluation(engine, traces: traces, options: options).run() }
                #expect(error?.code == .invalidRecord && error?.location?.line == 202, "\(threads) threads")
            }
        }
    }

    /// A pipe would be opened again, and wait for a writer forever.
    @Test func `after a failure nothing more is read, even from the beginning`() throws {
        let feed = ChunkFeed([TraceFile(path: "missing.csv")], TraceEvaluation.Options(), keepsStreams: true)
        var storage: [UInt8] = []
        for _ in 0..<2 {
            for _ in 0..<2 {
                let next = feed.next(recycling: &storage)
                #expect(next == nil && feed.failure?.code == .unreadableInput)
            }
            feed.rewind()
        }
    }

    @Test func `a missing file is an error that names it`() throws {
        let engine = try #require(Self.engine)
        let error = try #require(throws: GeofenceError.self) {
            try TraceEvaluation(engine, traces: [TraceFile(path: "no-such-file.csv")]).run()
        }
        #expect(error.code == .unreadableInput)
        #expect(error.location?.file == "no-such-file.csv")
    }
}
