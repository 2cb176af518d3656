import Foundation
import TestSupport
import Testing

@Suite struct ExplainTests {
    /// The fixes of a device that arrives, is measured outside twice, comes back, and leaves for good; one fix is at 0,
    /// 0.
    private static let steps: [(second: Int, meters: Double, accuracy: String)] = [
        (0, 300, "10"), (60, 20, "10"), (120, 130, "10"), (130, 140, "10"), (140, 30, "10"), (150, 0, "0"),
        (200, 180, ""), (220, 190, "12.5"), (240, 200, "10"), (250, 205, "10"), (260, 210, "10"),
        (320, 112, "10"),
    ]

    private static let trace =
        "device_id,timestamp,latitude,longitude,horizontal_accuracy\n"
        + steps.map { step in
            // Latitude 0 and longitude 0 is not a real position.
            let isNull = step.accuracy == "0"
            let latitude = isNull ? 0 : step.meters / 110_574
            return "dog,\(1_767_225_600 + step.second),\(latitude),\(isNull ? 0 : 1),\(step.accuracy)\n"
        }.joined()

    private static let home = Samples.circle("home", longitude: 1, latitude: 0, radius: "100")

    private static func bench(_ fences: [String] = [home], trace: String = trace) throws -> Workbench {
        try Workbench(fences: Samples.collection(fences), trace: trace)
    }

    private static let inputs = "--fences fences.geojson --trace trace.csv --device dog"

    private static func mutedHome(_ property: String) -> String {
        home.replacingOccurrences(of: #""id":"home""#, with: #""id":"home","\#(property)":false"#)
    }

    @Test func `all events are shown with the surrounding fixes, in 100 columns`() async throws {
        let run = try await Self.bench().run("explain \(Self.inputs) --geofence home")
        try #require(run.status == 0, "\(run.errorOutput)")
        #expect(run.lines.allSatisfy { $0.count <= 100 })
        #expect(run.errorOutput.isEmpty)
        let text = run.text
        #expect(text.hasPrefix("device     dog\ngeofence   home, a circle of 100 m\npolicy     balanced\n"))
        #expect(
            text.contains("fixes      12, 11 used\n           1 rejected: null_island\nevents     1 ENTER, 1 EXIT\n")
        )
        #expect(text.contains("ENTER at 2026-01-01 00:00:42.857 UTC"), "\(text)")
        #expect(text.contains("EXIT at 2026-01-01 00:02:47.999 UTC"), "\(text)")
        // Two fixes outside are not enough; then five in a row are, one of unknown accuracy.
        let rules = run.lines.compactMap { line in
            ["within_band", "departing", "departed_by_fixes", "arrived", "null_island"].first(where: line.contains)
        }
        #expect(rules.filter { $0 == "departed_by_fixes" } == ["departed_by_fixes"])
        #expect(rules.contains("departing") && rules.contains("null_island") && rules.contains("arrived"))
        #expect(text.contains("unknown") && text.contains("5 in 60 s"))
    }

    @Test func `an inferred event is shown in 100 columns`() async throws {
        let rows = ["dog,2026-01-01T00:00:00Z,-0.01,1", "dog,2026-01-01T00:01:00Z,0.01,1"]
        let bench = try Workbench(
            fences: Samples.collection([Self.home]),
            trace: "device,time,latitude,longitude\n" + rows.joined(separator: "\n") + "\n"
        )
        let run = try await bench.run("explain \(Self.inputs) --geofence home --pass-through")
        #expect(run.text.contains(", inferred, id "), "\(run.text)\(run.errorOutput)")
        #expect(run.lines.allSatisfy { $0.count <= 100 }, "\(run.text)")
    }

    @Test func `control characters in a name are escaped`() async throws {
        let named = Self.home.replacingOccurrences(
            of: #""id":"home""#,
            with: ##""id":"home","name":"a\u001b[31m\nb\u009b""##
        )
        let run = try await Self.bench([named]).run("explain \(Self.inputs) --geofence home")
        #expect(run.lines.dropFirst().first == ##"geofence   home, a circle of 100 m, "a\u{1B}[31m\nb\u{009B}""##)
    }

