import Foundation
import TestSupport
import Testing

@Suite struct BenchTests {
    private static let tasks = [
        "locate-random", "evaluate-trace", "evaluate-unmonitored", "nearest", "latency", "update", "parse-csv",
        "parse-ndjson",
        "end-to-end-csv", "end-to-end-ndjson", "monitor",
    ]
    /// The tasks that do not depend on the engine.
    private static let single: Set = ["parse-csv", "parse-ndjson", "monitor"]
    private static let keys: Set = [
        "task", "engine", "geofences", "vertices", "fixes", "pairs", "checksum", "ns_per_fix", "fixes_per_second",
        "build_s", "index_bytes", "p50_ns", "p95_ns", "p99_ns", "p999_ns",
    ]

    private static func rows(_ run: GeofenceProcess) throws -> [[String: Any]] {
        try #require(try JSONSerialization.jsonObject(with: run.output) as? [[String: Any]])
    }

    @Test func `a trace from a pipe is measured`() async throws {
        let bench = "geofence bench --fences fences.geojson --trace /dev/stdin --task parse-csv --format json"
        let run = try await GeofenceProcess.shell("cat trace.csv | \(bench)", in: Workbench().folder)
        #expect(run.status == 0, "\(run.errorOutput)")
        #expect(try Self.rows(run).map { $0["fixes"] as? Int } == [6])
    }

    @Test func `every task is measured with both engines, and their answers agree`() async throws {
        let run = try await Workbench().run("bench --geofences 200 --fixes 2000 --compare geos --format json")
        #expect(run.status == 0, "\(run.errorOutput)")
        #expect(run.errorOutput.isEmpty)
        let rows = try Self.rows(run)
        #expect(rows.allSatisfy { Set($0.keys) == Self.keys })
        for task in Self.tasks {
            let own = rows.filter { $0["task"] as? String == task }
            let engines = own.compactMap { $0["engine"] as? String }
            #expect(engines == (Self.single.contains(task) ? ["cells"] : ["geos", "cells"]), "\(task)")
            #expect(Set(own.compactMap { $0["checksum"] as? Int }).count == 1, "\(task)")
            #expect(own.allSatisfy { ($0["pairs"] as? Int ?? 0) > 0 }, "\(task)")
            #expect(own.allSatisfy { $0["fixes"] as? Int == (task == "update" ? 10 : 2000) }, "\(task)")
            let hasPercentiles = own.allSatisfy { $0["p50_ns"] is Int && $0["p999_ns"] is Int }
            #expect(hasPercentiles == (task == "latency" || task == "update"), "\(task)")
        }
        #expect(rows.count == 2 * Self.tasks.count - Self.single.count)
    }

    @Test func `both formats of one trace give the same fixes and events`() async throws {
        let run = try await Workbench().run(
            """
            bench --geofences 50 --fixes 500 --engine geos --threads 2 --format json \
            --task parse-csv parse-ndjson end-to-end-csv end-to-end-ndjson
            """
        )
        let rows = try Self.rows(run)
        #expect(rows.count == 4)
        for (csv, ndjson) in [(0, 1), (2, 3)] {
            #expect(rows[csv]["pairs"] as? Int == rows[ndjson]["pairs"] as? Int)
        }
        #expect(rows[0]["checksum"] as? Int == rows[1]["checksum"] as? Int)
    }

    @Test func `percentiles ascend`() async throws {
        let run = try await Workbench().run("bench --geofences 20 --fixes 7 --devices 2 --task latency --format json")
        let row = try #require(try Self.rows(run).first)
        let times = ["p50_ns", "p95_ns", "p99_ns", "p999_ns"].compactMap { row[$0] as? Int }
        #expect(times.count == 4)
        #expect(times == times.sorted())
        // Of seven times, the largest is the percentile from the 86th on.
        #expect(Set(times.dropFirst()).count == 1)
    }

    @Test(arguments: ["tiling --geofences 16", "circles --geofences 100", "jagged --geofences 300"])
    func `the text is one table with the ratio and the conditions`(scenario: String) async throws {
        let run = try await Workbench().run(
            "bench --scenario \(scenario) --fixes 300 --compare geos --task locate-random nearest --seed 5"
        )
        #expect(run.status == 0, "\(run.errorOutput)")
        let table = run.lines.prefix(5)
        #expect(run.lines[0].hasPrefix("task") && run.lines[0].contains("ratio"))
        #expect(table.dropFirst().map { $0.split(separator: " ")[1] } == ["geos", "cells", "geos", "cells"])
        #expect(Set(table.map(\.count)).count == 1)
        #expect(table.filter { $0.contains(#/[0-9]x /#) }.count == 2)
        #expect(run.text.contains("seed 5; GEOS 3."))
        #expect(run.text.contains("\ngeofence bench --scenario"))
    }

