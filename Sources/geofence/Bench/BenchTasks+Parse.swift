internal import Foundation
internal import Geofencing

extension BenchTasks {
    /// Fixes read from CSV in memory's reach: one thread, from the bytes of a file to fixes.
    static func parseCSV(_ subject: BenchSubject, _ workload: BenchWorkload) throws(GeofenceError) -> BenchRow {
        try parse("parse-csv", .csv, subject, workload)
    }

    /// Fixes read from NDJSON of LocationFix.
    static func parseNDJSON(_ subject: BenchSubject, _ workload: BenchWorkload) throws(GeofenceError) -> BenchRow {
        try parse("parse-ndjson", .ndjson, subject, workload)
    }

    private static func parse(
        _ task: String,
        _ format: TraceFormat,
        _ subject: BenchSubject,
        _ workload: BenchWorkload
    ) throws(GeofenceError) -> BenchRow {
        let file = try BenchTrace(workload, format: format)
        var sum = AnswerSum()
        let time = try BenchClock.best(of: 3) { () throws(GeofenceError) in
            let reader = try TraceReader(path: file.path, format: format)
            var devices = DeviceCache(DeviceRegistry())
            var parsed = ParsedFixes()
            sum = AnswerSum()
            while let chunk = try reader.nextChunk() {
                reader.parser.parse(chunk, devices: &devices, into: &parsed)
                for fix in parsed.fixes { sum.add(Int(truncatingIfNeeded: fix.time), UInt32(fix.sequence & 0xFFFF)) }
            }
        }
        return subject.row(task, workload, count: sum.pairs, nanoseconds: time, sum)
    }
}

/// The workload's fixes in a temporary file that goes with its owner.
final class BenchTrace {
    let path: String

    init(_ workload: BenchWorkload, format: TraceFormat) throws(GeofenceError) {
        let name = "geofence-bench-\(UUID().uuidString).\(format.rawValue)"
        path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
        let output = try OutputFile(path: path)
        let writer = FixWriter(to: output, format: format, hasSequence: true)
        let names = workload.deviceNames.map(writer.escaped)
        for fix in workload.fixes { try writer.write(fix, device: names[Int(fix.device)]) }
        try output.commit()
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
