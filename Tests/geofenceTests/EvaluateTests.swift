import Foundation
import TestSupport
import Testing

@Suite struct EvaluateTests {
    @Test(arguments: [("13.4,52.5", true), ("52.5,13.4", false), ("13.4,62.5", false), ("48.1,11.5", false)])
    func `coordinates that look swapped cause a warning if nothing was found`(
        place: String,
        isTold: Bool
    ) async throws {
        let bench = try Workbench(
            fences: Samples.collection([Samples.circle("home", longitude: 13.4, latitude: 52.5, radius: "500")]),
            trace: "device,time,latitude,longitude\ndog,2026-01-01T00:00:00Z,\(place)\n"
        )
        let run = try await bench.evaluate()
        #expect(run.status == 0, "\(run.errorOutput)")
        #expect(run.errorOutput.contains("1 of 1 would have been") == isTold, "\(run.errorOutput)")
    }

    @Test(arguments: [(1, false), (2, false), (3, true)])
    func `coordinates look swapped if swapping puts over half of the devices near a geofence`(
        exchanged: Int,
        isTold: Bool
    ) async throws {
        let rows = (0..<4).map { "d\($0),2026-01-01T00:00:00Z,\($0 < exchanged ? "13.4,52.5" : "48.1,11.5")\n" }
        let bench = try Workbench(
            fences: Samples.collection([Samples.circle("home", longitude: 13.4, latitude: 52.5, radius: "500")]),
            trace: "device,time,latitude,longitude\n" + rows.joined()
        )
        let run = try await bench.evaluate()
        #expect(run.errorOutput.contains("\(exchanged) of 4 would have been") == isTold, "\(run.errorOutput)")
    }

    @Test(arguments: [("-1", false), ("-86400", false), ("-86401", true), ("0", false)])
    func `a time that is a placeholder is not used`(time: String, isUsed: Bool) async throws {
        let bench = try Workbench(trace: "device,time,latitude,longitude\ndog,\(time),0.5,0.5\n")
        let run = try await bench.evaluate("--unset-clock reject")
        #expect(run.errorOutput.contains("too_old") != isUsed, "\(run.errorOutput)")
    }

    @Test func `events go to standard output and a summary to standard error`() async throws {
        let run = try await Workbench().evaluate("--format csv")
        #expect(run.status == 0)
        #expect(run.lines.first == "event,device,geofence,ts_unix_ms,decided_unix_ms,latitude,longitude,cause")
        #expect(run.shortEvents == Samples.events)
        for words in ["2 (1 polygon, 1 circle)", "6 read, 6 used, 0 rejected", "3 ENTER, 1 EXIT", "policy     raw"] {
            #expect(run.errorOutput.contains(words), "\(run.errorOutput)")
        }
    }

    @Test(arguments: [("2026-01-01T00:00:30Z", 0), ("2026-01-01T00:00:29.999Z", 64)])
    func `the latest time may equal the earliest one but not precede it`(latest: String, status: Int32) async throws {
        let run = try await Workbench().evaluate("--earliest 2026-01-01T00:00:30Z --latest \(latest)")
        #expect(run.status == status, "\(run.errorOutput)")
    }

