internal import Foundation
internal import Geofencing

/// The tasks that read files.
extension BenchTasks {
    /// Parses the bytes of a trace into fixes, on one thread.
    static func parse(_ format: TraceFormat, _ workload: BenchWorkload) throws(GeofenceError) -> BenchMeasurement {
        let paths = try workload.files.traces(format, of: workload)
        var answers = AnswerSum()
        func read(_ body: (ParsedFixes) -> Void) throws(GeofenceError) {
            var devices = DeviceCache(DeviceRegistry())
            for path in paths {
                let reader = try TraceReader(.file(path), utcOffset: workload.utcOffset)
                try reader.forEachChunk(devices: &devices) { parsed, _ throws(GeofenceError) in body(parsed) }
            }
        }
        let time = try BenchClock.processor.best(of: 3) { () throws(GeofenceError) in try read { _ in } }
        try read { parsed in
            for fix in parsed.fixes { answers.add(Int(fix.time), Int(fix.latitude * 1e7)) }
        }
        return BenchMeasurement(count: answers.pairs, time: time, answers: answers)
    }

    /// Evaluates a trace and writes its events to a file.
    static func endToEnd(
        _ format: TraceFormat,
        _ subject: BenchSubject,
        _ workload: BenchWorkload
    ) throws(GeofenceError) -> BenchMeasurement {
        let traces = try workload.files.traces(format, of: workload).map { path in
            TraceFile(path: path, utcOffset: workload.utcOffset)
        }
        let events = try workload.files.path("events.\(format.rawValue)")
        var options = TraceEvaluation.Options()
        options.threads = workload.threads
        var (fixes, transitions) = (0, 0)
        // All five runs, however long they take: the first three may have to wait until the system provides memory for
        // the files of events, because each new file is written before the old one is removed.
        let time = try BenchClock.wall.best(of: 5, within: .infinity) { () throws(GeofenceError) in
            var writer = try EventWriter(
                path: events,
                TransitionEncoder(format: format == .csv ? .csv : .ndjson, isFull: !subject.engine.isGeometric),
                geofences: workload.geofences,
                threads: workload.threads
            )
            var result = try TraceEvaluation(subject.engine, traces: traces, options: options).run()
            try writer.write(&result)
            for output in writer.outputs { try output.commit() }
            (fixes, transitions) = (result.counts.read, writer.counts.all)
        }
        var answers = AnswerSum()
        for (number, line) in try lines(of: events).enumerated() where number > 0 || format == .ndjson {
            answers.add(number, line)
        }
        precondition(answers.pairs == transitions, "Each event is a line.")
        return BenchMeasurement(count: fixes, time: time, answers: answers)
    }

    private static func lines(of path: String) throws(GeofenceError) -> [String] {
        do {
            return try String(contentsOf: URL(filePath: path), encoding: .utf8).split(separator: "\n").map(String.init)
        } catch {
            throw GeofenceError(
                .unreadableInput,
                "the events cannot be read back: \(error.localizedDescription)",
                at: InputLocation(file: path),
                recovery: "Set TMPDIR to a folder with enough space."
            )
        }
    }
}
