import Foundation
import Geofencing
import TestSupport
import Testing

/// Files that are in memory.
@Suite struct MemoryInputTests {
    static let circles = "id,latitude,longitude,radius_m\na,52.5,13.4,100\nb,52.6,13.4,200\n"
    static let trace = """
        device_id,timestamp,latitude,longitude
        van,2026-01-01T00:00:00Z,52.5,13.4
        van,2026-01-01T00:01:00Z,52.6,13.4
        van,2026-01-01T00:02:00Z,99,13.4

        """

    /// What a file gives in batches; the same as it gives at once.
    static func read(_ file: TraceFile) throws -> (fixes: [Fix], counts: FixCounts) {
        var fixes: [Fix] = []
        let counts = try file.forEachBatch { fixes += $0 }
        let all = try file.read()
        #expect(all.fixes == fixes && all.counts == counts)
        return (fixes, counts)
    }

    @Test func `geofences in memory are read like those in a file`() throws {
        let file = try TemporaryFile(Self.circles, name: "circles.csv")
        let read = try GeofenceFile(path: file.path).read()
        #expect(read.map(\.id) == ["a", "b"])
        #expect(try GeofenceFile(contents: Self.circles.utf8, name: "circles").read() == read)
        #expect(try GeofenceFile(contents: Data(Self.circles.utf8), name: "circles").read() == read)
        #expect(try GeofenceFile(contents: gzip(Array(Self.circles.utf8)), name: "circles").read() == read)
        #expect(try GeofenceFile(contents: [], name: "nothing").read().isEmpty)
    }

    @Test func `errors of geofences in memory carry the given name`() throws {
        let file = GeofenceFile(contents: Self.circles.replacing("200", with: "-2").utf8, name: "download")
        let location = InputLocation(file: "download", line: 3, column: 14)
        #expect(file.path == "download")
        #expect(try file.findings().map(\.location.file) == ["download"])
        #expect(failure { try file.read() }?.location?.line == location.line)
        let cut = Array(gzip(Array(Self.circles.utf8)).dropLast(4))
        #expect(failure { try GeofenceFile(contents: cut, name: "cut").read() }?.code == .invalidSyntax)
    }

    @Test func `valid geofences are read along with findings for the rest`() throws {
        let text = Self.circles.replacing("200", with: "-2")
        let (geofences, findings) = try GeofenceFile(contents: text.utf8, name: "circles").readValid()
        #expect(geofences.map(\.id) == ["a"] && findings.map(\.location.line) == [3])
        let folder = try TemporaryFolder()
        let path = folder.url("kept.geojson").path
        try GeofenceFile.write(geofences, to: path)
        #expect(try GeofenceFile(path: path).read() == geofences)
    }

    @Test func `a rejected record is reported with its location and reason`() throws {
        var rejected: [RejectedTraceRecord] = []
        let file = TraceFile(contents: Self.trace.utf8, name: "trace")
        try file.forEachBatch(rejecting: { rejected.append($0) }, { _ in })
        let record = try #require(rejected.first)
        #expect(rejected.count == 1 && record.reason == .outOfRange)
        #expect(record.location == InputLocation(file: "trace", line: 4, column: 26))
        #expect(record.record == Array("van,2026-01-01T00:02:00Z,99,13.4".utf8))
        #expect(record.message.contains("99"))
    }

    @Test func `the records of a trace are counted as parsed`() throws {
        // Other tests parse at the same time.
        let before = PerformanceMonitor.shared.latency(of: .parse)?.count ?? 0
        _ = try TraceFile(contents: Self.trace.utf8, name: "trace").read()
        #expect(try #require(PerformanceMonitor.shared.latency(of: .parse)).count >= before + 3)
    }

    @Test func `no batch is without a fix`() throws {
        let file = TraceFile(contents: Self.trace.replacing("2026-", with: "x026-").utf8, name: "trace")
        var batches = 0
        let counts = try file.forEachBatch { _ in batches += 1 }
        #expect(batches == 0 && counts.rejected == [.timestamp: 3])
    }

