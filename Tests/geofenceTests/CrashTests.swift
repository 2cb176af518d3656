import Foundation
import TestSupport
import Testing

@testable import Geofencing

/// Runs that are killed at random moments and resumed until they are done. `GEOFENCE_CRASH_RUNS` is the number of runs,
/// and `GEOFENCE_CRASH_SEED` the seed of the first, so that many runs can be divided into parts.
@Suite(
    // One after the other, so that other tests get processors too.
    .serialized,
    .enabled(
        if: ["timeout", "python3"].allSatisfy { FileManager.default.fileExists(atPath: "/usr/bin/\($0)") },
        "there is no timeout or no python3 here"
    )
)
struct CrashTests {
    private static let runs = number("GEOFENCE_CRASH_RUNS") ?? 12

    /// The seeds of a third of the runs.
    private static let seeds = (0..<max(1, (runs + 2) / 3)).map { UInt64($0 + (number("GEOFENCE_CRASH_SEED") ?? 1)) }

    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    /// Runs `body` for each seed, and for more seeds until a run was killed, and returns the total number of kills. If
    /// many runs are requested, two run at a time.
    private static func forEachSeed(_ body: @escaping @Sendable (UInt64) async throws -> Int) async throws -> Int {
        var kills = try await forEachSeed(seeds, body)
        for seed in UInt64(1000)..<1020 where kills == 0 { kills = try await body(seed) }
        return kills
    }

    private static func forEachSeed(
        _ seeds: [UInt64],
        _ body: @escaping @Sendable (UInt64) async throws -> Int
    ) async throws -> Int {
        try await withThrowingTaskGroup(of: Int.self) { group in
            var rest = seeds[...]
            for seed in rest.prefix(runs > 12 ? 2 : 1) { group.addTask { try await body(seed) } }
            rest = rest.dropFirst(runs > 12 ? 2 : 1)
            var kills = 0
            while let more = try await group.next() {
                kills += more
                if let seed = rest.popFirst() { group.addTask { try await body(seed) } }
            }
            return kills
        }
    }

    /// Geofences with policies of their own, traces, and the results of runs that were never killed.
    private struct Bench: Sendable {
        let folder: TemporaryFolder

        init() async throws {
            folder = try TemporaryFolder()
            try await run(
                "geofence generate --geofences 400 --fixes 40000 --devices 30 --seed 9 --fences-out f.geojson "
                    + "--trace-out t.csv --quiet"
            )
            // A third of the geofences have a policy of their own, so that a watch has pending transitions too.
            let text = try folder.text("f.geojson").split(separator: "\n").enumerated().map { number, line -> String in
                let own = number % 3 == 0 ? "\"policy\":\"balanced\",\"dwell_s\":60," : ""
                return String(line).replacing("\"properties\":{", with: "\"properties\":{\(own)")
            }
            try folder.write(text.joined(separator: "\n") + "\n", to: "f.geojson")
        }

        @discardableResult
        func run(_ line: String, killing isKilled: Bool = false) async throws -> GeofenceProcess {
            let run = try await GeofenceProcess.shell(line, in: folder)
            #expect(run.status == 0 || isKilled, "\(line): \(run.errorOutput)")
            return run
        }

        /// Runs a command line that is not killed, and returns how long it took.
        func time(_ line: String) async throws -> Duration {
            let start = ContinuousClock.now
            try await run(line)
            return .now - start
        }

        /// Runs a command line that is killed at random moments until it completes, and returns how often it was
        /// killed.
        ///
        /// - Parameter whole: About how long a run takes that is not killed; it may have been measured while others
        ///   were running.
        func insist(_ line: String, _ random: inout SplitMix64, whole: Duration) async throws -> Int {
            let shortest = 0.005
            let range = max(2, whole / .seconds(1) / shortest)
            for kills in 0... {
                // Later attempts may run longer: the command must complete, even if nothing is kept of the first
                // second.
                let limit = shortest * pow(range, Double.random(in: 0...1, using: &random)) * Double(1 + kills / 4)
                let run = try await run("timeout -s KILL \(limit) \(line)", killing: true)
                if run.status == 0 { return kills }
                try #require(run.status == 137 || run.status == 128 + 9, "\(line): \(run.status) \(run.errorOutput)")
                try #require(kills < 200, "\(line) does not end")
            }
            return 0
        }

        func expectSound(_ store: String, _ seed: UInt64) async throws {
            let line =
                "import sqlite3; print(*sqlite3.connect('\(store)').execute('PRAGMA integrity_check').fetchone())"
            let check = try await run("python3 -c \"\(line)\"")
            #expect(check.lines == ["ok"], "seed \(seed): \(check.errorOutput)")
        }
    }

    /// A program that prints the fixes of a store.
    private static let dump =
        "import sqlite3, sys; [print(*row) for row in sqlite3.connect(sys.argv[1]).execute("
        + "'SELECT name, ts_unix_ms, sequence, latitude, longitude, accuracy_m FROM fixes "
        + "JOIN devices ON devices.id = device ORDER BY 1, 2, 3, 4, 5')]"

