import Foundation
import TestSupport
import Testing

@Suite struct BacktestTests {
    /// A folder with a situation: fences.geojson, trace.csv and visits.csv.
    private static func bench(_ situation: String) async throws -> Workbench {
        let bench = try Workbench()
        let files = "--fences-out fences.geojson --trace-out trace.csv --labels visits.csv"
        let run = try await bench.run("generate --scenario \(situation) --seed 4 \(files) --quiet")
        try #require(run.status == 0, "\(run.errorOutput)")
        return bench
    }

    private static let inputs = "--fences fences.geojson --trace trace.csv"

    private func policies(_ run: GeofenceProcess) throws -> [[String: Any]] {
        try #require(try run.text.jsonObject()["policies"] as? [[String: Any]])
    }

    @Test(arguments: ["departure", "newest-first", "antimeridian"])
    func `each policy produces the same events as it does alone`(situation: String) async throws {
        let bench = try await Self.bench(situation)
        let run = try await bench.run("backtest \(Self.inputs) --pass-through --format json --quiet")
        #expect(run.status == 0, "\(run.errorOutput)")
        let rows = try policies(run)
        #expect(rows.map { $0["policy"] as? String } == ["raw", "balanced", "probability"])
        for row in rows {
            let name = try #require(row["policy"] as? String)
            let alone = try await bench.run(
                "evaluate \(Self.inputs) --pass-through --policy \(name) --visits v.csv --report r.json --output e.csv"
            )
            #expect(alone.status == 0, "\(alone.errorOutput)")
            let report = try bench.json("r.json")
            let events = try #require(report["events"] as? [String: Int])
            #expect(row["events"] as? [String: Int] == events, "\(name)")
            let used = try #require(report["fixes_used"] as? Int)
            #expect(row["fixes_used"] as? Int == used)
            let ledger = try bench.folder.text("v.csv").split(separator: "\n").dropFirst()
            #expect(row["visits"] as? Int == ledger.count)
        }
    }

