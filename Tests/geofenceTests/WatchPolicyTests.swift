import Foundation
import TestSupport
import Testing

/// Policies and limits of a live stream, in processes of their own.
@Suite struct WatchPolicyTests {
    private static let start = 1_767_225_600_000
    private static let header = "device,ts_unix_ms,latitude,longitude,h_accuracy_m\n"

    /// Returns a line of a trace: a fix this many meters north of the middle of `home`, after this many seconds.
    private func line(_ second: Int, _ meters: Double, device: String = "dog", accuracy: Double = 10) -> String {
        "\(device),\(Self.start + second * 1000),\(52.5 + meters / 111_270),13.4,\(accuracy)\n"
    }

    /// Returns a store with the circle `home` of 100 m, and other geofences.
    private func bench(_ others: [String] = []) async throws -> Workbench {
        let home = Samples.circle("home", longitude: 13.4, latitude: 52.5, radius: "100")
        let bench = try Workbench(fences: Samples.collection([home] + others))
        let run = try await bench.run("fences import fences.geojson --store s.db --quiet")
        #expect(run.status == 0, "\(run.errorOutput)")
        return bench
    }

    private func watch(_ bench: Workbench, _ options: String = "") throws -> LiveGeofence {
        try bench.start("watch --store s.db --trace - \(options)")
    }

    /// Returns the next event, as `EXIT dog home movement 40`, in seconds since the start.
    private func event(_ watch: LiveGeofence) throws -> String? {
        guard let line = try watch.line() else { return nil }
        let json = try line.jsonObject()
        let second = (try #require(json["ts_unix_ms"] as? Int) - Self.start) / 1000
        return ["event", "device", "geofence", "cause"].map { "\(json[$0] ?? "")" }.joined(separator: " ")
            + " \(second)"
    }

    /// The dog comes, lies next to the boundary, has a wild fix, leaves on foot, comes back, and is silent for an hour;
    /// in between it passes by.
    private var trace: String {
        var lines = [line(0, 900), line(60, 0), line(70, 104), line(80, 300, accuracy: 2), line(90, 20)]
        lines += (0..<8).map { line(100 + $0 * 10, 130 + Double($0) * 12) }
        lines += [line(240, 50), line(250, 40), line(4000, 30), line(4060, -900), line(4120, 900), line(4180, 900)]
        return Self.header + lines.joined()
    }

    @Test(arguments: [
        "", "--policy balanced --dwell 60 --stale-after 600",
        "--policy probability --pass-through --max-segment-gap 30",
        "--policy policy.json --reject-accuracy 15 --pass-through", "--policy raw --dwell 5", "--max-lateness 30s",
    ])
    func `a watch reports the same events as an evaluation with the same options`(options: String) async throws {
        let bench = try await bench()
        try bench.folder.write(
            #"{"policy": "balanced", "exit_fixes": 2, "exit_span_s": 5, "dwell_s": 30}"#,
            to: "policy.json"
        )
        try bench.folder.write(trace, to: "trace.csv")
        let batch = try await bench.run("evaluate --fences fences.geojson --trace trace.csv --quiet \(options)")
        #expect(batch.status == 0, "\(batch.errorOutput)")
        let live = try await bench.run("watch --store s.db --trace - --quiet \(options)", input: trace)
        #expect(live.status == 0, "\(live.errorOutput)")
        #expect(batch.lines.count > 1)
        #expect(live.lines.sorted() == batch.lines.sorted())
        try bench.folder.write(live.text, to: "live.ndjson")
        #expect(try await bench.run("verify live.ndjson").status == 0)
    }

    @Test func `an edit is reported at once even while a departure awaits confirmation`() async throws {
        let bench = try await bench()
        let watch = try watch(bench)
        try watch.send(Self.header + line(0, 0) + line(10, 150))
        #expect(try event(watch) == "ENTER dog home initial 0")
        // The dog is measured 50 m outside, but not known to have left.
        _ = try await bench.run("fences add yard --latitude 52.5 --longitude 13.4 --radius 300 --store s.db")
        #expect(try event(watch) == "ENTER dog yard fence_added 10")
        _ = try await bench.run("fences edit home --radius 120 --store s.db")
        #expect(try event(watch) == "EXIT dog home fence_changed 10")
        _ = try await bench.run("fences remove yard --store s.db")
        #expect(try event(watch) == "EXIT dog yard fence_removed 10")
        let end = try watch.finish()
        #expect(end.status == 0, "\(end.errorOutput)")
        let summary = "2 used, 0 rejected\nevents     4\npolicy     balanced\n"
        #expect(end.errorOutput.contains(summary), "\(end.errorOutput)")
    }

    @Test func `a geofence's own policy takes precedence over that of the watch`() async throws {
        let own = Samples.circle("strict", longitude: 13.4, latitude: 52.5, radius: "100")
            .replacing("\"properties\":{", with: "\"properties\":{\"policy\":\"raw\",")
        try #require(own.contains("raw"))
        let bench = try await bench([own])
        let watch = try watch(bench)
        try watch.send(Self.header + line(0, 0) + line(10, 101))
        #expect(try event(watch) == "ENTER dog home initial 0")
        #expect(try event(watch) == "ENTER dog strict initial 0")
        #expect(try event(watch) == "EXIT dog strict movement 10")
        #expect(try watch.finish().status == 0)
        #expect(try watch.line() == nil)
    }

    @Test func `a watch continues with other rules only with --rebase`() async throws {
        let bench = try await bench()
        let first = try watch(bench)
        try first.send(Self.header + line(0, 0) + line(10, 150))
        #expect(try event(first) == "ENTER dog home initial 0")
        #expect(try first.finish().status == 0)
        let refused = try await bench.run("watch --store s.db --trace - --policy raw --dwell 60")
        #expect(refused.status == 65)
        #expect(refused.errorOutput.contains("the watch \"watch\" cannot continue"), "\(refused.errorOutput)")
        for word in ["other rules: dwell, limits, policy", "--rebase", "--name"] {
            #expect(refused.errorOutput.contains(word), "\(refused.errorOutput)")
        }
        // Another name knows nothing yet.
        #expect(
            try await bench.run("watch --store s.db --trace - --policy raw --dwell 60 --name new --quiet").status == 0
        )
        let rebased = try watch(bench, "--policy raw --dwell 60 --rebase")
        try rebased.send(Self.header + line(70, 150))
        // Inside according to the earlier decision; from now on geometry alone decides.
        #expect(try event(rebased) == "DWELL dog home initial 60")
        #expect(try event(rebased) == "EXIT dog home movement 70")
        #expect(try rebased.finish().status == 0)
        // From then on the watch has these rules.
        #expect(try await bench.run("watch --store s.db --trace - --policy raw --dwell 60 --quiet").status == 0)
        #expect(try await bench.run("watch --store s.db --trace - --quiet").status == 65)
    }

