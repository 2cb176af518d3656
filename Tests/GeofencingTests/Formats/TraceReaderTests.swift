internal import Foundation
import Testing

@testable import Geofencing

/// A file that is there for the length of a test.
final class TemporaryFile {
    let path: String

    init(_ text: String, name: String = "input.txt") throws {
        try path = Self.write(Data(text.utf8), name)
    }

    init(bytes: [UInt8], name: String = "input.txt") throws {
        try path = Self.write(Data(bytes), name)
    }

    private static func write(_ data: Data, _ name: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "geofence-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appending(path: name)
        try data.write(to: url)
        return url.path
    }

    deinit {
        try? FileManager.default.removeItem(at: URL(filePath: path).deletingLastPathComponent())
    }
}

/// A trace that was read to its end.
struct ReadTrace: Equatable {
    struct Rejected: Equatable {
        var reason: Rejection
        var line: Int
        var column: Int
    }

    var fixes: [Fix] = []
    var rejected: [Rejected] = []
    var raw: [[UInt8]] = []
    var messages: [String] = []
    var lines = 0
    var nullIslands = 0
    var wrapped = 0
    var dropped = 0

    init(_ path: String, format: TraceFormat? = nil, chunkSize: Int = 1 << 20) throws {
        let reader = try TraceReader(path: path, format: format, chunkSize: chunkSize)
        let registry = DeviceRegistry()
        var devices = DeviceCache(registry)
        var parsed = ParsedFixes()
        var line = reader.firstLine
        var storage: [UInt8] = []
        while let chunk = try reader.nextChunk(recycling: storage) {
            reader.parser.parse(chunk, devices: &devices, into: &parsed)
            for fix in parsed.fixes {
                fixes.append(
                    Fix(
                        device: registry.device(in: fix.device),
                        time: Timestamp(unixMilliseconds: fix.time),
                        coordinate: Coordinate(latitude: fix.latitude, longitude: fix.longitude),
                        horizontalAccuracy: fix.horizontalAccuracy.isNaN
                            ? nil : .meters(Double(fix.horizontalAccuracy)),
                        sequence: fix.sequence == CompactFix.noSequence ? nil : fix.sequence
                    )
                )
            }
            for record in parsed.rejected {
                rejected.append(Rejected(reason: record.reason, line: line + record.line, column: record.column))
                raw.append(record.raw)
                messages.append(record.message)
                #expect(!record.recovery.isEmpty)
            }
            line += parsed.lines
            nullIslands += parsed.nullIslands
            wrapped += parsed.wrappedLongitudes
            dropped += parsed.droppedFields
            storage = chunk.bytes
        }
        lines = line - reader.firstLine
    }

    init(text: String, format: TraceFormat? = nil, chunkSize: Int = 1 << 20) throws {
        let file = try TemporaryFile(text)
        try self.init(file.path, format: format, chunkSize: chunkSize)
    }
}

@Suite struct TraceReaderTests {
    static let header = "device_id,timestamp,latitude,longitude,horizontal_accuracy\n"

    @Test func `a CSV trace gives its fixes`() throws {
        let trace = try ReadTrace(
            text: Self.header + """
                bus-1,2015-09-06T05:00:47Z,30.350088,-97.71197,
                bus-2,2015-09-06T05:00:48.250Z,30.5,-97.0,12.5
                "bus, 3",1441515647,0,0,-1

                """
        )
        #expect(trace.rejected.isEmpty)
        #expect(trace.lines == 3)
        #expect(trace.nullIslands == 1)
        #expect(
            trace.fixes == [
                Fix(
                    device: "bus-1",
                    time: Timestamp(unixMilliseconds: 1_441_515_647_000),
                    coordinate: Coordinate(latitude: 30.350088, longitude: -97.71197)
                ),
                Fix(
                    device: "bus-2",
                    time: Timestamp(unixMilliseconds: 1_441_515_648_250),
                    coordinate: Coordinate(latitude: 30.5, longitude: -97),
                    horizontalAccuracy: .meters(12.5)
                ),
                Fix(
                    device: "bus, 3",
                    time: Timestamp(unixMilliseconds: 1_441_515_647_000),
                    coordinate: Coordinate(latitude: 0, longitude: 0)
                ),
            ]
        )
    }

    @Test func `an NDJSON trace gives its fixes`() throws {
        let trace = try ReadTrace(
            text: """
                {"id":"6F1C","ts_unix_ms":1699401234567.0,"source":"watchOS","coordinate":{"latitude":37.7749,"longitude":-122.4194},"alt_m":10.0,"h_accuracy_m":5.0,"heading_deg":null,"seq":42}
                {"id":"6F1D","ts_unix_ms":1699401234568.0,"source":"iOS","coordinate":{"latitude":37.775,"longitude":-122.42},"alt_m":10.0,"h_accuracy_m":6.0,"heading_deg":null,"seq":43}
                {"device":"a\\u00e9\\n","latitude":1,"longitude":2,"time":"2020-02-29T00:00:00+01:00"}
                {"device":"a\\u00e9","latitude":1,"longitude":2,"time":"2020-02-29T00:00:00+01:00"}
                """
        )
        #expect(trace.fixes.map(\.device) == ["watchOS", "iOS", "a\u{e9}"])
        #expect(trace.fixes.map(\.sequence) == [42, 43, nil])
        #expect(trace.fixes.map(\.time.unixMilliseconds) == [1_699_401_234_567, 1_699_401_234_568, 1_582_930_800_000])
        #expect(trace.fixes[0].coordinate == Coordinate(latitude: 37.7749, longitude: -122.4194))
        #expect(trace.fixes[1].horizontalAccuracy == .meters(6))
        #expect(trace.rejected == [.init(reason: .deviceID, line: 3, column: 12)])
    }
}