    @Test func `rejects are reported as by evaluate, per policy where policies differ`() async throws {
        let bench = try Workbench(trace: Samples.trace + Samples.odd)
        // The sample's devices are fast.
        let inputs = "\(Self.inputs) --reject-speed 0"
        let run = try await bench.run("backtest \(inputs)")
        #expect(
            run.errorOutput.contains(
                """
                fixes      9 read, 8 used, 1 rejected by raw
                           1 rejected: coordinate
                fixes      9 read, 7 used, 2 rejected by balanced, probability
                           1 rejected: coordinate
                           1 rejected: null_island
                time  \u{20}
                """
            ),
            "\(run.errorOutput)"
        )
        let same = try await bench.run("backtest \(inputs) --null-island use")
        #expect(same.errorOutput.contains("\nfixes      9 read, 8 used, 1 rejected\n"), "\(same.errorOutput)")
        let json = try await bench.run("backtest \(inputs) --format json")
        #expect(try json.text.jsonObject()["fixes_read"] as? Int == 9)
        for row in try policies(json) {
            let name = try #require(row["policy"] as? String)
            let alone = try await bench.run("evaluate \(inputs) --policy \(name) --report r.json")
            let report = try bench.json("r.json")
            #expect(report["fixes_read"] as? Int == 9)
            let used = name == "raw" ? 8 : 7
            #expect(row["fixes_used"] as? Int == used && report["fixes_used"] as? Int == used)
            let rejected = try #require(report["rejected"] as? [String: Int])
            #expect(row["rejected"] as? [String: Int] == rejected)
            // The lines of text are the same too.
            let lines = alone.errorOutput.split(separator: "\n").filter { $0.contains(" rejected: ") }
            #expect(lines.count == rejected.count && lines.allSatisfy { run.errorOutput.contains("\($0)\n") })
        }
    }

    @Test func `the best policy against labels is reported and saved for evaluate`() async throws {
        let bench = try await Self.bench("outliers")
        let run = try await bench.run(
            "backtest \(Self.inputs) --labels visits.csv --output best.json --policy raw balanced"
        )
        #expect(run.status == 0, "\(run.errorOutput)")
        #expect(run.text.contains("Compared with 10 visits that took place:"))
        #expect(run.text.contains("Best: balanced."))
        #expect(run.errorOutput.contains("best.json: balanced"))
        let kept = try await bench.run("evaluate \(Self.inputs) --policy best.json")
        #expect(kept.output == (try await bench.run("evaluate \(Self.inputs) --policy balanced")).output)
        // A ledger can be used as labels, and a policy misses none of its own visits.
        _ = try await bench.run("evaluate \(Self.inputs) --visits own.ndjson --output e.csv")
        let own = try await bench.run(
            "backtest \(Self.inputs) --labels own.ndjson --policy balanced best.json --format json --quiet"
        )
        let rows = try policies(own)
        #expect(rows.map { $0["policy"] as? String } == ["balanced", "best.json"])
        for row in rows {
            let labels = try #require(row["against_labels"] as? [String: Any])
            #expect(labels["missed"] as? Int == 0)
            #expect(labels["false"] as? Int == 0)
            #expect(labels["enter_off_p95_s"] as? Double == 0)
        }
    }

    @Test func `among policies that miss nothing, the fewest flaps win, then the smallest errors`() async throws {
        let bench = try Workbench()
        try bench.folder.write("id,latitude,longitude,radius_m\nhome,10,0,100\n", to: "c.csv")
        // Inside from minute 1 to 4, but for a fix 10 m outside; raw has both ends to the second.
        let longitudes = [0.01, 0, 0.001, 0, 0.01, 0.01]
        let rows = longitudes.enumerated().map { "dog,\(1_767_225_600 + 60 * $0),10,\($1)\n" }
        try bench.folder.write("device,time,latitude,longitude\n" + rows.joined(), to: "t.csv")
        try bench.folder.write("device,geofence,enter,exit\ndog,home,1767225660,1767225840\n", to: "v.csv")
        let inputs = "--fences c.csv --trace t.csv --labels v.csv"
        let run = try await bench.run("backtest \(inputs) --policy raw balanced --quiet")
        #expect(run.lines.last == "Best: balanced.", "\(run.text)")
    }

    @Test(arguments: ["raw twin.json", "twin.json raw"])
    func `of equal policies the one named first is the best`(policies: String) async throws {
        let bench = try Workbench()
        try bench.folder.write(#"{"policy":"raw"}"#, to: "twin.json")
        try bench.folder.write("device,geofence,enter,exit\nbus,square,1767225660,1767225720\n", to: "v.csv")
        let run = try await bench.run("backtest \(Self.inputs) --labels v.csv --policy \(policies) --quiet")
        #expect(run.lines.last == "Best: \(policies.words[0]).", "\(run.text)")
    }

    @Test func `a visit that ends because the device was silent has no delay`() async throws {
        let bench = try Workbench()
        try bench.folder.write("id,latitude,longitude,radius_m\nhome,10,0,100\n", to: "c.csv")
        let rows = [0, 60, 7200].map { "dog,\(1_767_225_600 + $0),10,0\n" }
        try bench.folder.write("device,time,latitude,longitude\n" + rows.joined(), to: "t.csv")
        try bench.folder.write(#"{"policy":"raw","stale_after_s":600}"#, to: "p.json")
        let run = try await bench.run("backtest --fences c.csv --trace t.csv --policy p.json --format json --quiet")
        let row = try #require(try policies(run).first)
        #expect(row["visits"] as? Int == 2 && row["exit_delay_median_s"] is NSNull, "\(run.text)")
    }

    @Test(arguments: ["newest-first", "pass-through"])
    func `the number of threads and piping the trace do not change the output`(situation: String) async throws {
        let bench = try await Self.bench(situation)
        let options = "--labels visits.csv --pass-through --quiet"
        let one = try await bench.run("backtest \(Self.inputs) \(options) --threads 1")
        #expect(one.status == 0)
        #expect(try await bench.run("backtest \(Self.inputs) \(options) --threads 4").output == one.output)
        let trace = try bench.folder.text("trace.csv")
        let piped = try await bench.run("backtest --fences fences.geojson --trace - \(options)", input: trace)
        #expect(piped.output == one.output)
    }

    @Test(arguments: [
        ("--output best.json", 64, "--keep"), ("--output best.json --keep strict", 64, "is not one of the policies"),
        ("--keep raw", 64, "--keep needs --output"), ("--policy raw raw", 64, "twice"), ("--policy wild", 64, "wild"),
        ("--labels none.csv", 66, "none.csv"), ("--labels fences.geojson", 65, "fences.geojson"),
        ("--labels bad.csv", 65, "bad.csv:3"), ("--policy none.json", 66, "none.json"),
        ("--labels - --trace -", 64, "only once"),
    ])
    func `unusable input is refused with the reason`(options: String, status: Int, text: String) async throws {
        let bench = try Workbench()
        try bench.folder.write("device,geofence,enter,exit\nbus,square,1,2\nbus,square,5,3\n", to: "bad.csv")
        let run = try await bench.run("backtest \(Self.inputs) \(options)")
        #expect(Int(run.status) == status, "\(run.errorOutput)")
        #expect(run.errorOutput.contains(text), "\(run.errorOutput)")
        #expect(run.output.isEmpty)
    }

    @Test(arguments: ["", "device,geofence,enter_unix_ms,exit_unix_ms\n"])
    func `labels without visits cause a warning`(labels: String) async throws {
        let bench = try Workbench()
        try bench.folder.write(labels, to: "visits.csv")
        let run = try await bench.run("backtest \(Self.inputs) --labels visits.csv")
        #expect(run.status == 0)
        #expect(
            run.errorOutput.hasPrefix(
                """
                visits.csv: warning: there are no visits in the labels
                  hint: Every visit that is found counts as false.

                """
            ),
            "\(run.errorOutput)"
        )
    }

    @Test(arguments: [
        // Times near 1970, and visits of no length next to others.
        ["10000,0,0", "20000,9,0"],
        ["0,0,0", "60000,9,0", "60000,0,0", "60000,9,9", "60000,0,0.0001", "120000,9,0"],
    ])
    func `an evaluation has no errors against its own visits`(rows: [String]) async throws {
        let bench = try Workbench()
        try bench.folder.write("id,latitude,longitude,radius_m\nhome,0,0,100\n", to: "c.csv")
        let lines = ["device,ts_unix_ms,latitude,longitude"] + rows.map { "dog,\($0)" }
        try bench.folder.write(lines.joined(separator: "\n") + "\n", to: "t.csv")
        for visits in ["v.csv", "v.ndjson"] {
            let inputs = "--fences c.csv --trace t.csv --policy raw --quiet"
            #expect(try await bench.run("evaluate \(inputs) --visits \(visits)").status == 0)
            let run = try await bench.run("backtest \(inputs) --labels \(visits)")
            #expect(run.lines.contains { $0.wholeMatch(of: /raw +0 +0( +0\.0 s| +-)+/) != nil }, "\(run.text)")
        }
    }

    @Test(arguments: [("59.9", 0), ("60", 0), ("60.1", 1)])
    func `a visit that begins the flap window after the last one is not a flap`(window: String, flaps: Int)
        async throws
    {
        let bench = try Workbench()
        try bench.folder.write("id,latitude,longitude,radius_m\nhome,0,0,100\n", to: "c.csv")
        let rows = [0, 9, 0].enumerated().map { "dog,\(1_767_225_600 + 60 * $0),0,\($1)\n" }
        try bench.folder.write("device,time,latitude,longitude\n" + rows.joined(), to: "t.csv")
        let options = "--policy raw --flap-window \(window) --reject-speed 0 --format json --quiet"
        let run = try await bench.run("backtest --fences c.csv --trace t.csv \(options)")
        let row = try #require(try policies(run).first)
        #expect(row["flaps"] as? Int == flaps && row["visits"] as? Int == 2)
    }

    @Test func `a visit of zero length whose ENTER is muted is not a flap`() async throws {
        let bench = try Workbench()
        try bench.folder.write("id,latitude,longitude,radius_m,notify_on_entry\nhome,0,0,100,false\n", to: "c.csv")
        let rows = ["1767225600000,1,9", "1767225600000,2,0", "1767225600000,3,9"].map { "dog,\($0),0" }
        let header = "device,ts_unix_ms,seq,latitude,longitude"
        try bench.folder.write(([header] + rows).joined(separator: "\n") + "\n", to: "t.csv")
        let run = try await bench.run(
            "backtest --fences c.csv --trace t.csv --policy raw --format json --quiet"
        )
        let row = try #require(try policies(run).first)
        #expect(row["flaps"] as? Int == 0 && row["visits"] as? Int == 1, "\(run.text)")
    }

    @Test func `raw produces the same events of a stream with another policy as alone`() async throws {
        let bench = try Workbench()
        try bench.folder.write("id,latitude,longitude,radius_m\nhome,0,0,100\n", to: "c.csv")
        // Two fixes at each time, of which the second is the more accurate one.
        let rows = (0..<40).flatMap { minute in
            (0..<2).map {
                "dog,\(1_767_225_600 + 60 * minute),\(2 * minute + $0),\(minute % 2 == $0 ? 0 : 9),0,\(30 - 25 * $0)"
            }
        }
        let header = "device,time,seq,latitude,longitude,accuracy"
        try bench.folder.write(([header] + rows).joined(separator: "\n") + "\n", to: "t.csv")
        let inputs = "backtest --fences c.csv --trace t.csv --max-lateness 30s --format json --quiet"
        let alone = try policies(try await bench.run("\(inputs) --policy raw"))[0]
        let beside = try policies(try await bench.run("\(inputs) --policy raw balanced"))[0]
        let events = try #require(alone["events"] as? [String: Int])
        #expect(beside["events"] as? [String: Int] == events)
        #expect(alone["fixes_used"] as? Int == beside["fixes_used"] as? Int)
        #expect(alone["fixes_used"] as? Int == 80)
    }

    @Test func `a duplicate label, or one without an end, causes a warning`() async throws {
        let bench = try Workbench()
        let lines = ["device,geofence,enter,exit", "a,b,5,9", "a,b,9,", "a,b,12,14", "a,b,5,9", "a,c,5,9", "a,b,15,16"]
        try bench.folder.write(lines.joined(separator: "\n"), to: "visits.csv")
        let run = try await bench.run("backtest \(Self.inputs) --labels visits.csv")
        #expect(run.errorOutput.contains("visits.csv: warning: 3 of the labels begin before"), "\(run.errorOutput)")
    }

    @Test func `labels of an unknown geofence or device cause a warning`() async throws {
        let bench = try Workbench()
        try bench.folder.write("device,geofence,enter,exit\nbus,sqare,1441515647000,1441515649000\n", to: "visits.csv")
        let run = try await bench.run("backtest \(Self.inputs) --labels visits.csv")
        #expect(run.status == 0)
        #expect(run.errorOutput.contains("1 geofence in the labels, such as \"sqare\", is not in --fences"))
        try bench.folder.write("device,geofence,enter,exit\nBus,square,1441515647000,1441515649000\n", to: "visits.csv")
        let other = try await bench.run("backtest \(Self.inputs) --labels visits.csv")
        #expect(other.errorOutput.contains("1 device in the labels, such as \"Bus\", is not in --trace"))
    }

    @Test func `visits of a device or geofence without any label cause a warning`()
        async throws
    {
        let bench = try Workbench()
        func messages(_ labels: String...) async throws -> String {
            let lines = ["device,geofence,enter,exit"] + labels.map { "\($0),1767225660000,1767225661000" }
            try bench.folder.write(lines.joined(separator: "\n"), to: "visits.csv")
            return try await bench.run("backtest \(Self.inputs) --labels visits.csv").errorOutput
        }
        let part = try await messages("bus,square")
        #expect(part.contains("1 geofence with visits, such as \"circle\", has no label"), "\(part)")
        #expect(part.contains("1 device with visits, such as \"car\", has no label"), "\(part)")
        let all = try await messages("bus,square", "car,circle")
        #expect(!all.contains("no label"), "\(all)")
    }
}