    @Test(arguments: ["", "--max-lateness 30s"])
    func `wrong clocks do not block later fixes of the device`(options: String) async throws {
        let bench = try await bench()
        let watch = try watch(bench, "--rejects rejects.ndjson \(options)")
        let wrong = [0, 4_102_444_800, 315_964_800, 2_114_380_800].map { "dog,\($0)000,52.5,13.4,10\n" }
        try watch.send(Self.header + line(0, 900) + wrong.joined() + line(60, 0) + line(120, 0))
        let end = try watch.finish()
        #expect(end.status == 0, "\(end.errorOutput)")
        #expect(try event(watch) == "ENTER dog home movement 53")
        #expect(try watch.line() == nil)
        let rejects = try bench.folder.text("rejects.ndjson").split(separator: "\n").map(String.init)
        let reasons = rejects.map { $0.components(separatedBy: "\"reason\":\"").last?.prefix { $0 != "\"" } ?? "" }
        #expect(reasons == ["too_old", "future", "too_old", "future"])
        #expect(rejects.last?.contains("--max-ahead") == true)
        #expect(end.errorOutput.contains("fixes      7 read, 3 used"), "\(end.errorOutput)")
        // They are used if the user asks for it.
        let used = try await bench.run(
            "watch --store s.db --name all --trace - --policy raw --max-ahead 30000d",
            input: Self.header + wrong.joined()
        )
        #expect(used.lines.count == 1)
        #expect(used.errorOutput.contains("2 rejected: late\n"), "\(used.errorOutput)")
    }

    @Test func `fixes that the policy does not use are rejected with a reason`() async throws {
        let bench = try await bench()
        let text = Self.header + line(0, 0) + line(10, 90_000) + line(20, 0) + line(20, 0) + line(5, 0)
        let run = try await bench.run("watch --store s.db --trace - --rejects rejects.ndjson", input: text)
        #expect(run.status == 0, "\(run.errorOutput)")
        #expect(run.errorOutput.contains("fixes      5 read, 2 used"), "\(run.errorOutput)")
        let rejects = try bench.folder.text("rejects.ndjson")
        for (line, reason) in [(3, "impossible_speed"), (5, "duplicate"), (6, "late")] {
            #expect(rejects.contains("\"line\":\(line),\"reason\":\"\(reason)\""), "\(rejects)")
        }
    }

    /// Which fixes are late must not depend on fixes that were not used, as a watch that goes on knows only the others.
    @Test func `a watch that ends after a fix it did not use decides as one that does not end`() async throws {
        let bench = try await bench()
        let lines = [line(0, 900), line(100, 90_000), line(50, 0), line(200, 0)]
        func run(_ name: String, _ count: Int) async throws -> String {
            try bench.folder.write(Self.header + lines.prefix(count).joined(), to: "\(name).csv")
            let options = "--name \(name) --trace \(name).csv --output \(name).ndjson --rejects \(name).rejects"
            let run = try await bench.run("watch --store s.db --quiet \(options)")
            #expect(run.status == 0, "\(run.errorOutput)")
            let rejects = try bench.folder.text("\(name).rejects").replacingOccurrences(of: name, with: "")
            return try bench.folder.text("\(name).ndjson") + rejects
        }
        for count in 1..<lines.count { _ = try await run("often", count) }
        let often = try await run("often", lines.count)
        #expect(try await run("once", lines.count) == often)
        #expect(often.contains("\"ENTER\"") && !often.contains("\"late\""), "\(often)")
    }
}
