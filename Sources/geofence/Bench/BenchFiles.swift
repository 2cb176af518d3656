internal import Foundation
internal import Geofencing

/// The traces that tasks read and the events they write, in a temporary folder that is removed together with its owner.
final class BenchFiles {
    private let folder: URL
    private var traces: [TraceFormat: [String]] = [:]

    init() {
        folder = FileManager.default.temporaryDirectory.appending(path: "geofence-bench-\(UUID().uuidString)")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Registers a file of this format to be read instead of one made from the fixes.
    func use(_ path: String, as format: TraceFormat) { traces[format, default: []].append(path) }

    /// Returns the files with the workload's fixes in this format, which are created on first use.
    func traces(_ format: TraceFormat, of workload: BenchWorkload) throws(GeofenceError) -> [String] {
        if let paths = traces[format] { return paths }
        let path = try self.path("trace.\(format.rawValue)")
        let output = try OutputFile(path: path)
        let writer = FixWriter(to: output, format: format, hasSequence: true)
        let last = workload.devices.last.map { Int($0.slot) } ?? -1
        var names = [[UInt8]](repeating: [], count: last + 1)
        for device in workload.devices { names[Int(device.slot)] = writer.escaped(device.name) }
        for fix in workload.fixes { try writer.write(fix, device: names[Int(fix.device)]) }
        try output.commit()
        // Otherwise the system would write it to the disk while it is being read, on one of the cores under
        // measurement.
        try OutputFile.sync(path)
        traces[format] = [path]
        return [path]
    }

    /// Returns the path of a file in the folder.
    func path(_ name: String) throws(GeofenceError) -> String {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw GeofenceError(
                .inputOutput,
                "the folder cannot be created: \(error.localizedDescription)",
                at: InputLocation(file: folder.path),
                recovery: "Set TMPDIR to a writable folder."
            )
        }
        return folder.appending(path: name).path
    }
}
