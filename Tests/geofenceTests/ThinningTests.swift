import Foundation
import TestSupport
import Testing

@Suite struct ThinningTests {
    /// Returns a trace of a bus that stays in the square for ten minutes, except for the given seconds.
    private static func shuttle(away: ClosedRange<Int>) -> String {
        let fixes = (0..<600).map { second in
            "bus,\(1_767_225_600_000 + second * 1000),0.5,\(away.contains(second) ? "-0.001" : "0.001")\n"
        }
        return "device_id,ts_unix_ms,latitude,longitude\n" + fixes.joined()
    }

    @Test func `without --thin, the summary and report have no thinning`() async throws {
        let bench = try Workbench()
        let run = try await bench.evaluate("--report report.json")
        #expect(!run.errorOutput.contains("thinned"))
        #expect(try bench.json("report.json")["thinning"] == nil)
    }

    @Test func `--thin without a policy uses raw and says so`() async throws {
        let bench = try Workbench(trace: Self.shuttle(away: 302...302))
        for rule in ["throttle", "safe-radius"] {
            let run = try await bench.run("evaluate --fences fences.geojson --trace trace.csv --thin \(rule)")
            #expect(run.status == 0 && run.errorOutput.contains("policy     raw"), "\(run.errorOutput)")
        }
        let refused = try await bench.run(
            "evaluate --fences fences.geojson --trace trace.csv --thin throttle --policy balanced"
        )
        #expect(refused.status == 64)
        #expect(refused.errorOutput.hasPrefix("Error: --thin works only with events decided by geometry alone"))
        #expect(refused.errorOutput.hasSuffix("\nUsage: geofence evaluate <options>\n"), "\(refused.errorOutput)")
    }

    @Test func `a safe radius loses no event while the speed bound holds`() async throws {
        let bench = try Workbench(trace: Self.shuttle(away: 302...302))
        let run = try await bench.evaluate("--format csv --thin safe-radius --max-speed 300 --report report.json")
        #expect(run.status == 0)
        #expect(run.lines.count == 4)
        let thinning = try #require(try bench.json("report.json")["thinning"] as? [String: Any])
        #expect(thinning["rule"] as? String == "safe-radius")
        #expect(thinning["max_speed_mps"] as? Double == 300)
        #expect(thinning["events_on_time"] as? Int == 3)
        #expect(thinning["events_late"] as? Int == 0)
        #expect(thinning["events_lost"] as? Int == 0)
    }