    @Test func `a trace is read at once, with rejected records counted`() throws {
        let (fixes, counts) = try TraceFile(contents: Self.trace.utf8, name: "trace").read()
        #expect(fixes.map(\.coordinate.latitude) == [52.5, 52.6])
        #expect(counts.read == 3 && counts.rejected == [.outOfRange: 1])
        #expect(failure { try TraceFile(path: "/none").read() }?.code == .unreadableInput)
        let cut = Array(gzip(Array(Self.trace.utf8)).dropLast(4))
        #expect(failure { try TraceFile(contents: cut, name: "cut").read() }?.code == .invalidSyntax)
    }

    @Test func `an error thrown by a caller's closure ends the reading and is rethrown`() throws {
        let file = TraceFile(contents: Self.trace.utf8, name: "trace")
        var batches = 0
        #expect(throws: CallersError(number: 7)) {
            try file.forEachBatch { _ in
                batches += 1
                throw CallersError(number: 7)
            }
        }
        #expect(batches == 1)
        #expect(throws: CallersError(number: 8)) {
            try file.forEachBatch(rejecting: { _ in throw CallersError(number: 8) }, { _ in batches += 1 })
        }
        #expect(batches == 1)
        #expect(throws: CancellationError.self) { try file.forEachBatch { _ in throw CancellationError() } }
        let missing = TraceFile(path: "/none")
        #expect(failure { try missing.forEachBatch { _ in throw CallersError(number: 9) } }?.code == .unreadableInput)
    }

    @Test func `a path containing NUL is refused`() throws {
        let file = try TemporaryFile(Self.circles, name: "circles.csv")
        #expect(failure { try GeofenceFile(path: file.path + "\0.json").read() }?.code == .unreadableInput)
        #expect(failure { try GeofenceFile.write([], to: file.path + "\0.json") }?.code == .inputOutput)
        let before = try String(contentsOfFile: file.path, encoding: .utf8)
        let nowhere = Geofence("a", .circle(center: Coordinate(latitude: 1, longitude: 2), radius: .meters(.nan)))
        let error = failure { try GeofenceFile.write([nowhere], to: file.path) }
        #expect(error?.code == .invalidCoordinate && error?.location?.geofence == "a")
        var lawless = nowhere
        lawless.region = .circle(center: Coordinate(latitude: 1, longitude: 2), radius: .meters(3))
        lawless.policy = .balanced(BalancedPolicy(accuracyFactor: .nan))
        let refusal = failure { try GeofenceFile.write([lawless], to: file.path) }
        #expect(refusal?.code == .invalidRules && refusal?.location?.geofence == "a")
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == before)
        #expect(try GeofenceFile(path: file.path).read().count == 2)
    }

    @Test func `a trace in memory is read like one in a file`() throws {
        let file = try TemporaryFile(Self.trace, name: "trace.csv")
        let (fixes, counts) = try Self.read(TraceFile(path: file.path))
        #expect(fixes.count == 2 && counts.rejected == [.outOfRange: 1])
        for contents in [Array(Self.trace.utf8), gzip(Array(Self.trace.utf8))] {
            let (again, sum) = try Self.read(TraceFile(contents: contents, name: "trace"))
            #expect(again == fixes && sum == counts)
        }
    }

    @Test func `a trace longer than any buffer is read completely`() throws {
        var text = "device_id,timestamp,latitude,longitude\n"
        for second in 0..<100_000 { text += "van,\(1_767_225_600_000 + second * 1000),52.5,13.4\n" }
        let (fixes, counts) = try Self.read(TraceFile(contents: text.utf8, name: "long"))
        #expect(fixes.count == 100_000 && counts.used == 100_000)
        #expect(fixes.last?.time == Timestamp(unixMilliseconds: 1_767_225_600_000 + 99_999_000))
    }

    @Test func `a trace in memory takes a UTC offset, and its device from its name`() throws {
        let offset = UTCOffset("+02:00")
        let text = Self.trace.replacing("Z,", with: ",")
        #expect(try Self.read(TraceFile(contents: text.utf8, name: "t")).fixes.isEmpty)
        #expect(try Self.read(TraceFile(contents: text.utf8, name: "t", utcOffset: offset)).fixes.count == 2)
        let gpx = """
            <gpx><trk><trkseg><trkpt lat="52.5" lon="13.4"><time>2026-01-01T00:00:00Z</time></trkpt></trkseg></trk></gpx>
            """
        #expect(try Self.read(TraceFile(contents: gpx.utf8, name: "bus-7.gpx")).fixes.map(\.device) == ["bus-7"])
    }
}
