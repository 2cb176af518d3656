internal import ArgumentParser
internal import Geofencing

/// A task that can be measured.
enum BenchTask: String, ExpressibleByArgument, CaseIterable {
    case locateRandom = "locate-random"
    case evaluateTrace = "evaluate-trace"
    case evaluateUnmonitored = "evaluate-unmonitored"
    case nearest
    case latency
    case update
    case parseCSV = "parse-csv"
    case parseNDJSON = "parse-ndjson"
    case endToEndCSV = "end-to-end-csv"
    case endToEndNDJSON = "end-to-end-ndjson"
    case monitor

    var needsPlaces: Bool { self == .locateRandom || self == .nearest }

    var needsFixes: Bool { !needsPlaces && self != .update && self != .monitor }

    var dependsOnEngine: Bool { self != .parseCSV && self != .parseNDJSON && self != .monitor }

    func run(_ subject: BenchSubject, _ workload: BenchWorkload) throws(GeofenceError) -> BenchRow {
        let measurement =
            switch self {
            case .locateRandom: try BenchTasks.locateRandom(subject, workload)
            case .evaluateTrace: try BenchTasks.evaluateTrace(subject, workload)
            case .evaluateUnmonitored: try BenchTasks.evaluateUnmonitored(subject, workload)
            case .nearest: try BenchTasks.nearest(subject, workload)
            case .latency: try BenchTasks.latency(subject, workload)
            case .update: try BenchTasks.update(subject, workload)
            case .parseCSV: try BenchTasks.parse(.csv, workload)
            case .parseNDJSON: try BenchTasks.parse(.ndjson, workload)
            case .endToEndCSV: try BenchTasks.endToEnd(.csv, subject, workload)
            case .endToEndNDJSON: try BenchTasks.endToEnd(.ndjson, subject, workload)
            case .monitor: BenchTasks.monitor(workload)
            }
        return BenchRow(
            task: self,
            engine: subject.kind,
            geofences: workload.geofences.count,
            vertices: workload.vertices,
            measurement: measurement,
            buildSeconds: dependsOnEngine ? subject.buildSeconds : nil,
            indexBytes: dependsOnEngine ? subject.engine.indexBytes : nil
        )
    }
}