    @Test func `events that would be lost are counted, shown and listed`() async throws {
        let bench = try Workbench(trace: Self.shuttle(away: 302...302))
        let run = try await bench.evaluate(
            "--quiet --thin safe-radius --max-speed 10 --report report.json --thin-events changed.ndjson"
        )
        #expect(run.status == 0)
        let thinning = try #require(try bench.json("report.json")["thinning"] as? [String: Any])
        #expect(thinning["events_on_time"] as? Int == 1)
        #expect(thinning["events_lost"] as? Int == 2)
        #expect(thinning["visits_lost"] as? Int == 0)
        let sent = try #require(thinning["fixes_sent"] as? Int)
        let saved = try #require(thinning["fixes_saved"] as? Int)
        #expect(sent == 50 && saved == 550)
        let changed = try bench.folder.text("changed.ndjson").split(separator: "\n")
        #expect(changed.count == 2)
        #expect(
            changed.first == """
                {"outcome":"lost","event":"EXIT","device":"bus","geofence":"square","ts_unix_ms":1767225902000,\
                "latitude":0.5,"longitude":-0.001}
                """
        )
        let loud = try await bench.evaluate("--thin safe-radius --max-speed 10")
        #expect(loud.errorOutput.contains("thinned    safe-radius at 10.0 m/s at most: "))
        #expect(!loud.errorOutput.contains(" more; see"), "\(loud.errorOutput)")
        #expect(loud.errorOutput.contains("lost: EXIT bus square at 2026-01-01T00:05:02.000Z"))
        #expect(loud.output == (try await bench.evaluate("--quiet")).output)
    }

    @Test func `a late event has the time at which it would be seen and its delay`() async throws {
        let bench = try Workbench(trace: Self.shuttle(away: 302...302))
        _ = try await bench.evaluate("--thin throttle --battery 5 --report report.json --thin-events changed.ndjson")
        let thinning = try #require(try bench.json("report.json")["thinning"] as? [String: Any])
        #expect(thinning["rule"] as? String == "throttle")
        #expect(thinning["battery_pct"] as? Double == 5)
        #expect(thinning["fixes_sent"] as? Int == 120)
        #expect(thinning["events_lost"] as? Int == 2)
        let other = try Workbench(trace: Self.shuttle(away: 302...305))
        _ = try await other.evaluate("--thin throttle --battery 5 --thin-events changed.ndjson")
        let changed = try other.folder.text("changed.ndjson").split(separator: "\n")
        #expect(changed.first?.contains(#""outcome":"late","event":"EXIT""#) == true)
        #expect(changed.first?.contains(#""thinned_unix_ms":1767225905000,"delay_s":3,"#) == true)
    }

    @Test func `without --battery, the throttle follows the battery level of the fixes`() async throws {
        func trace(_ percent: String) -> String {
            let lines = Self.shuttle(away: 302...302).split(separator: "\n")
            return "\(lines[0]),battery_pct\n" + lines.dropFirst().map { "\($0),\(percent)\n" }.joined()
        }
        for (percent, sent, known) in [("5", 120, 600), ("", 600, 0)] {
            let bench = try Workbench(trace: trace(percent))
            let run = try await bench.evaluate("--thin throttle --report report.json")
            let thinning = try #require(try bench.json("report.json")["thinning"] as? [String: Any])
            #expect(thinning["fixes_sent"] as? Int == sent)
            #expect(thinning["fixes_with_battery"] as? Int == known && thinning["battery_pct"] == nil)
            #expect(run.errorOutput.contains("thinned    throttle, by the battery of \(known) fixes: \(sent) of 600"))
        }
        let full = try await Workbench(trace: trace("5")).evaluate("--thin throttle --battery 100")
        #expect(full.errorOutput.contains("throttle at 100 % battery: 600 of 600 fixes sent"))
    }

    @Test(
        arguments: [
            "--battery 50", "--thin safe-radius --battery 50", "--thin-events a", "--thin throttle --battery 101",
            "--thin safe-radius --max-speed 0", "--max-speed 5", "--thin throttle --max-speed 5",
            "--thin throttle --thin-events -", "--thin throttle --thin-events a --rejects a", "--thin often",
        ]
    )
    func `meaningless options are refused`(options: String) async throws {
        let run = try await Workbench().evaluate(options)
        #expect(run.status == 64)
        #expect(run.errorOutput.contains("Usage: geofence evaluate <options>"), "\(run.errorOutput)")
    }

    @Test(
        arguments: [
            ("--policy balanced", ""), ("--dwell 60", ""), ("--stale-after 60", ""), ("--visits v", ""),
            ("--evidence", ""), ("--null-island reject", ""), ("--unset-clock reject", ""), ("--reject-speed 300", ""),
            ("--reject-accuracy 5", ""), ("--earliest 0", ""), ("", #""policy":"balanced","#), ("", #""dwell_s":60,"#),
        ]
    )
    func `whatever decides by more than geometry is refused`(options: String, rules: String) async throws {
        let fences = Samples.fences.replacing(#""id":"square""#, with: rules + #""id":"square""#)
        let line = "evaluate --fences fences.geojson --trace trace.csv --thin safe-radius \(options)"
        let run = try await Workbench(fences: fences).run(line)
        #expect(run.status == 64)
        let message = "Error: --thin works only with events decided by geometry alone: give --policy raw, "
        #expect(run.errorOutput.hasPrefix(message), "\(run.errorOutput)")
    }
}
