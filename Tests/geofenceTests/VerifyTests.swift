import Foundation
import TestSupport
import Testing

@Suite struct VerifyTests {
    private let bad = """
        event,device,geofence,ts_unix_ms,decided_unix_ms,latitude,longitude,cause
        ENTER,bus,stop,1000,1000,0,0,movement
        EXIT,bus,stop,2000,2000,0,0,movement
        EXIT,bus,stop,3000,3000,0,0,movement
        ENTER,car,stop,4000,4000,0,0,initial

        """

    @Test func `violations go to standard output with their lines, the summary to standard error`() async throws {
        let bench = try Workbench()
        try bench.folder.write(bad, to: "bad.csv")
        let run = try await bench.run("verify bad.csv")
        #expect(run.status == 1)
        #expect(run.lines == ["bad.csv:4: error: \"bus\" in \"stop\": EXIT while outside since line 3 [exit_outside]"])
        #expect(
            run.errorOutput == """
                log        csv, 4 records
                events     2 ENTER, 2 EXIT, 0 DWELL; 0 of other kinds
                visits     1 open at the end
                violations 1

                """
        )
    }

    @Test func `a message that a geofence was dropped counts as one of other kinds`() async throws {
        let time = #""time":"2026-01-01T00:00:00Z""#
        let log = """
            {"command":"set","detect":"enter","hook":"stop","key":"fleet","id":"bus",\(time)}
            {"command":"drop","hook":"stop","key":"fleet",\(time)}

            """
        let run = try await Workbench().run("verify -", input: log)
        #expect(run.status == 0, "\(run.text)")
        let counts = "events     1 ENTER, 0 EXIT, 0 DWELL; 1 of other kinds\nvisits     0 open at the end\n"
        #expect(run.errorOutput.contains(counts), "\(run.errorOutput)")
    }

    @Test(arguments: [
        (Samples.trace, "Is this a trace instead of an event log?"),
        ("{\"device\":\"bus\",\"timestamp\":1,\"lat\":1,\"lon\":2}\n", "Is this a trace instead of an event log?"),
        (Samples.fences, "Are these geofences instead of an event log?"),
        ("id,latitude,longitude,radius_m\na,1,2,100\n", "Are these geofences instead of an event log?"),
        ("device,geofence,enter_unix_ms,exit_unix_ms\na,b,1,2\n", "Are these visits instead of an event log?"),
    ])
    func `the hint for other input asks if it is a trace, geofences or visits`(input: String, question: String)
        async throws
    {
        let run = try await Workbench().run("verify -", input: input)
        #expect(run.status == 65 && run.output.isEmpty)
        #expect(run.errorOutput.contains("\n  hint: \(question) Give this program's events"), "\(run.errorOutput)")
    }

    @Test(arguments: ["raw", "balanced"])
    func `an event log given as a trace is refused`(policy: String) async throws {
        let bench = try Workbench()
        _ = try await bench.run("fences import fences.geojson --store s.db")
        for log in ["log.csv", "log.ndjson"] {
            let options = "--fences fences.geojson --quiet --policy \(policy)"
            #expect(try await bench.run("evaluate \(options) --trace trace.csv --output \(log)").status == 0)
            for line in [
                "evaluate \(options) --trace trace.csv \(log)", "import \(log) --store s.db --source a --all",
                "watch --store s.db --trace \(log)",
            ] {
                let run = try await bench.run(line)
                #expect(run.status == 65)
                #expect(run.errorOutput.contains("\(log):1: error: "), "\(line): \(run.errorOutput)")
                #expect(run.errorOutput.contains("this is an event log, not a trace"), "\(run.errorOutput)")
            }
        }
    }

    @Test func `visits given as a trace are refused`() async throws {
        let bench = try Workbench()
        _ = try await bench.run("fences import fences.geojson --store s.db")
        for visits in ["v.csv", "v.ndjson", "p.csv"] {
            let passing = visits == "p.csv" ? "--pass-through" : ""
            #expect(try await bench.evaluate("--visits \(visits) --quiet \(passing)").status == 0)
        }
        let made = "generate --scenario tunnel --labels l.csv --quiet"
        #expect(try await bench.run(made).status == 0)
        let fences = "--fences fences.geojson"
        for visits in ["v.csv", "v.ndjson", "p.csv", "l.csv"] {
            for line in [
                "evaluate \(fences) --trace trace.csv \(visits)", "backtest \(fences) --trace \(visits)",
                "explain \(fences) --trace \(visits) --device bus --geofence square",
                "diff --old fences.geojson --new fences.geojson --trace \(visits)",
                "import \(visits) --store s.db --source a --all", "watch --store s.db --trace \(visits)",
            ] {
                let run = try await bench.run(line)
                #expect(run.status == 65)
                #expect(run.errorOutput.contains("\(visits):1: error: "), "\(line): \(run.errorOutput)")
                #expect(run.errorOutput.contains("this is a list of visits, not a trace"), "\(run.errorOutput)")
                #expect(run.errorOutput.contains("`geofence backtest --labels`"), "\(run.errorOutput)")
            }
        }
    }

    @Test func `a trace joined with visits is accepted as a trace`() async throws {
        let trace = """
            device,geofence,enter_unix_ms,state,ts_unix_ms,latitude,longitude
            bus,square,1767225600000,open,1767225660000,0.5,0.5

            """
        let run = try await Workbench(trace: trace).evaluate()
        #expect(run.status == 0 && run.lines.count == 1, "\(run.errorOutput)")
    }

    @Test func `--closed reports open visits, and --findings json writes objects`() async throws {
        let run = try await Workbench().run("verify - --closed --findings json --quiet", input: bad)
        #expect(run.status == 1)
        #expect(run.errorOutput.isEmpty)
        let objects = try run.lines.map { try $0.jsonObject() }
        #expect(objects.map { $0["code"] as? String } == ["exit_outside", "visit_open"])
        #expect(objects.map { $0["line"] as? Int } == [4, 5])
        #expect(objects.map { $0["other_line"] as? Int } == [3, nil])
        #expect(objects.map { $0["device"] as? String } == ["bus", "car"])
    }

    @Test(arguments: [
        ("", "no records found"), ("event,device,geofence,ts_unix_ms\n", "no records found"),
        ("{\"_type\":\"encrypted\",\"data\":\"x\"}\n", "of type transition found; encrypted messages cannot be read"),
        ("{\"command\":\"set\",\"key\":\"k\",\"detect\":\"inside\"}\n", "fences send these with DETECT enter,exit"),
    ])
    func `a log without events causes a warning but no violation`(log: String, reason: String) async throws {
        let run = try await Workbench().run("verify -", input: log)
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
        #expect(run.errorOutput.contains("-: warning: ") && run.errorOutput.contains(reason))
    }

    @Test(arguments: [
        ("[A,\nB,\nC]", 3), ("A\nB\nC\n", 3), ("[[A],\n[B]]\n[\n C\n]\n", 4),
    ])
    func `Traccar's events as JSON are read, in arrays too`(log: String, line: Int) async throws {
        func event(_ id: Int, _ kind: String) -> String {
            #"{"id":\#(id),"attributes":{},"deviceId":7,"type":"\#(kind)","eventTime":"2026-01-01T00:00:00.000+00:00","#
                + #""positionId":9,"geofenceId":3,"maintenanceId":0}"#
        }
        let text = log.replacing("A", with: event(1, "geofenceEnter")).replacing("B", with: event(2, "geofenceExit"))
            .replacing("C", with: event(3, "geofenceExit"))
        let run = try await Workbench().run("verify -", input: text)
        #expect(run.status == 1)
        #expect(
            run.lines.count == 1 && run.text.contains("-:\(line): error: \"7\" in \"3\": EXIT while"),
            "\(run.text)"
        )
        #expect(run.errorOutput.hasPrefix("log        traccar, 3 records\n"), "\(run.errorOutput)")
    }

    @Test(arguments: ["\n", "\r\n"])
    func `the files of the OwnTracks recorder are read as they are`(lineEnd: String) async throws {
        func transition(_ event: String, _ time: Int) -> String {
            #"2026-03-02T09:00:00Z\#tevent             \#t{"_type":"transition","event":"\#(event)","tid":"a","desc":"b","#
                + #""tst":\#(1_767_225_600 + time)}"#
        }
        let location =
            #"2026-03-02T09:00:00Z\#t*                 \#t{"_type":"location","tid":"a","lat":1,"lon":2,"tst":1}"#
        let log = ["", location, transition("enter", 0), transition("leave", 1), "no message", transition("leave", 2)]
        let text = log.joined(separator: lineEnd)
        let run = try await Workbench().run("verify -", input: text)
        #expect(run.status == 1)
        #expect(
            run.lines.count == 2 && run.text.contains("-:5: error: ")
                && run.text.contains("-:6: error: \"a\" in \"b\": EXIT"),
            "\(run.text)"
        )
        #expect(run.errorOutput.hasPrefix("log        owntracks, 5 records\n"), "\(run.errorOutput)")
    }

    @Test func `a NUL in a file of the OwnTracks recorder costs only its line`() async throws {
        let lines = [("a", "enter", 0), ("a\0", "enter", 1), ("a", "leave", 2)].map { id, event, time in
            "2026-03-02T09:00:00Z\tevent\t"
                + #"{"_type":"transition","event":"\#(event)","tid":"\#(id)","desc":"b","tst":\#(1_767_225_600 + time)}"#
        }
        let run = try await Workbench().run("verify -", input: lines.joined(separator: "\n") + "\n")
        #expect(run.status == 1)
        #expect(run.lines.count == 1 && run.text.contains("-:2: error: "), "\(run.text)")
        #expect(run.errorOutput.hasPrefix("log        owntracks, 3 records\n"), "\(run.errorOutput)")
    }

    @Test func `the wrong --format is an error and yields no violations`() async throws {
        let run = try await Workbench().run("verify - --format ndjson", input: bad)
        #expect(run.status == 65)
        #expect(run.output.isEmpty)
        #expect(
            run.errorOutput.contains(
                """
                none of 5 records has the format ndjson [unknown_format]
                  hint: Omit --format to detect the format from the content, or give another one.
                """
            )
        )
        #expect(try await Workbench().run("verify - --format tile38", input: "{\"a\":1}\n").status == 65)
    }

    @Test(arguments: ["raw", "balanced", "probability"], ["ndjson", "csv"])
    func `the events of the samples have no violations`(policy: String, format: String) async throws {
        let bench = try Workbench()
        let data = Project.folder.appending(path: "data").path
        for passing in ["", " --pass-through"] {
            let inputs = "--fences \(data)/fences.geojson --trace \(data)/trace.csv"
            let run = try await bench.run(
                "evaluate \(inputs) --policy \(policy) --format \(format) --output events\(passing)"
            )
            #expect(run.status == 0, "\(run.errorOutput)")
            let verified = try await bench.run("verify events")
            #expect(verified.status == 0, "\(verified.text)")
            #expect(verified.errorOutput.contains("log        \(format), "))
        }
    }

    @Test(
        .enabled(if: !RealData.pairs.isEmpty, "the real data is not here; see GEOFENCE_TEST_DATA"),
        arguments: RealData.pairs
    )
    func `the events of real traces have no violations`(pair: String) async throws {
        let bench = try Workbench()
        let data = try RealData(pair: pair)
        // One day of buses and the storms, some of which cross the antimeridian, have enough paths between fixes.
        let hasWays = ["austin_buses_2015-09-06__", "hurricanes_east_pacific__"].contains(where: pair.hasPrefix)
        for passing in hasWays
            ? ["", " --pass-through", " --policy raw", " --policy raw --pass-through --max-segment-gap 86400"]
            : ["", " --policy raw"]
        {
            let run = try await bench.run(
                "evaluate --fences \(data.fences) --skip-invalid --trace \(data.trace) --output events\(passing)"
            )
            #expect(run.status == 0, "\(run.errorOutput)")
            let verified = try await bench.run("verify events")
            #expect(verified.status == 0, "\(verified.text.prefix(1000))")
        }
    }
}
