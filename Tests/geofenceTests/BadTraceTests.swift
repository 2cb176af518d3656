import Foundation
import TestSupport
import Testing

/// Malformed and implausible traces, from the file to the exit code.
@Suite struct BadTraceTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        var name: String
        var trace: String
        /// The reason why one record is not used; `nil` for a trace that cannot be used at all.
        var reason: String?
        /// What the hint must contain.
        var says = ""

        init(_ name: String, trace: String, reason: String? = nil, says: String = "") {
            self.name = name
            self.trace = trace
            self.reason = reason
            self.says = says
        }

        /// Creates a fault with a bad record after the good ones.
        init(_ name: String, record: String, reason: String) {
            self.init(name, trace: Samples.trace + record + "\n", reason: reason)
        }

        var testDescription: String { name }
    }

    static let records: [Fault] = [
        Fault("a coordinate that is not a number", record: "bus,2026-01-01T00:04:00Z,nan,2", reason: "coordinate"),
        Fault("an infinite coordinate", record: "bus,2026-01-01T00:04:00Z,1,-inf", reason: "coordinate"),
        Fault("a hexadecimal coordinate", record: "bus,2026-01-01T00:04:00Z,0x10,2", reason: "coordinate"),
        Fault("a latitude of 91", record: "bus,2026-01-01T00:04:00Z,91,2", reason: "out_of_range"),
        Fault("a longitude of 361", record: "bus,2026-01-01T00:04:00Z,1,361", reason: "out_of_range"),
        Fault("a missing latitude", record: "bus,2026-01-01T00:04:00Z,,2", reason: "missing_value"),
        Fault("no device", record: ",2026-01-01T00:04:00Z,1,2", reason: "device_id"),
        Fault("a day that does not exist", record: "bus,2026-02-30T00:04:00Z,1,2", reason: "timestamp"),
        Fault("a time without a zone", record: "bus,2026-01-01 00:04:00,1,2", reason: "timestamp"),
        Fault("too few cells", record: "bus,2026-01-01T00:04:00Z", reason: "column_count"),
        Fault("a repeated fix", record: "bus,2026-01-01T00:03:00Z,0.5,2", reason: "duplicate"),
        Fault(
            "a line of 10 MB",
            record: "bus,2026-01-01T00:04:00Z,1,2" + String(repeating: "x", count: 10_000_000),
            reason: "line_too_long"
        ),
        Fault(
            "an object that ends in the middle",
            trace: """
                {"device":"bus","ts_unix_ms":1767225600000,"latitude":1,"longitude":2}
                {"device":"bus","ts_unix_ms":17672
                """,
            reason: "truncated"
        ),
        Fault(
            "a coordinate of the wrong type",
            trace: "{\"device\":\"bus\",\"ts_unix_ms\":1767225600000,\"latitude\":\"north\",\"longitude\":2}\n",
            reason: "coordinate"
        ),
    ]

    @Test(arguments: records)
    func `a bad record is counted, and ends a strict run with 65`(fault: Fault) async throws {
        let bench = try Workbench(trace: fault.trace)
        let run = try await bench.evaluate("--report report.json --rejects rejects.ndjson")
        #expect(run.status == 0, "\(run.errorOutput)")
        let report = try bench.json("report.json")
        #expect(report["rejected"] as? [String: Int] == [fault.reason ?? "": 1])
        let read = try #require(report["fixes_read"] as? Int)
        #expect(report["fixes_used"] as? Int == read - 1)
        #expect(try bench.folder.text("rejects.ndjson").split(separator: "\n").count == 1)
        let strict = try await bench.evaluate("--strict")
        #expect(strict.status == (fault.reason == "duplicate" ? 0 : 65))
    }

    static let traces: [Fault] = [
        Fault("a column is missing", trace: "device_id,timestamp,latitude\nbus,1,2\n"),
        Fault("a column is there twice", trace: "device_id,timestamp,lat,latitude,lon\nbus,1,2,3,4\n"),
        Fault("latitude and longitude are swapped", trace: swapped),
        Fault("a JSON array without objects", trace: "[\"bus\"]\n"),
        Fault("GeoJSON", trace: Samples.fences),
        Fault("XML", trace: "<?xml version=\"1.0\"?><kml></kml>\n"),
        Fault(
            "a page of the web",
            trace: "<!DOCTYPE html>\n<html><body>Log in</body></html>\n",
            says: "Fetch the file again"
        ),
        Fault("binary garbage", trace: "\u{0}\u{1}\u{2}garbage\u{0}\u{3}"),
    ]

    private static let swapped =
        "device_id,timestamp,latitude,longitude\n"
        + (0..<20).map { "bus,2026-01-01T00:00:\($0 + 10)Z,-122.\($0),37.5\n" }.joined()

    @Test(arguments: traces)
    func `an unusable trace ends the run with 65`(fault: Fault) async throws {
        let bench = try Workbench(trace: fault.trace)
        let run = try await bench.evaluate("--output events.csv")
        #expect(run.status == 65)
        #expect(run.errorOutput.hasPrefix("trace.csv"), "\(run.errorOutput)")
        #expect(run.errorOutput.contains("\n  hint: \(fault.says)"))
        #expect(try bench.folder.names == ["fences.geojson", "trace.csv"])
    }

    @Test(arguments: ["", "device_id,timestamp,latitude,longitude\n"])
    func `a trace without fixes gives no events and is not an error`(trace: String) async throws {
        let bench = try Workbench(trace: trace)
        let run = try await bench.evaluate("--report report.json")
        #expect(run.status == 0)
        #expect(run.output.isEmpty)
        #expect(try bench.json("report.json")["fixes_read"] as? Int == 0)
    }

    @Test func `truncated gzip data is an error and leaves no output`() async throws {
        let bench = try Workbench()
        let cut = try await GeofenceProcess.shell("gzip < trace.csv | head -c 60 > cut.csv.gz", in: bench.folder)
        #expect(cut.status == 0)
        let run = try await bench.run(
            "evaluate --policy raw --fences fences.geojson --trace cut.csv.gz --output events.csv"
        )
        #expect(run.status == 65)
        #expect(run.errorOutput.contains("cut.csv.gz"))
        #expect(try bench.folder.names == ["cut.csv.gz", "fences.geojson", "trace.csv"])
    }

    @Test func `files whose names differ only after a dot are different devices`() async throws {
        let bench = try Workbench()
        let point = "<trkpt lat=\"0.5\" lon=\"2\"><time>2026-01-01T10:00:00Z</time></trkpt>"
        for name in ["bus.7.gpx", "bus.8.GPX", "2026.01.01.gpx", ".gpx"] {
            try bench.folder.write("<gpx><trk><trkseg>\(point)</trkseg></trk></gpx>", to: name)
        }
        let run = try await bench.run(
            "evaluate --fences fences.geojson --policy raw --trace bus.7.gpx bus.8.GPX 2026.01.01.gpx .gpx --format csv"
        )
        #expect(
            run.errorOutput.contains("4 read, 4 used") && run.errorOutput.contains("devices    4"),
            "\(run.errorOutput)"
        )
        let devices = run.shortEvents.map { $0.split(separator: ",")[1] }
        #expect(devices == [".gpx", "2026.01.01", "bus.7", "bus.8"])
    }

    @Test func `a tab-separated table may begin with an unnamed column`() async throws {
        let table = "\n \n\tdevice\ttime\tlat\tlon\n0\tb\t2026-01-01T10:00:00Z\t0.5\t0.5\n"
        let bench = try Workbench(trace: table)
        let run = try await bench.evaluate()
        #expect(run.status == 0 && run.lines.count == 1, "\(run.errorOutput)")
        _ = try await bench.run("fences import --store s.db fences.geojson")
        for trace in [
            table, "\t\n \t{\"device\":\"b\",\"ts_unix_ms\":1767261600000,\"latitude\":0.5,\"longitude\":0.5}\n",
        ] {
            let watch = try await bench.run(
                "watch --store s.db --trace - --policy raw --name w\(trace.count)",
                input: trace
            )
            #expect(watch.status == 0 && watch.lines.count == 1, "\(watch.errorOutput)")
        }
    }

    @Test(arguments: ["", "\n"])
    func `swapped columns are detected with or without a final line end`(end: String) async throws {
        let run = try await Workbench(trace: "device,time,lat,lon\nb,2026-01-01T10:00:00Z,113.4,52.5\(end)").evaluate()
        #expect(run.status == 65 && run.errorOutput.contains("look swapped"), "\(run.errorOutput)")
    }

    @Test func `gzip data cut within a record is reported as cut off, not as a bad record`() async throws {
        let bench = try Workbench()
        let made = "generate --scenario departure --fences-out f.geojson --trace-out t.csv --quiet"
        #expect(try await bench.run(made).status == 0)
        let told = "evaluate --fences f.geojson --trace t.csv --output e.csv --visits v.csv --quiet"
        #expect(try await bench.run(told).status == 0)
        let cut = "for f in e.csv t.csv v.csv; do gzip -nc $f | head -c 400 > $f.gz; done"
        #expect(try await GeofenceProcess.shell(cut, in: bench.folder).status == 0)
        for command in [
            "verify e.csv.gz", "evaluate --fences f.geojson --trace t.csv.gz --strict",
            "backtest --fences f.geojson --trace t.csv --labels v.csv.gz",
        ] {
            let run = try await bench.run(command)
            #expect(run.status == 65 && run.output.isEmpty)
            #expect(run.errorOutput.contains("gzip data is cut off"), "\(run.errorOutput)")
        }
    }

    @Test func `a record cut off by the end of the input is reported as cut off`() async throws {
        let object = #"{"device":"bus","ts_unix_ms":1767225600000,"lat"#
        let trace = try await Workbench(trace: object).evaluate()
        #expect(
            trace.errorOutput.contains("the input ends in the middle of the record: a key is missing or not in quotes")
        )
        #expect(trace.errorOutput.contains("[truncated]\n  hint: Check whether the file was copied completely.\n"))
        let log = try await Workbench().run("verify -", input: "event,device,geofence,ts_unix_ms\nENTER,bus,st")
        #expect(
            log.lines == [
                "-:2: error: there are 3 cells for 4 columns; the input ends there without a line end and may be cut off [unreadable]"
            ]
        )
    }

    @Test(arguments: ["20000", "45292", "45292.523", "79999.9"])
    func `a spreadsheet day number in place of a time is recognized`(day: String) async throws {
        let bench = try Workbench(trace: "device,time,lat,lon\nbus,\(day),1,2\n")
        let evaluate = "evaluate --fences fences.geojson --trace"
        let run = try await bench.run("\(evaluate) trace.csv --rejects r.ndjson")
        #expect(run.errorOutput.contains("looks like the day number of a spreadsheet, not used [too_old]"))
        #expect(run.errorOutput.contains("hint: Export the column as ISO 8601"), "\(run.errorOutput)")
        #expect(try bench.folder.text("r.ndjson").contains("day number"))
        let object = "{\"device\":\"bus\",\"time\":\(day),\"lat\":1,\"lon\":2}\n"
        #expect(
            try await bench.run("\(evaluate) -", input: object).errorOutput.contains("the time \(Double(day) ?? 0),")
        )
        // Under raw they keep their meaning: seconds since 1970.
        #expect(try await bench.evaluate("--report q.json").status == 0)
        #expect(try bench.json("q.json")["fixes_used"] as? Int == 1)
    }

    @Test func `a time soon after 1970 is also attributed to the device's clock`() async throws {
        let trace = "device,time,lat,lon\nbus,1970-01-01T12:34:56Z,1,2\n"
        let run = try await Workbench().run("evaluate --fences fences.geojson --trace -", input: trace)
        #expect(run.errorOutput.contains("check the device's clock"), "\(run.errorOutput)")
    }

    @Test func `a date in digits in place of a time is recognized`() async throws {
        let rows = ["20260131120000", "20261331120000"].map { "bus,\($0),1,2\n" }
        let bench = try Workbench(trace: "device,time,lat,lon\n" + rows.joined())
        let run = try await bench.run("evaluate --fences fences.geojson --trace trace.csv")
        #expect(
            run.errorOutput.contains(
                "trace.csv:2: warning: the time 20260131120000, read as milliseconds since 1970, looks like a date"
            )
        )
        #expect(run.errorOutput.contains("trace.csv:3: warning: the fix is later than --latest"), "\(run.errorOutput)")
    }

    @Test(arguments: [("19000101000000", true), ("20991231235959", true), ("20260131240000", false)])
    func `digits are a date only if each field is in range`(digits: String, isDate: Bool) async throws {
        let bench = try Workbench(trace: "device,time,lat,lon\nbus,\(digits),1,2\n")
        let run = try await bench.run("evaluate --fences fences.geojson --trace trace.csv")
        #expect(run.errorOutput.contains("looks like a date") == isDate, "\(run.errorOutput)")
    }

    @Test(arguments: [("46053.5", "day numbers of a spreadsheet"), ("20260131120000", "dates without separators")])
    func `misread times that raw uses cause a warning`(time: String, doubt: String) async throws {
        let bench = try Workbench(trace: "device,time,lat,lon\nbus,\(time),1,2\n")
        let run = try await bench.evaluate()
        #expect(run.errorOutput.contains("warning: the fixes are from"), "\(run.errorOutput)")
        #expect(run.errorOutput.contains(doubt) && run.errorOutput.contains("Export the column as ISO 8601"))
        let fine = try await bench.run("evaluate --fences fences.geojson --trace trace.csv")
        #expect(!fine.errorOutput.contains("the fixes are from"), "\(fine.errorOutput)")
    }

    @Test func `seconds in a column of milliseconds are recognized`() async throws {
        let rows = (0..<20).map { "bus,\(1_767_225_600 + 10 * $0),\(0.001 * Double($0)),2\n" }
        let bench = try Workbench(trace: "device,timestamp_ms,lat,lon\n" + rows.joined())
        let run = try await bench.run("evaluate --fences fences.geojson --trace trace.csv")
        #expect(
            run.errorOutput.contains("read as milliseconds since 1970, looks like seconds, not used [impossible_speed]")
        )
        let hint = "Name the column or key timestamp: what ends in _ms is in milliseconds."
        #expect(run.errorOutput.contains("hint: \(hint)"), "\(run.errorOutput)")
        // Where nothing is rejected, a warning says so.
        let raw = try await bench.evaluate()
        #expect(raw.errorOutput.contains("warning: the fixes are from the first months of 1970"), "\(raw.errorOutput)")
        let fine = try await Workbench().evaluate()
        #expect(!fine.errorOutput.contains("1970"), "\(fine.errorOutput)")
    }

    @Test func `fixes without a device, but with a key that may be it, cause a warning`() async throws {
        let lines = ["3c6444", "4b1801"].map { "{\"icao24\":\"\($0)\",\"time\":1767225600,\"lat\":1,\"lon\":2}\n" }
        let bench = try Workbench(trace: lines.joined())
        let message = "trace.csv: warning: no key of the fixes names the device, so all of them count as fixes of one"
        for line in [
            "evaluate --fences fences.geojson --trace trace.csv", "import trace.csv --store s.db --source a --all",
            "watch --store s.db --trace trace.csv",
        ] {
            let run = try await bench.run(line)
            #expect(run.status == 0)
            #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
            #expect(run.errorOutput.contains("hint: If .icao24 is the device, `jq -c '.device = .icao24' FILE`"))
            #expect(try await bench.run(line + " --quiet").errorOutput.isEmpty)
        }
    }

    @Test(arguments: ["0", "19999.9", "80000", "315964800"])
    func `other times of clocks that were never set are not day numbers`(time: String) async throws {
        let trace = "device,time,lat,lon\nbus,\(time),1,2\n"
        let run = try await Workbench().run("evaluate --fences fences.geojson --trace -", input: trace)
        #expect(run.errorOutput.contains("from a clock that was never set, not used [too_old]"), "\(run.errorOutput)")
    }

    @Test func `a first line that is not a header is shown with the expected columns and a hint`() async throws {
        let bench = try Workbench(
            fences: "home,Home,52.52,13.405,150\n",
            trace: String(Samples.trace.drop { $0 != "\n" }.dropFirst())
        )
        let trace = try await bench.run("evaluate --fences fences.geojson --trace trace.csv")
        #expect(trace.status == 65)
        let fences = try await bench.run("lint --fences fences.geojson")
        #expect(fences.status == 65)
        let wanted =
            "fences.geojson:1: error: Unusable Header: the first line is a record, not a header with columns for id, latitude, "
        #expect(
            fences.errorOutput.hasPrefix("\(wanted)longitude, radius; it has: \"home\", \"Home\", \"52.52\""),
            "\(fences.errorOutput)"
        )
        #expect(
            fences.errorOutput.contains(
                "hint: Add a first line that names the columns, using one of these names for each: id: id|"
            )
        )
        let labels = try await bench.run("backtest --fences fences.geojson --trace trace.csv --labels trace.csv")
        #expect(
            labels.errorOutput.contains("trace.csv:1: error: Unusable Header: the first line is a record"),
            "\(labels.errorOutput)"
        )
        let log = try await bench.run("verify -", input: "event,device,fence,time\n")
        #expect(
            log.errorOutput.contains(#"its first line has: "event", "device", "fence", "time" [unknown_format]"#),
            "\(log.errorOutput)"
        )
    }

    @Test(arguments: ["\n", "\r\n"])
    func `a stream of objects over several lines is refused with the jq command that fixes it`(lineEnd: String)
        async throws
    {
        let bench = try Workbench()
        #expect(try await bench.run("fences import fences.geojson --store t.db --quiet").status == 0)
        let members = [#""device": "a""#, #""ts_unix_ms": 1"#, #""latitude": 52.5"#, #""longitude": 13.4"#]
        let record = "{\(lineEnd)  \(members.joined(separator: ",\(lineEnd)  "))\(lineEnd)}\(lineEnd)"
        let run = try await bench.run("watch --store t.db", input: record + record)
        #expect(run.status == 65)
        #expect(
            run.errorOutput.contains("JSON spread over several lines, not one object per line"),
            "\(run.errorOutput)"
        )
        #expect(
            run.errorOutput.hasSuffix("hint: Write one object per line, as `jq -c . FILE` does.\n"),
            "\(run.errorOutput)"
        )
    }

    @Test(arguments: [
        ("verify -", #"{"event": "ENTER", "device": "a", "geofence": "b", "ts_unix_ms": 1}"#),
        ("verify - --format ndjson", #"{"event": "ENTER", "device": "a", "geofence": "b", "ts_unix_ms": 1}"#),
        ("verify -", #"{"command": "set", "detect": "enter", "hook": "b", "id": "a", "time": "2026-01-01T00:00:00Z"}"#),
        ("verify -", #"{"_type": "transition", "event": "enter", "tid": "a", "desc": "b", "tst": 1767225600}"#),
        (
            "backtest --fences fences.geojson --trace trace.csv --labels -",
            #"{"device": "a", "geofence": "b", "enter_unix_ms": 1, "exit_unix_ms": 2}"#
        ),
        (
            "evaluate --fences fences.geojson --trace -",
            #"{"_type": "location", "tid": "a", "tst": 1767225600, "lat": 52.5, "lon": 13.4}"#
        ),
        ("import - --store s.db --source a", #"{"device": "a", "ts_unix_ms": 1, "latitude": 52.5, "longitude": 13.4}"#),
    ])
    func `JSON in an array or over several lines is read as lines are`(line: String, object: String) async throws {
        let members = object.dropFirst().dropLast().replacing(", ", with: ",\r\n  ")
        let expected = try await Workbench().run(line, input: object + "\n")
        #expect(expected.status == 0)
        for input in ["[\(object)]", "{\r\n  \(members)\r\n}\r\n"] {
            let run = try await Workbench().run(line, input: input)
            #expect(run.status == 0 && run.output == expected.output, "\(run.errorOutput)")
        }
    }

    @Test func `a table of another kind or with other delimiters gets a matching hint`() async throws {
        let bench = try Workbench(fences: Samples.trace, trace: "id,lat,lon,radius_m\na,1,2,3\n")
        let trace = try await bench.run("evaluate --fences - --trace trace.csv", input: Samples.fences)
        #expect(trace.status == 65 && trace.errorOutput.contains("hint: Are these geofences instead of a trace? Name"))
        let fences = try await bench.run("lint --fences fences.geojson")
        #expect(fences.status == 65 && fences.errorOutput.contains("hint: Is this a trace instead of geofences? Name"))
        let bars = try await bench.run("lint --fences -", input: "id|lat|lon|radius_m\na|1|2|3\n")
        #expect(
            bars.errorOutput.contains(
                "hint: Remove what comes before the header, or separate the columns with commas, semicolons or tabs. Name"
            )
        )
    }

    @Test(arguments: ["My report, 2026", "Fleet;2026-01-31;60.5"])
    func `a title with numbers before the header is not a record`(title: String) async throws {
        let trace = "\(title)\n\ndevice,time,lat,lon\nbus,2026-01-01T00:00:00Z,1,2\n"
        let run = try await Workbench().run("evaluate --fences fences.geojson --trace -", input: trace)
        #expect(run.status == 65 && run.errorOutput.contains("the header has no column for device, time"))
        #expect(run.errorOutput.contains("hint: Remove what comes before the header"), "\(run.errorOutput)")
    }

    @Test func `gzip data cut within the header is reported as cut off`() async throws {
        let bench = try Workbench()
        _ = try await GeofenceProcess.shell("gzip -nc trace.csv | head -c 24 > cut.gz", in: bench.folder)
        for command in ["evaluate --fences fences.geojson --trace cut.gz", "verify cut.gz", "lint --fences cut.gz"] {
            let run = try await bench.run(command)
            #expect(run.status == 65 && run.errorOutput.contains("gzip data is cut off"), "\(run.errorOutput)")
        }
    }

    @Test func `empty JSON texts, quotes before a tab and long comments are skipped`() async throws {
        let fix = #"{"device":"b","ts_unix_ms":1767261600000,"latitude":0.5,"longitude":0.5}"#
        let point = "<trkpt lat=\"0.5\" lon=\"0.5\"><time>2026-01-01T10:00:00Z</time></trkpt>"
        for trace in [
            "\u{1E}\n\u{1E}\(fix)\n", "device,time,lat,lon\n\"b\"\t ,2026-01-01T10:00:00Z,0.5,0.5\n",
            "<?xml version=\"1.0\"?><!--\(String(repeating: "x", count: 5000))--><gpx><trk><trkseg>\(point)</trkseg></trk></gpx>",
        ] {
            let run = try await Workbench(trace: trace).evaluate()
            #expect(run.status == 0 && run.lines.count == 1, "\(run.errorOutput)")
        }
    }

    @Test func `an invalid escape in a device's name is reported`() async throws {
        let trace = #"{"device":"b\q","ts_unix_ms":1767261600000,"latitude":0.5,"longitude":0.5}"# + "\n"
        let run = try await Workbench(trace: trace).evaluate("--strict")
        #expect(
            run.status == 65 && run.errorOutput.contains("the name has an invalid escape"),
            "\(run.errorOutput)"
        )
    }

    @Test func `each trace without records is reported with the reason`() async throws {
        let bench = try Workbench()
        try bench.folder.write("<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>", to: "w.gpx")
        try bench.folder.write("", to: "e.csv")
        let told = [
            "w.gpx: warning: no track points (trkpt) found in the GPX; waypoints and routes are not read\n",
            "e.csv: warning: no records found\n",
        ]
        let files = "w.gpx trace.csv e.csv"
        let verbs = [
            "evaluate --fences fences.geojson --trace \(files)",
            "evaluate --fences fences.geojson --trace \(files) --max-lateness 1m",
            "backtest --fences fences.geojson --trace \(files) --policy raw",
            "import --store s.db --source a --all \(files)",
        ]
        for verb in verbs {
            let run = try await bench.run(verb)
            #expect(run.status == 0)
            #expect(told.allSatisfy { run.errorOutput.contains($0) }, "\(verb)")
            #expect(!run.errorOutput.contains("trace.csv: warning"))
            #expect(try await !bench.run(verb + " --quiet").errorOutput.contains("warning"))
        }
    }

    @Test func `row numbers in place of devices cause a warning`() async throws {
        func warns(_ header: String, step: Int = 1) async throws -> Bool {
            let rows = (0..<10).map { "\($0 * step),35600\($0 % 2),2026-01-01T00:00:0\($0)Z,0.5,2\n" }.joined()
            let run = try await Workbench(trace: header + rows).evaluate()
            #expect(run.status == 0)
            return run.errorOutput.contains("warning: each of the 10 fixes has a different device")
        }
        #expect(try await warns("id,unit,time,lat,lon\n"))
        #expect(try await !warns("id,imei,time,lat,lon\n"))
        // Numbers like those of trackers.
        #expect(try await !warns("id,unit,time,lat,lon\n", step: 1_000_003))
    }

    @Test(arguments: [
        "backtest --fences fences.geojson --trace trace.csv",
        "diff --old fences.geojson --new fences.geojson --trace trace.csv",
    ])
    func `backtest and diff have the same doubts about a trace as evaluate`(verb: String) async throws {
        let rows = (0..<10).map { "\($0),2026-01-01T00:00:0\($0)Z,0.5,2\n" }.joined()
        let traces = [
            ("device,time,latitude,longitude\ndog,2026-01-01T00:00:00Z,13.4,52.5\n", "1 of 1 would have been"),
            ("id,time,lat,lon\n" + rows, "each of the 10 fixes has a different device"),
            ("device,timestamp_ms,lat,lon\na,1767225600,0.5,0.5\n", "the first months of 1970"),
        ]
        for (trace, doubt) in traces {
            let bench = try Workbench(
                fences: Samples.collection([Samples.circle("home", longitude: 13.4, latitude: 52.5, radius: "500")]),
                trace: trace
            )
            let run = try await bench.run(verb)
            #expect(run.status == 0 && run.errorOutput.contains(doubt), "\(run.errorOutput)")
            #expect(try await !bench.run(verb + " --quiet").errorOutput.contains("warning"))
        }
    }
}