    @Test func `the events are those of evaluate, and each can be selected by its id`() async throws {
        let bench = try Self.bench()
        let evaluated = try await bench.run("evaluate --fences fences.geojson --trace trace.csv --quiet")
        let ids = try evaluated.lines.map { try #require(try $0.jsonObject()["id"] as? String) }
        #expect(ids.count == 2)
        let all = try await bench.run("explain \(Self.inputs) --geofence home")
        for id in ids {
            #expect(all.text.contains("id \(id)\n"))
            let one = try await bench.run("explain \(Self.inputs) --geofence home --event \(id)")
            #expect(one.status == 0 && one.text.contains("id \(id)\n"))
            #expect(!one.text.contains(try #require(ids.first { $0 != id })))
        }
        let none = try await bench.run("explain \(Self.inputs) --geofence home --event 0123456789abcdef")
        #expect(none.status == 65 && ids.allSatisfy(none.errorOutput.contains))
    }

    @Test func `at a time without an event, the smallest changes that cause one are shown`() async throws {
        let bench = try Self.bench()
        let run = try await bench.run(
            "explain \(Self.inputs) --geofence home --from 2026-01-01T00:02:00Z --to 1767225740"
        )
        try #require(run.status == 0, "\(run.errorOutput)")
        #expect(
            run.text.contains(
                "no EXIT: fixes were outside, but not enough of them to decide\nthe closest fix was 40 m outside"
            )
        )
        #expect(run.text.contains("  <\n") && run.lines.allSatisfy { $0.count <= 100 })
        #expect(run.text.contains("  - the threshold exit_fixes set to ") == false)
        #expect(run.text.contains(" m farther out\n"))
        let before = try await bench.run(
            "explain \(Self.inputs) --geofence home --at 2026-01-01T00:00:10Z --policy raw"
        )
        #expect(before.text.contains("policy     raw\n") && before.errorOutput.isEmpty)
        for (time, word) in [("2020-01-01T00:00:00Z", "before"), ("2027-01-01T00:00:00Z", "after")] {
            let far = try await bench.run("explain \(Self.inputs) --geofence home --at \(time)")
            #expect(far.status == 0 && far.errorOutput.contains("is \(word) all fixes of the device"), "\(far.text)")
        }
    }

    @Test func `without any event, the closest fix and a sufficient radius are shown`() async throws {
        let far = Samples.circle("far", longitude: 1, latitude: -0.002, radius: "100")
        let bench = try Self.bench([Self.home, far])
        let run = try await bench.run("explain \(Self.inputs) --geofence far")
        #expect(run.text.contains("no ENTER: no used fix was inside\nthe closest fix was "))
        let line = try #require(run.lines.first { $0.contains("a radius of ") })
        let radius = try #require(line.split(separator: " ").compactMap { Double($0) }.first)
        let grown = Samples.circle("far", longitude: 1, latitude: -0.002, radius: "\(radius)")
        #expect(try await Self.bench([grown]).run("explain \(Self.inputs) --geofence far").text.contains("1 ENTER"))
        let less = Samples.circle("far", longitude: 1, latitude: -0.002, radius: "\(radius - 0.2)")
        #expect(try await Self.bench([less]).run("explain \(Self.inputs) --geofence far").text.contains("0 ENTER"))
    }

    @Test func `events have the same visits as in evaluate, even between two fixes`() async throws {
        let bench = try Workbench(
            fences: Samples.collection([Self.home]),
            trace: """
                device_id,timestamp,latitude,longitude
                dog,1767225600,0,0.998
                dog,1767225660,0,1.002
                dog,1767225720,0,1
                dog,1767225780,0,0.998

                """
        )
        let options = "--policy raw --pass-through"
        let explained = try await bench.run("explain \(Self.inputs) --geofence home --format json \(options)")
        _ = try await bench.evaluate("\(options) --visits visits.ndjson")
        let visits = try bench.folder.text("visits.ndjson").split(separator: "\n").map { try $0.jsonObject() }
        #expect(visits.count == 2)
        for visit in visits {
            let id = try #require(visit["visit_id"] as? String)
            #expect(explained.text.components(separatedBy: #""visit_id":"\#(id)""#).count == 3, "\(explained.text)")
        }
    }

