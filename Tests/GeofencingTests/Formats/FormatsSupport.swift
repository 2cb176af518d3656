internal import Foundation
import TestSupport
import Testing

@testable import Geofencing

/// A file that is there for the length of a test.
final class TemporaryFile {
    private let folder: TemporaryFolder
    let path: String

    convenience init(_ text: String, name: String = "input.txt") throws {
        try self.init(bytes: Array(text.utf8), name: name)
    }

    init(bytes: [UInt8], name: String = "input.txt") throws {
        folder = try TemporaryFolder()
        path = folder.url(name).path
        try Data(bytes).write(to: folder.url(name))
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
    var recoveries: [String] = []
    var lines = 0
    var nullIslands = 0
    var wrapped = 0
    var dropped = 0

    init(_ path: String, chunkSize: Int = 1 << 20) throws {
        let reader = try TraceReader(.file(path), chunkSize: chunkSize)
        let registry = DeviceRegistry()
        var devices = DeviceCache(registry)
        var line = reader.firstLine
        try reader.forEachChunk(devices: &devices) { parsed, _ in
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
                rejected.append(Rejected(reason: record.reason, line: line + record.line, column: record.column ?? 0))
                raw.append(record.raw)
                messages.append(record.message)
                recoveries.append(record.recovery)
                #expect(!record.recovery.isEmpty)
            }
            line += parsed.lines
            nullIslands += parsed.notes.nullIslands
            wrapped += parsed.notes.wrappedLongitudes
            dropped += parsed.notes.droppedFields
        }
        lines = line - reader.firstLine
    }

    init(text: String, chunkSize: Int = 1 << 20) throws {
        let file = try TemporaryFile(text)
        try self.init(file.path, chunkSize: chunkSize)
    }
}

/// gzip data without compression, for tests (RFC 1952).
func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    var rest = bytes[...]
    repeat {
        let block = rest.prefix(65_535)
        rest = rest.dropFirst(block.count)
        let count = UInt16(block.count)
        result += [rest.isEmpty ? 1 : 0, UInt8(count & 255), UInt8(count >> 8)]
        result += [UInt8(~count & 255), UInt8(~count >> 8)] + block
    } while !rest.isEmpty
    var crc: UInt32 = ~0
    for byte in bytes {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    for value in [~crc, UInt32(truncatingIfNeeded: bytes.count)] {
        for shift in [0, 8, 16, 24] as [UInt32] { result.append(UInt8(value >> shift & 255)) }
    }
    return result
}

/// The fixes of a file of this name, as `device time latitude longitude accuracy`, and the lines of what was
/// rejected.
func readConverted(_ text: String, name: String) throws -> (fixes: [String], rejected: [Int]) {
    let folder = try TemporaryFolder()
    let url = folder.url(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    let reader = try TraceReader(.file(url.path))
    let registry = DeviceRegistry()
    var cache = DeviceCache(registry)
    var fixes: [String] = []
    var rejected: [Int] = []
    var lines = reader.firstLine
    try reader.forEachChunk(devices: &cache) { parsed, _ in
        fixes += parsed.fixes.map { fix in
            "\(registry.device(in: fix.device)) \(fix.time) \(fix.latitude) \(fix.longitude) \(fix.horizontalAccuracy)"
        }
        rejected += parsed.rejected.map { $0.line + lines }
        lines += parsed.lines
    }
    return (fixes, rejected)
}