    @Test func `the text reports what the monitor adds to evaluating a trace`() async throws {
        let run = try await Workbench().run("bench --geofences 20 --fixes 300 --task evaluate-trace monitor")
        #expect(run.text.contains(#/\nevaluate-trace with the monitor: [0-9.]+ ns more per 1,024 fixes, [0-9.]+ %\n/#))
        let both = try await Workbench().run(
            "bench --geofences 20 --fixes 300 --task evaluate-trace evaluate-unmonitored monitor"
        )
        #expect(both.text.contains(#/ %; measured [0-9.]+ ns per fix with it, [0-9.]+ without\n/#), "\(both.text)")
        let alone = try await Workbench().run("bench --geofences 20 --fixes 300 --task monitor")
        #expect(!alone.text.contains("with the monitor"))
    }

    @Test func `real geofences and traces are measured`() async throws {
        let bench = try Workbench()
        let run = try await bench.run(
            """
            bench --fences fences.geojson --trace trace.csv --fixes 100 --compare geos --format json \
            --task locate-random latency parse-csv end-to-end-csv
            """
        )
        #expect(run.status == 0, "\(run.errorOutput)")
        let rows = try Self.rows(run)
        #expect(rows.count == 7)
        #expect(rows.allSatisfy { $0["geofences"] as? Int == 2 })
        let evaluated = rows.filter { $0["task"] as? String == "end-to-end-csv" }
        let events = try await bench.evaluate("--quiet")
        #expect(evaluated.allSatisfy { $0["pairs"] as? Int == events.lines.count })

        let still = try await bench.run("bench --fences fences.geojson --fixes 100 --format json")
        let tasks = try Self.rows(still).compactMap { $0["task"] as? String }
        #expect(tasks == ["locate-random", "nearest", "update", "monitor"])
    }

    @Test(arguments: [
        ("--task locate-somewhere", "locate-random"), ("--compare cells", "--compare"), ("--fixes 0", "--fixes"),
        ("--trace trace.csv", "--fences"), ("--utc-offset Z", "--trace"),
        ("--fences fences.geojson --task latency", "--trace"),
        ("--fences - --trace trace.csv", "standard input"), ("--scenario jagged --geofences 4", "--geofences"),
        ("--format xml", "json"), ("--engine quadtree", "cells"),
    ])
    func `wrong usage is 64 and names what is expected`(options: String, word: String) async throws {
        let run = try await Workbench().run("bench \(options)")
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(run.errorOutput.contains(word), "\(run.errorOutput)")
    }

    @Test func `a trace without a usable fix is refused`() async throws {
        let bench = try Workbench(trace: "device_id,timestamp,latitude,longitude\nbus,2026-01-01 00:00:00,1,2\n")
        let run = try await bench.run("bench --fences fences.geojson --trace trace.csv --task evaluate-trace")
        #expect(run.status == 65)
        #expect(run.output.isEmpty)
        #expect(
            run.errorOutput.contains("trace.csv: error: ")
                && run.errorOutput.contains("there are no fixes to measure with")
        )
    }

    @Test func `times without a zone are read with an offset`() async throws {
        let trace = "device_id,timestamp,latitude,longitude\nbus,2026-01-01 00:00:00,1,2\n"
        let bench = try Workbench(trace: trace)
        let run = try await bench.run(
            """
            bench --fences fences.geojson --trace trace.csv --utc-offset +01:00 --format json \
            --task evaluate-trace parse-csv end-to-end-csv
            """
        )
        #expect(run.status == 0, "\(run.errorOutput)")
        #expect(try Self.rows(run).map { $0["fixes"] as? Int } == [1, 1, 1])
    }

    @Test func `invalid geofences are reported and refused`() async throws {
        let bench = try Workbench(fences: Samples.collection([Samples.bowtie("x")]))
        let run = try await bench.run("bench --fences fences.geojson")
        #expect(run.status == 65)
        #expect(run.errorOutput.contains("error:"))
    }
}