    @Test func `the JSON output is one object with the same decisions`() async throws {
        let bench = try Self.bench()
        let run = try await bench.run("explain \(Self.inputs) --geofence home --format json")
        let object = try run.text.jsonObject()
        #expect(object["fixes"] as? Int == 12 && object["fixes_used"] as? Int == 11 && object["events"] as? Int == 2)
        #expect((object["policy"] as? [String: Any])?["policy"] as? String == "balanced")
        let passages = try #require(object["passages"] as? [[String: Any]])
        let steps = passages.flatMap { $0["steps"] as? [[String: Any]] ?? [] }
        let events = steps.flatMap { $0["events"] as? [[String: Any]] ?? [] }
        #expect(events.compactMap { $0["event"] as? String } == ["ENTER", "EXIT"])
        let departed = try #require(
            steps.first { ($0["evidence"] as? [String: Any])?["rule"] as? String == "departed_by_fixes" }
        )
        #expect(departed["before"] as? String == "inside" && departed["after"] as? String == "outside")
        #expect(departed["line"] as? Int == 12)
        #expect(steps.contains { $0["rejected"] as? String == "null_island" })
        let miss = try await bench.run("explain \(Self.inputs) --geofence home --format json --to 2026-01-01T00:00:30Z")
        let quiet = try miss.text.jsonObject()
        let why = (quiet["passages"] as? [[String: Any]])?.first?["why_nothing"] as? [String: Any]
        #expect(why?["event"] as? String == "ENTER" && why?["reason"] as? String == "not_reached")
        #expect((why?["changes"] as? [[String: Any]])?.isEmpty == false)
    }

    @Test func `muted and inactive geofences say so`() async throws {
        let muted = try await Self.bench([Self.mutedHome("notifyOnExit")]).run("explain \(Self.inputs) --geofence home")
        #expect(
            muted.text.contains("1 EXIT muted: the geofence's notifyOnExit is false")
                && muted.text.contains(", muted, id")
        )
        let inactive = try await Self.bench([Self.mutedHome("isActive")]).run("explain \(Self.inputs) --geofence home")
        #expect(inactive.text.contains("not active, so never evaluated"))
        #expect(inactive.text.contains("1 ENTER, 1 EXIT"))
        #expect(!inactive.text.contains("muted"), "\(inactive.text)")
    }

    @Test func `the dwell of the geofence takes precedence over the one of the run`() async throws {
        let home = Self.home.replacingOccurrences(of: #""id":"home""#, with: #""id":"home","dwell_s":60"#)
        let bench = try Self.bench([home])
        let asked = "explain \(Self.inputs) --geofence home --dwell 5m"
        let text = try await bench.run(asked).text
        #expect(text.contains("DWELL after 60 s inside\n"), "\(text)")
        #expect(try await bench.run("\(asked) --format json").text.contains("\"dwell_s\":60,"))
    }

    @Test func `an unknown device or geofence is an error that suggests close names`() async throws {
        let bench = try Self.bench()
        let device = try await bench.run(
            "explain --fences fences.geojson --trace trace.csv --device Dog --geofence home"
        )
        #expect(device.status == 65 && device.errorOutput.contains("Did you mean \"dog\"?"))
        let fence = try await bench.run("explain \(Self.inputs) --geofence hoome")
        #expect(fence.status == 65 && fence.errorOutput.contains("Did you mean \"home\"?"))
        let nothing = try await bench.run("explain \(Self.inputs) --geofence elsewhere")
        #expect(nothing.status == 65 && !nothing.errorOutput.contains("Did you mean"))
    }

    @Test func `a file without records is reported with the reason`() async throws {
        let bench = try Workbench()
        try bench.folder.write("<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>", to: "way.gpx")
        try bench.folder.write("device,time,lat,lon\nbus,soon,1,2\n", to: "bad.csv")
        func run(_ files: String) async throws -> String {
            let run = try await bench.run(
                "explain --fences fences.geojson --trace \(files) --device bus --geofence terrace"
            )
            #expect(run.status == 65)
            return run.errorOutput
        }
        let fences =
            #"{"type":"Feature","id":"terrace","properties":{"radius_m":9},"geometry":{"type":"Point","coordinates":[1,2]}}"#
        try bench.folder.write(fences, to: "fences.geojson")
        let empty = try await run("way.gpx")
        #expect(empty.contains("way.gpx: warning: no track points (trkpt) found in the GPX"))
        #expect(empty.contains("hint: Check that these are the right files."))
        let both = try await run("way.gpx bad.csv")
        #expect(both.contains("way.gpx: warning: ") && !both.contains("bad.csv: warning"))
        #expect(both.contains("hint: Run `geofence evaluate` to see what is wrong with each record."))
    }

    @Test func `a geofence left out as invalid is reported as such`() async throws {
        let bench = try Self.bench([Self.home, Samples.bowtie("bow")])
        let skipped = try await bench.run("explain \(Self.inputs) --geofence bow --skip-invalid --quiet")
        #expect(skipped.status == 65 && skipped.errorOutput.contains("\"bow\" was left out because it is invalid"))
        #expect(try await bench.run("explain \(Self.inputs) --geofence bow --repair").status == 0)
    }

    @Test func `if all fixes were rejected, the reasons are shown`() async throws {
        let run = try await Self.bench().run("explain \(Self.inputs) --geofence home --latest 2025-01-01T00:00:00Z")
        #expect(
            run.text.contains(
                "fixes      12, 0 used\n           11 rejected: future\n           1 rejected: null_island\n"
            ),
            "\(run.text)"
        )
        #expect(
            run.text.contains("no ENTER: none of the fixes was used")
                && run.text.contains("  - no --latest instead of rejecting 11 fixes as future")
        )
    }

    /// Returns a trace of one device, with the second, the meters north of the center and the accuracy of each fix.
    private static func trace(_ rows: [(second: Int, meters: Double, accuracy: String)]) -> String {
        "device_id,timestamp,latitude,longitude,horizontal_accuracy\n"
            + rows.map { "dog,\(1_767_225_600 + $0.second),\($0.meters / 110_574),1,\($0.accuracy)\n" }.joined()
    }

    @Test func `the conditions say what an accuracy counts`() async throws {
        let rows = [(second: 0, meters: 0.0, accuracy: "5"), (10, 300, ""), (20, 300, "5")]
        let bench = try Self.bench(trace: Self.trace(rows))
        try bench.folder.write(
            #"{"policy":"balanced","accuracy_factor":2,"accuracy_limit_m":12.5,"unknown_accuracy_m":7}"#,
            to: "p.json"
        )
        let asked = "explain \(Self.inputs) --geofence home"
        let text = try await bench.run("\(asked) --policy p.json").text
        #expect(text.contains(/\n +beyond 2 times the accuracy \(for several at most 12.5 m\) and a buffer of \d+ m\n/))
        #expect(text.contains("\n           an unknown accuracy counts as 7 m\n"), "\(text)")
        #expect(try await bench.run("\(asked) --policy probability").text.contains("unknown accuracy counts as 20 m\n"))
        for (rows, policy) in [(rows, "raw"), ([rows[0], rows[2]], "balanced")] {
            let other = try await Self.bench(trace: Self.trace(rows)).run("\(asked) --policy \(policy)")
            #expect(other.status == 0 && !other.text.contains("counts as"), "\(other.text)")
        }
    }

    @Test func `fixes with a wildly wrong time do not change which fixes are shown for a time`() async throws {
        var rows = (0..<30).map { (second: 60 * $0, meters: $0 < 20 ? 1000.0 : 0, accuracy: "10") }
        let plain = try Self.bench(trace: Self.trace(rows))
        rows.insert((1_704_600_000, 1000, "10"), at: 3)
        rows.append((-1_767_225_600, 1000, "10"))
        let disturbed = try Self.bench(trace: Self.trace(rows))
        let moments = [
            "--at 2026-01-01T00:25:00Z", "--from 2026-01-01T00:18:00Z --to 2026-01-01T00:22:00Z",
            "--to 2026-01-01T00:02:30Z", "--from 2026-01-01T00:19:30Z",
        ]
        for (number, moment) in moments.enumerated() {
            func shown(_ bench: Workbench) async throws -> [Substring] {
                let options = "--device dog --fences fences.geojson --trace trace.csv --geofence home"
                let run = try await bench.run("explain \(options) \(moment)")
                try #require(run.status == 0, "\(run.errorOutput)")
                // The time of day of each used fix.
                return run.lines.filter { $0.contains("m  ") && !$0.contains("rejected") }.map { $0.prefix(10) }
            }
            let (expected, found) = (try await shown(plain), try await shown(disturbed))
            #expect(found == expected && expected.count == [9, 5, 3, 10][number], "\(moment)")
        }
    }

    @Test func `a rejected fix is tried at its own time, not at its place in the file`() async throws {
        let rows = [
            (second: 0, meters: 0.0, accuracy: "5"), (60, 160, "5"), (3660, 160, "6"), (120, 0, "5"),
        ]
        let bench = try Self.bench(trace: Self.trace(rows))
        for option in ["--latest 2026-01-01T00:30:00Z", "--reject-accuracy 5.5"] {
            let run = try await bench.run("explain \(Self.inputs) --geofence home \(option)")
            #expect(run.text.contains("no EXIT") && !run.text.contains("instead of rejecting"), "\(run.text)")
        }
        let events = try await bench.run("evaluate --fences fences.geojson --trace trace.csv --quiet")
        #expect(events.lines.count == 1)
        // From an unset clock, but inside: if it is used, it causes an ENTER.
        let inside = Self.trace([(0, 500, "5"), (-1_767_225_514, 0, "5"), (120, 500, "5")])
        let run = try await Self.bench(trace: inside).run("explain \(Self.inputs) --geofence home")
        #expect(
            run.text.contains("  - --unset-clock use instead of rejecting 1 fix as too_old"),
            "\(run.text)"
        )
    }

    @Test func `suggested changes say how to make them`() async throws {
        // Thresholds of the geofence itself are among its properties.
        let rows = [0, 200, 200, 200, 200].enumerated().map { (second: 10 * $0, meters: Double($1), accuracy: "5") }
        for (id, place) in [
            (#""id":"home""#, "in a policy file"), (#""id":"home","policy":"balanced""#, "of the geofence"),
        ] {
            let fence = Self.home.replacingOccurrences(of: #""id":"home""#, with: id)
            let run = try await Self.bench([fence], trace: Self.trace(rows)).run(
                "explain \(Self.inputs) --geofence home"
            )
            #expect(run.text.contains("  - the threshold exit_fixes set to 4 (\(place))"), "\(run.text)")
            #expect(run.text.contains("  - 1 more fix like that one after it, one every 10 s"), "\(run.text)")
        }
        let repeated = Self.trace([(0, 0, "5"), (10, 200, "5"), (10, 200, "5"), (610, 0, "5")])
        let more = try await Self.bench(trace: repeated).run("explain \(Self.inputs) --geofence home")
        #expect(more.text.contains("  - 1 more fix like that one before the next that is used"), "\(more.text)")
        // Even kilometers away, the radius is accurate to a decimeter.
        let far = try Self.bench(trace: Self.trace([(0, 11_112.6, "5"), (10, 11_112.6, "5")]))
        let run = try await far.run("explain \(Self.inputs) --geofence home")
        let radius = try #require(run.text.firstMatch(of: /a radius of ([0-9.]+) m, [0-9.]+ m more/)?.1)
        #expect(Double(radius).map { abs($0 - 11_112.6) < 0.3 } == true, "\(run.text)")
        // The options for DWELL and silence are shown as conditions.
        let span = [0, 200, 200, 200, 200, 200, 0].enumerated().map {
            (second: 7 * $0, meters: Double($1), accuracy: "5")
        }
        let late = try await Self.bench(trace: Self.trace(span))
            .run("explain \(Self.inputs) --geofence home --stale-after 110 --dwell 60 --from 0")
        #expect(late.text.contains("DWELL after 60 s inside"))
        #expect(late.text.contains("a visit ends after more than 110 s without a fix"))
    }

    @Test func `why a visit has no EXIT is explained by all of its fixes, also before its DWELL`() async throws {
        let rows = (0..<40).map { (second: 30 * $0, meters: $0 == 12 ? 180.0 : 0, accuracy: "10") }
        let bench = try Self.bench(trace: Self.trace(rows))
        func explain(_ options: String) async throws -> GeofenceProcess {
            try await bench.run("explain \(Self.inputs) --geofence home \(options)")
        }
        let plain = try await explain("")
        let dwelling = try await explain("--dwell 900")
        let reasons = try #require(plain.text.firstRange(of: "no EXIT: fixes were outside"))
        #expect(dwelling.text.contains(plain.text[reasons.lowerBound...]), "\(dwelling.text)")
        #expect(plain.text.contains("the closest fix was 80 m outside at 2026-01-01 00:06:00 UTC"), "\(plain.text)")
        // The fixes are in order, and each is shown once.
        let lines = dwelling.lines.filter { $0.hasPrefix("  00:") }.compactMap { line in
            line.split(separator: " ").last { $0 != "<" }.flatMap { Int($0) }
        }
        #expect(lines == Array(2...4) + Array(9...19) + Array(30...34), "\(dwelling.text)")
    }

    @Test func `options that contradict each other are refused`() async throws {
        let bench = try Self.bench()
        for options in ["--at 0 --event x", "--event x --from 0", "--from 2 --to 1"] {
            #expect(try await bench.run("explain \(Self.inputs) --geofence home \(options)").status == 64)
        }
        #expect(try await bench.run("explain --device a --geofence b --trace trace.csv").status == 64)
    }

    @Test func `--evidence adds what the policy saw and changes nothing else`() async throws {
        let bench = try Self.bench()
        let options = "evaluate --fences fences.geojson --trace trace.csv --quiet"
        let plain = try await bench.run(options)
        let full = try await bench.run("\(options) --evidence")
        #expect(plain.lines.count == 2 && full.lines.count == 2)
        for (one, other) in zip(plain.lines, full.lines) {
            #expect(other.hasPrefix("\(one.dropLast()),\"evidence\":{"))
        }
        #expect(
            full.lines[1].contains(#""evidence":{"rule":"departed_by_fixes","distance_m":110"#)
                && full.lines[1].contains(
                    #","accuracy_m":10,"undecided_min_m":0,"undecided_max_m":25,"fixes":5,"since_unix_ms":1767225800000}"#
                ),
            "\(full.text)"
        )
        let csv = try await bench.run("\(options) --evidence --format csv")
        #expect(
            csv.lines[0].hasSuffix(
                ",rule,distance_m,accuracy_m,undecided_min_m,undecided_max_m,share,fixes,since_unix_ms"
            )
        )
        #expect(csv.lines.allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == 21 })
        let threads = try await bench.run("\(options) --evidence --threads 1 --engine geos")
        #expect(threads.text == full.text)
        let raw = try await bench.run("\(options) --evidence --policy raw")
        #expect(raw.lines.map { $0.contains("\"rule\":\"geometry\"") } == [true, true, true, true], "\(raw.text)")
        let share = try await bench.run("\(options) --evidence --policy probability --dwell 1")
        let dwells = share.lines.filter { $0.contains("DWELL") }
        #expect(dwells.count == 2 && dwells.allSatisfy { !$0.contains("evidence") }, "\(share.text)")
        #expect(share.text.contains("\"share\":"))
    }

    @Test func `an EXIT caused by a gap has no evidence, not even that of another EXIT at its time`() async throws {
        let rows = [("12:00:00", 0.0), ("12:00:00", 900), ("12:00:00", 1), ("13:00:00", 900)].map { Self.row($0, $1) }
        let trace = "device,timestamp,latitude,longitude,accuracy\n" + rows.map { "dog,\($0)\n" }.joined()
        let run = try await Self.bench(trace: trace).run(
            "evaluate --fences fences.geojson --trace trace.csv --policy raw --stale-after 60 --evidence --quiet"
        )
        #expect(run.lines.map { $0.contains("evidence") } == [true, true, true, false], "\(run.text)")
    }

    /// Returns the lines of a trace that an explanation shows, and its text.
    private func shown(_ options: String, _ rows: [String]) async throws -> (lines: [Int], text: String) {
        let trace = "device,timestamp,latitude,longitude,accuracy\n" + rows.map { "dog,\($0)\n" }.joined()
        let run = try await Self.bench(trace: trace).run("explain \(Self.inputs) --geofence home \(options)")
        try #require(run.status == 0, "\(run.errorOutput)")
        let lines = run.lines.compactMap {
            $0.firstMatch(of: /^  \d\d:\d\d:\d\d .* (\d+)(  <)?$/).flatMap { Int($0.1) }
        }
        return (lines, run.text)
    }

    private static func row(_ clock: String, _ meters: Double, accuracy: String = "5") -> String {
        "2026-01-01T\(clock)Z,\(meters / 110_574),1,\(accuracy)"
    }

    @Test func `a fix that was rejected or came late is found by its own time`() async throws {
        let outside = ["11:58:00", "12:00:00", "12:02:00", "12:04:00", "12:06:00", "12:08:00"]
        var rows = outside.map { Self.row($0, 900) }
        rows.insert(Self.row("12:05:00", 0, accuracy: "90"), at: 4)
        let coarse = "--reject-accuracy 50 --max-lateness 10m"
        let one = try await shown("\(coarse) --from 2026-01-01T12:04:30Z --to 2026-01-01T12:05:30Z", rows)
        #expect(one.lines == [6])
        #expect(one.text.contains("none of the fixes was used"), "\(one.text)")
        #expect(try await shown("\(coarse) --at 2026-01-01T12:05:00Z", rows).lines.contains(6))
        let late = rows.dropLast(3) + [Self.row("12:20:00", 900), Self.row("11:59:00", 0), Self.row("12:21:00", 900)]
        let period = "--from 2026-01-01T11:58:30Z --to 2026-01-01T12:00:00Z"
        let found = try await shown("--max-lateness 30s \(period)", Array(late))
        #expect(found.lines == [3, 7], "\(found.text)")
        #expect(
            found.text.contains("the closest fix was 800 m outside at 2026-01-01 12:00:00 UTC, line 3"),
            "\(found.text)"
        )
    }

    @Test func `a period without fixes explains the missing EXIT of a device that is inside`() async throws {
        let rows = [Self.row("12:00:00", 0), Self.row("12:01:00", 0), Self.row("15:00:00", 0)]
        let found = try await shown("--from 2026-01-01T13:00:00Z --to 2026-01-01T14:00:00Z", rows)
        #expect(found.lines.isEmpty && found.text.contains("no EXIT: the device has no fix there"), "\(found.text)")
    }

    @Test func `with --order input, a fix is found by its own time`() async throws {
        let clocks = [("11:50:00", 900), ("12:30:00", 900), ("11:54:00", 0), ("11:58:00", 900), ("12:40:00", 900)]
        let rows = clocks.map { Self.row($0, Double($1), accuracy: "") }
        let period = "--from 2026-01-01T11:51:00Z --to 2026-01-01T12:00:00Z"
        let found = try await shown("--order input \(period)", rows)
        #expect(found.lines == [4, 5], "\(found.text)")
        #expect(!found.text.contains(" in -"), "\(found.text)")
    }

    @Test func `an event decided on another day says on which`() async throws {
        let rows = ["2026-01-01T12:00:00Z", "2026-01-03T11:00:00Z"].map { "\($0),0,1,5" }
        let found = try await shown("--stale-after 600", rows)
        let title = "EXIT at 2026-01-01 12:00:00 UTC, decided at 2026-01-03 11:00:00, gap, id "
        #expect(found.text.contains(title), "\(found.text)")
    }

    @Test func `a title with milliseconds and another day, muted or not, fits in 100 columns`() async throws {
        let rows = ["2026-01-01T23:59:30.456Z,0,1,5", "2026-01-02T00:00:00.789Z,0.02,1,5"]
        let trace = "device,timestamp,latitude,longitude,accuracy\n" + rows.map { "dog,\($0)\n" }.joined()
        for (fence, muted) in [(Self.home, ""), (Self.mutedHome("notifyOnExit"), ", muted")] {
            let run = try await Self.bench([fence], trace: trace).run("explain \(Self.inputs) --geofence home")
            let end = " UTC, decided at 2026-01-02 00:00:00.789, movement\(muted),\n  id "
            #expect(run.text.contains(/\nEXIT at 2026-01-01 23:59:31\.\d\d\d/) && run.text.contains(end), "\(run.text)")
            #expect(run.lines.allSatisfy { $0.count <= 100 }, "\(run.text)")
        }
    }

    @Test func `with several files, lines are listed under the name of their file`() async throws {
        let bench = try Self.bench(trace: "device,time,lat,lon\ndog,2026-01-01T00:00:00Z,0,2\n")
        let later = "dog,2026-01-01T00:01:00Z,0,1\ndog,2026-01-02T00:00:00Z,0,2\n"
        try bench.folder.write("device,time,lat,lon\n\(later)", to: "later.csv")
        let inputs = "--fences fences.geojson --trace trace.csv later.csv --device dog --geofence home --from 0"
        let run = try await bench.run("explain \(inputs)")
        let places = run.lines.filter { $0.hasSuffix("(UTC)") || $0.hasSuffix(".csv") }
        #expect(places == ["  2026-01-01 (UTC), trace.csv", "  later.csv", "  2026-01-02 (UTC)"], "\(run.text)")
        let single = try await Self.bench().run("explain \(Self.inputs) --geofence home")
        #expect(!single.text.contains("trace.csv"))
    }

    @Test func `a table with milliseconds fits in 100 columns`() async throws {
        let rows = [("00", 0.0, "170.1"), ("05", 0, "170.1"), ("10", 230, "60.4"), ("15", 0, "5")]
        let found = try await shown("", rows.map { Self.row("12:00:\($0.0).001", $0.1, accuracy: $0.2) })
        #expect(found.text.contains("arrival_confirmed") && found.text.contains("0 to 100.6 m"), "\(found.text)")
        #expect(found.text.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(found.text)")
    }

    @Test func `an event shows all fixes that decided it, even with a late fix between them`() async throws {
        let rows =
            [("12:00:00", 0.0), ("12:01:00", 0)].map { Self.row($0, $1) }
            + ["12:02:00", "12:02:10", "12:02:20", "12:02:30"].map { Self.row($0, 222) } + [Self.row("12:00:30", 0)]
            + ["12:02:40", "12:02:50"].map { Self.row($0, 222) }
        let found = try await shown("--max-lateness 5s", rows)
        #expect(found.text.contains("EXIT at"), "\(found.text)")
        #expect(found.lines.contains(3) && found.lines.contains(4), "\(found.text)")
    }
}