    @Test func `an event has exactly the keys of the format`() async throws {
        let run = try await Workbench().evaluate()
        #expect(
            run.lines.first == """
                {"event":"ENTER","device":"car","geofence":"square","ts_unix_ms":1767225630000,\
                "decided_unix_ms":1767225630000,"latitude":0.25,"longitude":0.25,"cause":"initial"}
                """
        )
    }

    @Test func `the extension of the output decides the format, and --format overrides it`() async throws {
        let bench = try Workbench()
        let runs = [
            try await bench.evaluate("--output a.csv"), try await bench.evaluate("--output b.csv --format ndjson"),
        ]
        #expect(runs.allSatisfy { $0.status == 0 && $0.output.isEmpty })
        #expect(try bench.folder.text("a.csv").hasPrefix("event,device"))
        #expect(try bench.folder.text("b.csv").hasPrefix("{\"event\""))
        #expect(try bench.folder.names == ["a.csv", "b.csv", "fences.geojson", "trace.csv"])
    }

    @Test func `standard output by another name is appended to, not overwritten`() async throws {
        let bench = try Workbench()
        let plain = try await bench.evaluate()
        var paths = ["/dev/stdout", "/dev/fd/1"]
        #if os(Linux)
        paths.append("/proc/self/fd/1")
        #endif
        for path in paths {
            let line = "evaluate --fences fences.geojson --trace trace.csv --policy raw --quiet --output \(path)"
            try bench.folder.write("before\n", to: "all")
            let run = try await GeofenceProcess.shell("geofence \(line) >> all", in: bench.folder)
            #expect(run.status == 0)
            let lines = try bench.folder.text("all").split(separator: "\n").map(String.init)
            #expect(lines == ["before"] + plain.lines)
        }
    }

    @Test func `an output through a link to a missing file creates the file`() async throws {
        let bench = try Workbench()
        try FileManager.default.createSymbolicLink(
            atPath: bench.folder.url("link").path,
            withDestinationPath: "made"
        )
        #expect(try await bench.evaluate("--output link").status == 0)
        #expect(try bench.folder.text("made").split(separator: "\n").count == Samples.events.count)
    }

    @Test func `rejected fixes do not make other fixes of a stream late`() async throws {
        func time(_ minute: Int) -> String { "\(1_767_225_600 + 60 * minute)" }
        let good = (0..<60).map { "dog,\(time($0)),\($0 % 10 < 5 ? 0.25 : 9),0.25" }
        let unset = (0..<25).map { "dog,\(3_471_811_200 + 60 * $0),0.25,0.25" }
        let rows = good[..<30] + unset + good[30...]
        let bench = try Workbench(trace: (["device,time,latitude,longitude"] + rows).joined(separator: "\n") + "\n")
        let whole = try await bench.evaluate("--unset-clock reject")
        let stream = try await bench.evaluate("--unset-clock reject --max-lateness 30s --report r.json")
        #expect(stream.output == whole.output && !whole.lines.isEmpty)
        #expect(try bench.json("r.json")["rejected"] as? [String: Int] == ["future": 25])
    }

    @Test func `the report adds up`() async throws {
        let trace =
            Samples.trace + """
                bus,2026-01-01T00:04:00Z,91,2
                bus,2026-01-01T00:04:00Z,nan,2
                ,2026-01-01T00:04:00Z,1,2
                bus,2026-02-30T00:04:00Z,1,2
                bus,2026-01-01T00:03:00Z,0.5,2
                bus,2026-01-01T00:05:00Z,0,0

                """
        let bench = try Workbench(trace: trace)
        let run = try await bench.evaluate("--report report.json --rejects rejects.ndjson")
        #expect(run.status == 0)
        let report = try bench.json("report.json")
        let rejected = try #require(report["rejected"] as? [String: Int])
        #expect(rejected.keys.sorted() == ["coordinate", "device_id", "duplicate", "out_of_range", "timestamp"])
        #expect(report["fixes_read"] as? Int == 12)
        #expect(report["fixes_used"] as? Int == 7)
        #expect(report["fixes_read"] as? Int == 7 + rejected.values.reduce(0, +))
        #expect(report["devices"] as? Int == 2)
        #expect(report["geofences"] as? Int == 2)
        #expect(report["events"] as? [String: Int] == ["ENTER": 4, "EXIT": 2])
        #expect(report["policy"] as? String == "raw")
        #expect(report["engine"] as? String != nil)
        #expect((report["noted"] as? [String: Int])?["null_island"] == 1)
        for key in ["elapsed_s", "fixes_per_second"] { #expect((report[key] as? Double).map { $0 > 0 } == true) }
    }

    @Test(arguments: [1, 3])
    func `a non-numeric accuracy or sequence is counted unless its record is rejected`(threads: Int) async throws {
        let trace = """
            device_id,timestamp,latitude,longitude,accuracy,seq
            bus,2026-01-01T00:00:00Z,0.5,-1,good,first
            bus,2026-01-01T00:01:00Z,0.5,0.5,bad,2
            bus,2026-01-01T00:02:00Z,0.5,1.5,5,3
            bus,2026-01-01T00:03:00Z,91,1.5,bad,4

            """
        let bench = try Workbench(trace: trace)
        let run = try await bench.evaluate("--report report.json --threads \(threads)")
        #expect(run.status == 0)
        let report = try bench.json("report.json")
        #expect(report["fixes_used"] as? Int == 3)
        #expect(
            report["noted"] as? [String: Int] == [
                "null_island": 0, "unknown_accuracy": 2, "wrapped_longitude": 0, "dropped_field": 3,
            ]
        )
        #expect(run.errorOutput.contains("3 accuracies or sequences that are not numbers, left out"))
    }

    @Test func `the report has the latency of each operation and the summary of the monitor`() async throws {
        let bench = try Workbench()
        _ = try await bench.evaluate("--report report.json")
        let report = try bench.json("report.json")
        let latency = try #require(report["latency"] as? [String: [String: Double]])
        #expect(latency.keys.sorted() == ["delivery", "evaluation", "parse"])
        #expect(latency["parse"]?["count"] == 6)
        #expect(latency["evaluation"]?["count"] == 6)
        #expect(latency["delivery"]?["count"] == 4)
        for figures in latency.values {
            #expect(
                Set(figures.keys) == ["count", "samples", "mean_ns", "p50_ns", "p95_ns", "p99_ns", "p999_ns", "max_ns"]
            )
            #expect(figures.values.allSatisfy { $0 > 0 })
        }
        let performance = try #require(report["performance"] as? [String: Double])
        #expect(
            Set(performance.keys) == [
                "gps_latency_avg_s", "gps_latency_p95_s", "message_latency_avg_s", "message_latency_p95_s", "memory_mb",
                "cpu_percent", "battery_level", "battery_drain_percent_per_hour",
            ]
        )
        #expect(performance["memory_mb"].map { $0 > 1 } == true)
        #expect(performance["cpu_percent"].map { (0...100).contains($0) } == true)
    }

    @Test func `at most one in 64 fixes and events is timed`()
        async throws
    {
        let bench = try Workbench()
        let generated = try await bench.run(
            "generate --geofences 1000 --fixes 30000 --devices 40 --seed 3 --fences-out fences.geojson --trace-out trace.csv"
        )
        #expect(generated.status == 0, "\(generated.errorOutput)")
        for threads in [1, 3] {
            _ = try await bench.evaluate("--quiet --report report.json --threads \(threads)")
            let latency = try #require(try bench.json("report.json")["latency"] as? [String: [String: Double]])
            for (operation, least) in [("parse", 30_000), ("evaluation", 30_000), ("delivery", 65)] {
                let (count, samples) = (latency[operation]?["count"] ?? 0, latency[operation]?["samples"] ?? 0)
                #expect(count >= Double(least), "\(operation)")
                #expect(samples > 0 && samples <= count / 64 + 1, "\(operation): \(samples) of \(count)")
            }
            // With one thread, events are timed in blocks of 256, so there is more than one time.
            if threads == 1 { #expect(latency["delivery"]?["samples"].map { $0 > 1 } == true) }
        }
    }

    @Test func `--watch-performance shows a line at the end, even with --quiet`() async throws {
        let bench = try Workbench()
        let run = try await bench.evaluate("--watch-performance --quiet")
        let line = #/performance  memory [0-9.]+ MB, CPU [0-9.]+ %, evaluation 6 \(p50 .+ ns\), delivery 4 .+\n/#
        #expect(run.errorOutput.wholeMatch(of: line) != nil, "\(run.errorOutput)")
        #expect(try await run.text == bench.evaluate().text)
        #expect(try await !bench.evaluate().errorOutput.contains("performance"))
    }

    @Test func `the rejects file has each record with its position and reason`() async throws {
        let trace = Samples.trace + "bus,2026-01-01T00:04:00Z,91,2\nbus,\"tomorrow\",1,2\n"
        let bench = try Workbench(trace: trace)
        let run = try await bench.evaluate("--rejects rejects.ndjson --quiet")
        #expect(run.status == 0)
        #expect(run.errorOutput.isEmpty)
        let rejects = try bench.folder.text("rejects.ndjson").split(separator: "\n").map { try $0.jsonObject() }
        #expect(rejects.map { $0["reason"] as? String } == ["out_of_range", "timestamp"])
        #expect(rejects.map { $0["line"] as? Int } == [8, 9])
        #expect(rejects.map { $0["file"] as? String } == ["trace.csv", "trace.csv"])
        #expect(rejects.first?["record"] as? String == "bus,2026-01-01T00:04:00Z,91,2")
        #expect(rejects.first?["column"] as? Int == 26)
        #expect(rejects.allSatisfy { $0["message"] as? String != nil })
    }

    @Test(arguments: [
        (
            "walk.gpx", 5,
            """
            <gpx>
            <trk><trkseg>
            <trkpt lat="1" lon="2">
            <time>2026-01-01T00:00:00Z</time></trkpt>
            <trkpt lat="91" lon="2"><time>2026-01-01T00:00:01Z</time></trkpt>
            </trkseg></trk></gpx>
            """
        ),
        (
            "Records.json", 4,
            """
            {"locations": [
            {"timestamp": "2026-01-01T00:00:00Z", "latitudeE7": 10000000, "longitudeE7": 20000000},

            {"timestamp": "2026-01-01T00:00:01Z", "latitudeE7": 910000000, "longitudeE7": 20000000}]}
            """
        ),
        (
            "o.rec", 2,
            #"""
            {"_type":"location","tid":"jp","lat":1,"lon":2,"tst":1767225600}
            {"_type":"location","tid":"jp","lat":91,"lon":2,"tst":1767225601}
            """#
        ),
    ])
    func `the rejects file has the line of a record in a foreign format`(
        name: String,
        line: Int,
        trace: String
    ) async throws {
        let bench = try Workbench()
        try bench.folder.write(trace, to: name)
        let run = try await bench.run("evaluate --fences fences.geojson --trace \(name) --rejects rejects.ndjson")
        #expect(run.status == 0)
        #expect(run.errorOutput.hasPrefix("\(name):\(line): warning: the latitude"), "\(run.errorOutput)")
        let reject = try bench.json("rejects.ndjson")
        #expect(reject["line"] as? Int == line)
        #expect(reject.keys.sorted() == ["file", "line", "message", "reason"])
    }

    @Test func `a run without active geofences causes a warning`() async throws {
        let bench = try Workbench()
        try bench.folder.write(#"{"type":"FeatureCollection","features":[]}"#, to: "none.geojson")
        let run = try await bench.run("evaluate --fences none.geojson --trace trace.csv")
        #expect(run.status == 0)
        #expect(run.errorOutput.contains("\nwarning: there is no active geofence"), "\(run.errorOutput)")
    }

    @Test(arguments: ["", "--max-lateness 1h", "--order input"])
    func `the rejects file has the fix of a record that was read but not used`(options: String) async throws {
        let trace = """
            device,ts_unix_ms,lat,lon,accuracy,seq
            bus,1767225600000,0.5,0.5,,1
            bus,1767225660000,-0.00001,100.5,4.5,2
            bus,1767225720000,0.5,0.5,,3
            bus,1767225720000,0.5,0.5,,3

            """
        let bench = try Workbench(trace: trace)
        let run = try await bench.evaluate("--policy balanced --rejects rejects.ndjson --quiet \(options)")
        #expect(run.status == 0, "\(run.errorOutput)")
        let rejects = try bench.folder.text("rejects.ndjson").split(separator: "\n")
        #expect(rejects.count == 2)
        #expect(rejects.first?.contains(#""line":3,"reason":"impossible_speed","message":"#) == true)
        let fix =
            #""fix":{"device":"bus","ts_unix_ms":1767225660000,"latitude":-0.00001,"longitude":100.5,"#
            + #""h_accuracy_m":4.5,"seq":2}}"#
        #expect(rejects.first?.hasSuffix(fix) == true, "\(rejects)")
        #expect(rejects.last?.contains(#""line":5,"reason":"duplicate""#) == true, "\(rejects)")
    }

    @Test(arguments: ["raw", "balanced"])
    func `a temporarily wrong clock does not make good fixes of a stream late`(policy: String) async throws {
        let start = 1_767_225_600
        var rows = (0..<80).map { "bus,\(start + 60 * $0),0.5,\($0 < 40 ? -0.001 : 0.001)" }
        // Ten in a row that are a day ahead, and two more.
        for (line, count) in [(60, 2), (20, 10)] {
            rows.insert(contentsOf: (0..<count).map { "bus,\(start + 86_400 + 60 * $0 + line),0.5,0.001" }, at: line)
        }
        let trace = "device,time,lat,lon\n" + rows.joined(separator: "\n") + "\n"
        let bench = try Workbench(trace: trace)
        let sorted = try await bench.evaluate("--policy \(policy) --quiet")
        #expect(sorted.lines.count == 1)
        for threads in [1, 3] {
            let options = "--policy \(policy) --max-lateness 30s --threads \(threads) --report r.json"
            let run = try await bench.evaluate(options)
            #expect(run.text == sorted.text)
            #expect(try bench.json("r.json")["fixes_used"] as? Int == rows.count, "\(run.errorOutput)")
        }
    }

    @Test func `a pipe gets each reject once, even if the trace is read again for sorting`() async throws {
        let lines = Samples.trace.split(separator: "\n").map(String.init)
        // More than is buffered for one write.
        let bad = (0..<3000).map { "bus,2026-01-01T01:00:00Z,1,\(361 + $0)\(String(repeating: "0", count: 60))" }
        let trace = ([lines[0]] + bad + lines.dropFirst().reversed()).joined(separator: "\n") + "\n"
        let bench = try Workbench(trace: trace)
        let file = try await bench.evaluate("--rejects rejects.ndjson --quiet")
        #expect(file.status == 0)
        let run = try await GeofenceProcess.shell(
            """
            mkfifo pipe; cat pipe > piped.ndjson & \
            geofence evaluate --policy raw --fences fences.geojson --trace trace.csv --rejects pipe --quiet; wait
            """,
            in: bench.folder
        )
        #expect(run.status == 0 && run.output == file.output, "\(run.errorOutput)")
        let rejects = try bench.folder.text("rejects.ndjson")
        #expect(try bench.folder.text("piped.ndjson") == rejects)
        #expect(rejects.split(separator: "\n").count == 3000)
    }

    @Test func `the first ten rejects of a reason are shown, one hint, then the number of others`() async throws {
        let bad = (0..<25).map { "bus,2026-01-01T01:00:00Z,1,\(361 + $0)\n" }.joined()
        let run = try await Workbench(trace: Samples.trace + bad).evaluate()
        #expect(run.errorOutput.contains("trace.csv:8:28: warning: "))
        #expect(run.errorOutput.contains("trace.csv:17:28: "))
        #expect(!run.errorOutput.contains("trace.csv:18:28: "))
        #expect(run.errorOutput.components(separatedBy: "hint: ").count - 1 == 1, "\(run.errorOutput)")
        #expect(run.errorOutput.contains("15 more [out_of_range]"))
        #expect(run.errorOutput.contains("25 rejected: out_of_range"))
    }

    @Test func `--strict stops at the first bad record with 65 and leaves no file`() async throws {
        let bench = try Workbench(trace: Samples.trace + "bus,2026-01-01T00:04:00Z,91,2\nbus,x,1,2\n")
        let run = try await bench.evaluate("--strict --output events.csv --rejects rejects.ndjson")
        #expect(run.status == 65)
        #expect(run.errorOutput.hasPrefix("trace.csv:8:26: error: "))
        #expect(try bench.folder.names == ["fences.geojson", "trace.csv"])
    }

    @Test func `- is standard input, for traces and for fences`() async throws {
        let bench = try Workbench()
        let expected = try await bench.evaluate()
        let trace = try await bench.run("evaluate --policy raw --fences fences.geojson --trace -", input: Samples.trace)
        let fences = try await bench.run("evaluate --policy raw --fences - --trace trace.csv", input: Samples.fences)
        #expect(trace.text == expected.text)
        #expect(fences.text == expected.text)
    }

    @Test func `unordered standard input is sorted`() async throws {
        let bench = try Workbench()
        let expected = try await bench.evaluate()
        let run = try await bench.run("evaluate --policy raw --fences fences.geojson --trace -", input: Self.unordered)
        #expect(run.text == expected.text)
        #expect(run.errorOutput.contains("sorted first"))
    }

    @Test(arguments: ["pipe", "other.csv pipe", "pipe other.csv pipe2"])
    func `unordered named pipes are sorted`(traces: String) async throws {
        let bench = try Workbench(trace: Self.unordered)
        try bench.folder.write(Samples.trace.replacing("bus", with: "tram"), to: "other.csv")
        let files = traces.replacing("pipe2", with: "trace.csv").replacing("pipe", with: "trace.csv")
        let expected = try await bench.run("evaluate --policy raw --fences fences.geojson --trace \(files)")
        let run = try await GeofenceProcess.shell(
            """
            mkfifo pipe pipe2; cat trace.csv > pipe & one=$!; cat trace.csv > pipe2 & two=$!
            geofence evaluate --policy raw --fences fences.geojson --trace \(traces)
            status=$?; kill -9 $one $two 2> /dev/null; exit $status
            """,
            in: bench.folder
        )
        #expect(run.status == 0 && !run.output.isEmpty && run.output == expected.output, "\(run.errorOutput)")
        #expect(run.errorOutput.contains("sorted first"))
    }

    /// To start over is to read standard input again, which is at its end by then.
    @Test func `an unusable standard input is an error, also after a file that is not in order`() async throws {
        let rows = (0..<20_000).map { "bus,\(1_767_225_600 + $0),0,0\n" }
        let bench = try Workbench(trace: "device,time,latitude,longitude\n" + rows.joined() + rows[0])
        let run = try await GeofenceProcess.shell(
            """
            (sleep 0.5; printf 'a,b\\n1,2\\n') | \
            geofence evaluate --policy raw --fences fences.geojson --trace trace.csv --trace - --threads 2
            """,
            in: bench.folder
        )
        #expect(run.status == 65 && run.errorOutput.contains("invalid_header"), "\(run.errorOutput)")
    }

    @Test func `a row number is not the device if there is a user column`() async throws {
        let trace = """
            id,user_id,timestamp,lat,lon
            1,bob,2026-01-01T00:00:00Z,0.25,0.25
            2,bob,2026-01-01T00:01:00Z,0.25,9
            """
        let run = try await Workbench(trace: trace).evaluate("--format csv")
        #expect(run.shortEvents.map { $0.prefix(12) } == ["ENTER,bob,sq", "EXIT,bob,squ"], "\(run.text)")
    }

    @Test func `a file that was compressed twice is refused with a remedy`() async throws {
        let bench = try Workbench()
        _ = try await GeofenceProcess.shell("gzip -c trace.csv | gzip > twice.gz", in: bench.folder)
        for line in ["evaluate --fences fences.geojson --trace", "evaluate --trace trace.csv --fences", "verify"] {
            let run = try await bench.run("\(line) twice.gz")
            #expect(run.status == 65)
            #expect(run.errorOutput.contains(" gzip data"), "\(run.errorOutput)")
            #expect(run.errorOutput.contains("It is compressed twice"), "\(run.errorOutput)")
        }
    }

    @Test func `gzip files are decompressed`() async throws {
        let bench = try Workbench()
        let expected = try await bench.evaluate()
        let zipped = try await GeofenceProcess.shell("gzip trace.csv fences.geojson", in: bench.folder)
        #expect(zipped.status == 0)
        let run = try await bench.run("evaluate --policy raw --fences fences.geojson.gz --trace trace.csv.gz")
        #expect(run.status == 0)
        #expect(run.text == expected.text)
    }

    @Test func `files may follow one flag or several`() async throws {
        let bench = try Workbench()
        try bench.folder.write(Samples.collection([Samples.square("other")]), to: "more.geojson")
        let one = try await bench.run("evaluate --policy raw --fences fences.geojson more.geojson --trace trace.csv")
        let two = try await bench.run(
            "evaluate --policy raw --fences fences.geojson --trace trace.csv --fences more.geojson"
        )
        #expect(one.status == 0)
        #expect(one.lines.count == 7)
        #expect(one.text == two.text)
    }

    @Test func `an unordered trace gives the events of the sorted one, and the summary says so`() async throws {
        let expected = try await Workbench().evaluate()
        let run = try await Workbench(trace: Self.unordered).evaluate()
        #expect(run.text == expected.text)
        #expect(run.errorOutput.contains("sorted first"))
        #expect(!expected.errorOutput.contains("sorted first"))
    }

    @Test func `--order input evaluates fixes in the order of the input`() async throws {
        let trace = """
            device_id,timestamp,latitude,longitude
            bus,2026-01-01T00:01:00Z,0.5,0.5
            bus,2026-01-01T00:00:00Z,0.5,-1

            """
        let bench = try Workbench(trace: trace)
        let byTime = try await bench.evaluate("--format csv")
        let asTheyCome = try await bench.evaluate("--format csv --order input")
        #expect(byTime.shortEvents == ["ENTER,bus,square,1767225660000,movement"])
        // A device's time does not go back: the older fix counts at the time of the previous one.
        #expect(
            asTheyCome.shortEvents
                == ["ENTER,bus,square,1767225660000,initial", "EXIT,bus,square,1767225660000,movement"]
        )
    }

    @Test(arguments: ["", "--max-lateness 1m"])
    func `fixes at null island are noted if they are used`(options: String) async throws {
        // A repeated fix, and one that is late if nothing is sorted.
        let rows = ["d,10,0,0", "d,10,0,0", "d,20,0,0", "d,300,1,1", "d,5,0,0"]
        let bench = try Workbench(trace: (["device,ts,lat,lon"] + rows).joined(separator: "\n") + "\n")
        let run = try await bench.evaluate("\(options) --report r.json")
        #expect(run.status == 0, "\(run.errorOutput)")
        let noted = try bench.json("r.json")["noted"] as? [String: Int]
        #expect(noted?["null_island"] == (options.isEmpty ? 3 : 2))
    }

    @Test(arguments: ["", "--threads 3", "--max-lateness 1m"])
    func `fixes without an accuracy are noted if they are used`(options: String) async throws {
        // A repeated fix, one that is late if nothing is sorted, and two with an accuracy.
        let seconds = [(10, ""), (10, ""), (20, "0"), (300, "-1"), (5, ""), (30, "5"), (400, "7")]
        let rows = seconds.map { "d,\(1_767_225_600 + $0.0),1,1,\($0.1)" }
        let bench = try Workbench(trace: (["device,ts,lat,lon,accuracy"] + rows).joined(separator: "\n") + "\n")
        let count = options.hasPrefix("--max-lateness") ? 3 : 4
        for policy in ["raw", "balanced"] {
            let run = try await bench.evaluate("\(options) --policy \(policy) --report r.json")
            #expect(run.status == 0, "\(run.errorOutput)")
            let noted = try bench.json("r.json")["noted"] as? [String: Int]
            #expect(noted?["unknown_accuracy"] == count)
            let line = "           \(count) without a known accuracy, taken as 20 m\n"
            #expect(run.errorOutput.contains(line) == (policy == "balanced"), "\(run.errorOutput)")
        }
    }

    @Test func `a BOM, CRLF and a missing final newline do not change the events`() async throws {
        let expected = try await Workbench().evaluate()
        let trace = "\u{FEFF}" + Samples.trace.replacingOccurrences(of: "\n", with: "\r\n").dropLast()
        let fences = "\u{FEFF}" + Samples.fences.replacingOccurrences(of: "\n", with: "\r\n")
        let run = try await Workbench(fences: fences, trace: String(trace)).evaluate()
        #expect(run.status == 0)
        #expect(run.text == expected.text)
    }

    /// The sample with its lines in reverse order.
    private static let unordered: String = {
        let lines = Samples.trace.split(separator: "\n")
        return ([lines[0]] + lines.dropFirst().reversed()).joined(separator: "\n") + "\n"
    }()
}
