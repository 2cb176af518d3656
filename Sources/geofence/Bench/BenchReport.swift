internal import Foundation
internal import GEOS
internal import Geofencing

/// All measurements of a run.
struct BenchReport: Report {
    let workload: BenchWorkload
    var rows: [BenchRow] = []

    /// An array with one object per line.
    var json: String { "[\n" + rows.map(\.json.text).joined(separator: ",\n") + "\n]\n" }

    /// The tasks for which the engines gave different answers.
    var differences: [String] {
        BenchTask.allCases.filter { task in
            let answers = rows.filter { $0.task == task }.map(\.measurement.answers)
            return answers.contains { $0 != answers[0] }
        }
        .map(\.rawValue)
    }

    /// A table, followed by the conditions of the measurement.
    var text: String {
        let header = [
            "task", "engine", "ns/fix", "fixes/s", "ratio", "p50 ns", "p95 ns", "p99 ns", "p99.9 ns", "fixes", "pairs",
            "checksum", "build s", "B/fence", "B/vertex",
        ]
        var table = TextTable(names: 2, header)
        for row in rows { table.append(cells(row)) }
        return (table.lines + ["", monitorShare, conditions].compactMap(\.self)).joined(separator: "\n") + "\n"
    }

    private func cells(_ row: BenchRow) -> [String] {
        let none = "-"
        let percentiles = row.measurement.percentiles.map { $0.map(Quantity.grouped) }
        let numbers: [String?] = [
            row.nanosecondsPerFix.map(Quantity.significant),
            row.fixesPerSecond.map { Quantity.grouped(Int($0)) },
            ratio(of: row).map { Quantity.fixed($0, digits: 1) + "x" },
            percentiles?[0], percentiles?[1], percentiles?[2], percentiles?[3],
            Quantity.grouped(row.measurement.count),
            Quantity.grouped(row.measurement.answers.pairs),
            String(row.measurement.answers.checksum),
            row.buildSeconds.map { Quantity.fixed($0, digits: 3) },
            bytes(row, per: row.geofences),
            bytes(row, per: row.vertices),
        ]
        return [row.task.rawValue, row.engine.rawValue] + numbers.map { $0 ?? none }
    }

    /// Returns how many times faster this engine is than the one it is compared with.
    private func ratio(of row: BenchRow) -> Double? {
        guard let first = rows.first(where: { $0.task == row.task }), first.engine != row.engine,
            let reference = first.nanosecondsPerFix, let own = row.nanosecondsPerFix, own > 0
        else { return nil }
        return reference / own
    }

    private func bytes(_ row: BenchRow, per count: Int) -> String? {
        guard let bytes = row.indexBytes, count > 0 else { return nil }
        return Quantity.fixed(Double(bytes) / Double(count), digits: 1)
    }

    /// What timing each shard's batch adds to evaluating a trace, computed from its own cost and measured with and
    /// without it.
    private var monitorShare: String? {
        guard let batch = rows.first(where: { $0.task == .monitor })?.nanosecondsPerFix,
            let fix = rows.last(where: { $0.task == .evaluateTrace })?.nanosecondsPerFix, fix > 0
        else { return nil }
        let share = batch / Double(BenchTasks.shardBatch) / fix * 100
        let without = rows.last(where: { $0.task == .evaluateUnmonitored })?.nanosecondsPerFix.map {
            "; measured \(Quantity.significant(fix)) ns per fix with it, \(Quantity.significant($0)) without"
        }
        return "evaluate-trace with the monitor: \(Quantity.significant(batch)) ns more per "
            + "\(Quantity.grouped(BenchTasks.shardBatch)) fixes, \(Quantity.fixed(share, digits: 2)) %"
            + (without ?? "")
    }

    private var conditions: String {
        let process = ProcessInfo.processInfo
        #if DEBUG
        let build = "debug build: the figures mean nothing"
        #else
        let build = "release build"
        #endif
        return """
            \(Quantity.counted(workload.geofences.count, "geofence")), \
            \(Quantity.grouped(workload.vertices)) vertices; seed \(workload.seed); GEOS \(GEOS.version); \
            \(Machine.processor), \(Quantity.counted(process.activeProcessorCount, "core")), \(process.operatingSystemVersionString); \(build)
            geofence \(CommandLine.arguments.dropFirst().joined(separator: " "))
            """
    }
}

private enum Machine {
    /// The name of the processor, if the system provides it in a file.
    static var processor: String {
        let text = (try? String(contentsOf: URL(filePath: "/proc/cpuinfo"), encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
        let name = line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
        #if arch(arm64)
        return name ?? "arm64"
        #else
        return name ?? "x86_64"
        #endif
    }
}