    private static func report(_ what: String, _ kills: Int) {
        #expect(kills > 0, "\(what): no run was killed")
        guard runs > 12 else { return }
        FileHandle.standardError.write(Data("\(what): killed \(kills) times in \(seeds.count) runs\n".utf8))
    }

    @Test func `an evaluation killed at any moment and run again writes the same bytes as one run`()
        async throws
    {
        let bench = try await Bench()
        let line = "geofence evaluate --fences f.geojson --trace t.csv --dwell 90 --stale-after 3000 --quiet"
        let whole = try await bench.time("\(line) --output whole.ndjson --visits whole.csv")
        let kills = try await Self.forEachSeed { seed in
            var random = SplitMix64(seed: seed)
            let (events, visits, checkpoint) = ("cut\(seed).ndjson", "cut\(seed).csv", "check\(seed)")
            let kills = try await bench.insist(
                "\(line) --output \(events) --visits \(visits) --checkpoint \(checkpoint) --checkpoint-interval 0 --threads 2",
                &random,
                whole: whole
            )
            try await bench.run("cmp whole.ndjson \(events) && cmp whole.csv \(visits) && rm \(events) \(visits)")
            #expect(
                try !bench.folder.names.contains { $0.hasPrefix(checkpoint + ".") || $0 == checkpoint },
                "seed \(seed)"
            )
            return kills
        }
        Self.report("evaluate", kills)
    }

    @Test func `a watch killed at any moment and restarted writes the same bytes as one run`() async throws {
        let bench = try await Bench()
        try await bench.run("head -n 20001 t.csv > w.csv")
        try await bench.run("geofence fences import f.geojson --store whole.db --quiet")
        try await bench.run("cp whole.db empty.db")
        let whole = try await bench.time("geofence watch --store whole.db --trace w.csv --output whole.ndjson --quiet")
        try await bench.run("geofence events --store whole.db > whole.events")
        let kills = try await Self.forEachSeed { seed in
            var random = SplitMix64(seed: seed)
            let cut = "cut\(seed)"
            // Every other run gets all of it again through a pipe, as from a sender that does not know what has
            // arrived.
            let isPiped = seed.isMultiple(of: 2)
            let watch = "geofence watch --store \(cut).db --output \(cut).ndjson --quiet"
            try await bench.run("cp empty.db \(cut).db")
            let kills = try await bench.insist(
                isPiped ? "bash -c 'exec \(watch) --trace - < <(cat w.csv)'" : "\(watch) --trace w.csv",
                &random,
                whole: whole
            )
            try await bench.run("cmp whole.ndjson \(cut).ndjson")
            try await bench.run("geofence events --store \(cut).db | cmp - whole.events")
            try await bench.expectSound("\(cut).db", seed)
            try await bench.run("rm \(cut).*")
            return kills
        }
        Self.report("watch", kills)
    }

    @Test func `an import killed at any moment and run again has the same fixes as one run`() async throws {
        let bench = try await Bench()
        let line = "geofence import t.csv --source g --all --quiet"
        try bench.folder.write(Self.dump, to: "dump.py")
        let whole = try await bench.time("\(line) --store whole.db")
        try await bench.run("python3 dump.py whole.db > whole.txt")
        let kills = try await Self.forEachSeed { seed in
            var random = SplitMix64(seed: seed)
            let cut = "cut\(seed).db"
            let kills = try await bench.insist("\(line) --store \(cut)", &random, whole: whole)
            try await bench.run("python3 dump.py \(cut) | cmp - whole.txt")
            try await bench.expectSound(cut, seed)
            try await bench.run("rm \(cut)*")
            return kills
        }
        Self.report("import", kills)
    }

    @Test func `forgetting, killed at any moment and run again, leaves the same data as one run`() async throws {
        let bench = try await Bench()
        try bench.folder.write(Self.dump, to: "dump.py")
        try await bench.run("geofence fences import f.geojson --store full.db --quiet")
        try await bench.run("geofence watch --store full.db --trace t.csv --policy raw --quiet > /dev/null")
        try await bench.run("geofence import t.csv --store full.db --source g --all --quiet")
        try await bench.run("geofence evaluate --store full.db --quiet > /dev/null")
        try await bench.run("cp full.db whole.db")
        // The trace begins with the year and covers an hour.
        let line = "geofence forget --before 2026-01-01T00:40:00Z --quiet"
        let whole = try await bench.time("\(line) --store whole.db")
        try await bench.run("python3 dump.py whole.db > whole.txt; test -s whole.txt")
        try await bench.run("geofence events --store whole.db > whole.events; test -s whole.events")
        let kills = try await Self.forEachSeed { seed in
            var random = SplitMix64(seed: seed)
            let cut = "cut\(seed).db"
            try await bench.run("cp full.db \(cut)")
            let kills = try await bench.insist("\(line) --store \(cut)", &random, whole: whole)
            try await bench.run("python3 dump.py \(cut) | cmp - whole.txt")
            try await bench.run("geofence events --store \(cut) | cmp - whole.events")
            try await bench.expectSound(cut, seed)
            try await bench.run("rm \(cut)*")
            return kills
        }
        Self.report("forget", kills)
    }
}
