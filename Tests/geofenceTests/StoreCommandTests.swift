import Foundation
import TestSupport
import Testing

/// The verbs that work on a store, without a watch.
@Suite struct StoreCommandTests {
    @Test func `geofences are exported from a store as they were imported`() async throws {
        let bench = try Workbench()
        let first = try await bench.run("fences import fences.geojson --store s.db")
        #expect(first.status == 0)
        #expect(first.errorOutput == "2 added, 0 changed, 0 removed, 0 unchanged\n")
        _ = try await bench.run("fences export --store s.db --output out.geojson")
        let again = try await bench.run("fences import out.geojson --store s.db --replace")
        #expect(again.errorOutput == "0 added, 0 changed, 0 removed, 2 unchanged\n")
        let list = try await bench.run("fences list --store s.db")
        #expect(
            list.lines == [
                "id,name,shape,radius_m,is_active,revision,policy,dwell_s", "circle,,circle,20000,true,1,,",
                "square,,polygon,,true,1,,",
            ]
        )
        let show = try await bench.run("fences show square --store s.db")
        #expect(show.text.contains(#""id":"square""#))
    }

    @Test(arguments: ["{\"type\":\"FeatureCollection\",\"features\":[]}\n", "id,lat,lon,radius_m\n"])
    func `a file without geofences causes a warning with its name`(text: String) async throws {
        let bench = try Workbench()
        try bench.folder.write(text, to: "none")
        let run = try await bench.run("fences import fences.geojson none --store s.db")
        #expect(run.status == 0)
        #expect(
            run.errorOutput == """
                none: warning: there are no geofences in the file
                2 added, 0 changed, 0 removed, 0 unchanged

                """
        )
        #expect(try await bench.run("fences import none --store s.db --quiet").errorOutput.isEmpty)
        let diff = try await bench.run("diff --old fences.geojson --new none --trace trace.csv")
        #expect(diff.errorOutput.contains("none: warning: there are no geofences in the file\n"))
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full here"))
    func `if the output cannot be written, the store keeps the previous evaluation`() async throws {
        let bench = try Workbench()
        _ = try await bench.run("fences import fences.geojson --store s.db")
        _ = try await bench.run("import trace.csv --store s.db --source a --all")
        #expect(try await bench.run("evaluate --policy raw --store s.db --output o").status == 0)
        let before = try await bench.run("events --store s.db").text
        #expect(!before.isEmpty)
        _ = try await bench.run("fences edit square --store s.db --no-notify-on-entry")
        let line = "geofence evaluate --policy raw --store s.db"
        let failed = try await GeofenceProcess.shell("\(line) > /dev/full", in: bench.folder)
        #expect(failed.status == 74)
        #expect(try await bench.run("events --store s.db").text == before)
    }

    @Test func `a store with a duplicate geofence does not cause a crash`() async throws {
        let bench = try Workbench()
        for name in ["fence1", "fence2"] {
            _ = try await bench.run(
                "fences add \(name) --name Home --store s.db --latitude 1 --longitude 1 --radius 9"
            )
        }
        var bytes = try Data(contentsOf: bench.folder.url("s.db"))
        let place = try #require(bytes.firstRange(of: Data("fence2".utf8)))
        bytes[place.upperBound - 1] = UInt8(ascii: "1")
        try bytes.write(to: bench.folder.url("s.db"))
        for line in ["health --store s.db", "health --store s.db --format json", "fences list --store s.db"] {
            #expect(try await bench.run(line).status < 128)
        }
    }

    @Test func `geofences that differ only in Unicode normalization are distinct`() async throws {
        let bench = try Workbench()
        for name in ["cafe\u{301}", "caf\u{e9}"] {
            let run = try await bench.run("fences add \(name) --store s.db --latitude 1 --longitude 1 --radius 9")
            #expect(run.status == 0, "\(run.errorOutput)")
        }
        let health = try await bench.run("health --store s.db")
        #expect(health.status == 1, "\(health.errorOutput)")
        #expect(health.text.contains("saved              2 active"), "\(health.text)")
        _ = try await bench.run("fences export --store s.db --output out.geojson")
        #expect(try await bench.run("lint --fences out.geojson").status == 0)
        let evaluated = try await bench.run("evaluate --policy raw --store s.db")
        #expect(evaluated.status == 0, "\(evaluated.errorOutput)")
    }

    @Test func `a geofence that is named twice is removed, and none of another spelling`() async throws {
        let bench = try Workbench()
        let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
        for name in [composed, decomposed, "b"] {
            _ = try await bench.run("fences add \(name) --store s.db --latitude 1 --longitude 1 --radius 9")
        }
        let run = try await bench.run("fences remove \(composed) b \(composed) --store s.db")
        #expect(run.status == 0, "\(run.errorOutput)")
        let rows = try await bench.run("fences list --store s.db").lines.dropFirst()
        #expect(rows.count == 1 && rows.first?.utf8.starts(with: decomposed.utf8) == true)
    }

    @Test func `an import of geofences is all or nothing`() async throws {
        let bench = try Workbench()
        try bench.folder.write(
            Samples.collection([Samples.square("good"), Samples.bowtie("bad")]),
            to: "mixed.geojson"
        )
        _ = try await bench.run("fences import fences.geojson --store s.db")
        let run = try await bench.run("fences import mixed.geojson --store s.db --replace")
        #expect(run.status == 65)
        #expect(run.errorOutput.contains("bad"))
        #expect(try await bench.run("fences list --store s.db").lines.count == 3)
    }

    @Test func `an import repairs invalid geofences, or skips them and keeps the saved ones`() async throws {
        let bench = try Workbench()
        let fences = Samples.collection([Samples.square("good"), Samples.bowtie("bad")])
        try bench.folder.write(fences, to: "mixed.geojson")
        let skipped = try await bench.run("fences import mixed.geojson --store s.db --skip-invalid")
        #expect(skipped.status == 0, "\(skipped.errorOutput)")
        #expect(skipped.errorOutput.contains("1 added, 0 changed, 0 removed, 0 unchanged"), "\(skipped.errorOutput)")
        let repaired = try await bench.run("fences import mixed.geojson --store s.db --repair --quiet")
        #expect(repaired.status == 0, "\(repaired.errorOutput)")
        #expect(try await bench.run("fences list --store s.db").lines.count == 3)
        let replaced = try await bench.run("fences import mixed.geojson --store s.db --replace --skip-invalid")
        #expect(replaced.errorOutput.contains("0 added, 0 changed, 0 removed, 1 unchanged"), "\(replaced.errorOutput)")
        #expect(try await bench.run("fences list --store s.db").lines.count == 3)
    }

    @Test func `a geofence's own policy and dwell can be set and removed`() async throws {
        let bench = try Workbench()
        try bench.folder.write(#"{"policy":"balanced","exit_fixes":3,"dwell_s":90}"#, to: "p.json")
        let place = "--latitude 1 --longitude 1 --radius 9"
        func row(_ line: String) async throws -> Substring? {
            let run = try await bench.run("fences \(line) --store s.db")
            #expect(run.status == 0, "\(run.errorOutput)")
            return try await bench.run("fences list --store s.db").lines.last?.split(separator: "true,").last
        }
        #expect(try await row("add a \(place) --policy raw --dwell 5m") == "1,raw,300")
        #expect(try await row("edit a --policy p.json") == "2,balanced,90")
        #expect(try await bench.run("fences show a --store s.db").text.contains(#""exit_fixes":3"#))
        #expect(try await row("edit a --policy p.json --dwell 0.5") == "3,balanced,0.5")
        #expect(try await row("edit a --no-policy") == "4,,0.5")
        #expect(try await row("edit a --no-dwell") == "5,,")
        #expect(try await row("edit a --policy p.json --no-dwell") == "6,balanced,")
        for wrong in ["--dwell 1 --no-dwell", "--policy raw --no-policy", "--dwell 0"] {
            #expect(try await bench.run("fences edit a --store s.db \(wrong)").status == 64, "\(wrong)")
        }
        try bench.folder.write(#"{"policy":"raw","stale_after_s":90}"#, to: "p.json")
        let refused = try await bench.run("fences edit a --store s.db --policy p.json")
        #expect(refused.status == 65)
        #expect(refused.errorOutput.contains("--stale-after"), "\(refused.errorOutput)")
    }

    @Test func `files without geofences replace nothing`() async throws {
        let bench = try Workbench()
        _ = try await bench.run("fences import fences.geojson --store s.db")
        try bench.folder.write(Samples.collection([]), to: "none.geojson")
        try bench.folder.write("id,latitude,longitude,radius_m\n", to: "none.csv")
        let run = try await bench.run("fences import none.geojson none.csv --store s.db --replace")
        #expect(run.status == 65)
        #expect(run.errorOutput.contains("would remove all"), "\(run.errorOutput)")
        #expect(try await bench.run("fences list --store s.db").lines.count == 3)
    }

    @Test func `imported fixes give the same events as their files`() async throws {
        let bench = try Workbench()
        _ = try await bench.run("fences import fences.geojson --store s.db")
        let none = try await bench.run("import trace.csv --store s.db --source files --days 0")
        #expect(none.status == 0)
        #expect(none.errorOutput.contains("0 imported"), "\(none.errorOutput)")
        #expect(none.errorOutput.contains("--all"))
        let all = try await bench.run("import trace.csv --store s.db --source files --all")
        #expect(all.errorOutput.contains("6 imported, 0 already known"), "\(all.errorOutput)")
        let fromFiles = try await bench.evaluate("--visits files.ndjson")
        for _ in 0..<2 {
            let fromStore = try await bench.run("evaluate --policy raw --store s.db --visits v.ndjson")
            #expect(fromStore.status == 0, "\(fromStore.errorOutput)")
            #expect(fromStore.text == fromFiles.text)
            #expect(try await bench.run("events --store s.db").text == fromFiles.text)
            #expect(try await bench.run("visits --store s.db").text == bench.folder.text("files.ndjson"))
        }
        let beyond = "2100-01-01T00:00:00Z"
        for (verb, all) in [("events", fromFiles.text), ("visits", try bench.folder.text("files.ndjson"))] {
            #expect(try await bench.run("\(verb) --store s.db --to \(beyond)").text == all)
            #expect(try await bench.run("\(verb) --store s.db --from 0 --to 1").text.isEmpty)
        }
        #expect(try await bench.run("events --store s.db --from \(beyond)").text.isEmpty)
        let visits = try await bench.run("visits --store s.db --device bus")
        #expect(visits.lines.count == 2)
        #expect(visits.lines.first?.contains(#""dwell_s":60,"#) == true)
    }

    @Test(arguments: ["events", "visits"])
    func `unknown names are reported with close ones, and formerly known names are accepted`(
        verb: String
    )
        async throws
    {
        let bench = try Workbench()
        _ = try await bench.run("fences import fences.geojson --store s.db")
        _ = try await bench.run("fences add gone --store s.db --latitude 9 --longitude 9 --radius 100")
        _ = try await bench.run("fences remove gone --store s.db")
        _ = try await bench.run("import trace.csv --store s.db --source files --all")
        let unknown = [
            ("--device buss", "no data for the device \"buss\" [unknown_device]\n  hint: Did you mean \"bus\"?"),
            ("--device elephant", "[unknown_device]\n  hint: Check the name; a forgotten device"),
            (
                "--geofence sqare",
                "no data for the geofence \"sqare\" [unknown_geofence]\n  hint: Did you mean \"square\"?"
            ),
            (
                "--device bus --geofence elephant",
                "[unknown_geofence]\n  hint: Check the identifier; `geofence fences list`"
            ),
        ]
        for (options, message) in unknown {
            let run = try await bench.run("\(verb) --store s.db \(options) --output left")
            #expect(run.status == 65 && run.output.isEmpty)
            #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
            #expect(!FileManager.default.fileExists(atPath: bench.folder.url("left").path))
        }
        // There are no events yet: devices are known by their fixes, geofences by being or having been saved.
        for options in ["--device bus --geofence square", "--geofence gone"] {
            let run = try await bench.run("\(verb) --store s.db \(options)")
            #expect(run.status == 0 && run.output.isEmpty && run.errorOutput.isEmpty, "\(run.errorOutput)")
        }
    }

    @Test(arguments: [
        "--policy raw", "--policy balanced --dwell 60", "--policy probability --stale-after 600",
        "--policy raw --pass-through --dwell 5", "--policy balanced --pass-through --stale-after 3600",
    ])
    func `a store lists the bytes that evaluate writes, without violations`(options: String)
        async throws
    {
        let bench = try Workbench()
        let made = try await bench.run(
            "generate --geofences 400 --fixes 20000 --devices 30 --seed 9 --fences-out f.geojson --trace-out t.csv --quiet"
        )
        #expect(made.status == 0, "\(made.errorOutput)")
        #expect(try await bench.run("fences import f.geojson --store s.db --quiet").status == 0)
        #expect(try await bench.run("import t.csv --store s.db --source t --all --quiet").status == 0)
        for format in ["csv", "ndjson"] {
            let line = "evaluate --store s.db \(options) --quiet --output e.\(format) --visits v.\(format)"
            let evaluated = try await bench.run(line)
            #expect(evaluated.status == 0, "\(evaluated.errorOutput)")
            let (events, visits) = try (bench.folder.text("e.\(format)"), bench.folder.text("v.\(format)"))
            #expect(events.split(separator: "\n").count > 20)
            #expect(try await bench.run("events --store s.db --format \(format)").text == events)
            #expect(try await bench.run("visits --store s.db --format \(format)").text == visits)
            let verified = try await bench.run("verify -", input: events)
            #expect(verified.status == 0, "\(verified.text)\(verified.errorOutput)")
        }
        // The stored results of evaluating a file have the same keys.
        let filed = "evaluate --fences f.geojson --trace t.csv \(options) --quiet --visits f.ndjson"
        #expect(try await bench.run(filed).text == bench.folder.text("e.ndjson"))
        #expect(try bench.folder.text("f.ndjson") == bench.folder.text("v.ndjson"))
    }

    @Test(arguments: ["balanced", "probability"])
    func `fixes with the same time keep the order of their files in a store`(policy: String) async throws {
        let home = Samples.circle("home", longitude: 1, latitude: 0, radius: "100")
        let minutes = [
            [(0.005, 5)], [(0.0001, 100), (0.005, 5)], [(0.0001, 5), (0.005, 0)], [(0.005, 5)], [(0.005, 5)],
        ]
        let rows = minutes.enumerated().flatMap { minute, fixes in
            fixes.map { "dog,\(1_767_225_600_000 + 60_000 * minute),\($0.0),1,\($0.1)\n" }
        }
        let trace = "device,ts_unix_ms,latitude,longitude,accuracy\n" + rows.joined()
        let bench = try Workbench(fences: Samples.collection([home]), trace: trace)
        #expect(try await bench.run("fences import fences.geojson --store s.db --quiet").status == 0)
        #expect(try await bench.run("import trace.csv --store s.db --source t --all --quiet").status == 0)
        let files = try await bench.run("evaluate --fences fences.geojson --trace trace.csv --policy \(policy) --quiet")
        let stored = try await bench.run("evaluate --store s.db --output - --policy \(policy) --quiet")
        #expect(files.lines.count >= 2 && stored.text == files.text, "\(stored.errorOutput)")
    }

    @Test(arguments: ["raw", "balanced"])
    func `the report of a store notes the same fixes as that of a file`(policy: String) async throws {
        // Without an accuracy, or not used under balanced: 0, 0 and a clock that was never set.
        let rows = [
            "a,100000000,0,0.001,", "a,100000060,0,0,", "b,0,0,0.001,", "b,100000000,0,0.001,5", "b,100000060,0,0,5",
        ]
        let bench = try Workbench(trace: (["device,ts,lat,lon,accuracy"] + rows).joined(separator: "\n") + "\n")
        #expect(try await bench.run("fences import fences.geojson --store s.db --quiet").status == 0)
        let options = "--policy \(policy) --null-island use --unset-clock use"
        #expect(try await bench.run("import trace.csv --store s.db --source t --all --quiet").status == 0)
        for inputs in ["--fences fences.geojson --trace trace.csv", "--store s.db"] {
            for (options, islands, unknown) in [(options, 2, 3), ("--policy balanced", 0, 1)] {
                let run = try await bench.run("evaluate \(inputs) \(options) --report r.json --quiet")
                #expect(run.status == 0, "\(run.errorOutput)")
                let noted = try bench.json("r.json")["noted"] as? [String: Int]
                #expect(noted?["null_island"] == islands && noted?["unknown_accuracy"] == unknown, "\(inputs)")
            }
        }
    }

    @Test(arguments: [":memory:", "file:s.db"])
    func `a store is always a file, whatever its name means to SQLite`(name: String) async throws {
        let bench = try Workbench()
        let added = try await bench.run("fences add a --store \(name) --latitude 1 --longitude 1 --radius 10")
        #expect(added.status == 0, "\(added.errorOutput)")
        #expect(try bench.folder.names.contains(name))
        #expect(try await bench.run("fences list --store \(name)").lines.count == 2)
    }

    @Test func `an import shows its progress`() async throws {
        let bench = try Workbench()
        let run = try await bench.run("import trace.csv --store s.db --source files --all --progress always")
        #expect(run.status == 0)
        let line = try #require(run.errorOutput.split(separator: "\n").first)
        #expect(line.contains(/\] \d+ %  [1-6] of [1-9] fixes, .*\/s, \d+ s left$/), "\(line)")
        #expect(!run.errorOutput.contains("\u{1B}"))
    }

    @Test func `progress of a trace that is converted counts fixes and shows no share of the file`() async throws {
        let bench = try Workbench()
        let point = "<trkpt lat=\"1\" lon=\"2\"><time>2026-01-01T00:00:00Z</time><name>long enough</name></trkpt>"
        try bench.folder.write("<gpx><trk><trkseg>\(point)</trkseg></trk></gpx>", to: "dog.gpx")
        let run = try await bench.run("import dog.gpx --store s.db --source files --all --progress always")
        let line = try #require(run.errorOutput.split(separator: "\n").first)
        #expect(line.hasPrefix("1 fix, "), "\(line)")
    }

    @Test(arguments: [
        ("fences list --store missing.db", Int32(66), "no such store"),
        ("fences list --store .", 66, "a directory"), ("evaluate --store .", 66, "a directory"),
        ("fences import fences.geojson --store .", 66, "a directory"), ("watch --store .", 66, "a directory"),
        ("fences list --store trace.csv", 65, "not a store"),
        ("fences list --store empty.db", 65, "an empty file, not a store"), ("events --store byte.db", 65, "store"),
        ("devices report '' --store s.db", 64, "1 to 256 bytes"),
        ("devices report a\tb --store s.db", 64, "control characters"),
        ("evaluate --store s.db --rejects r.ndjson", 64, "--rejects works only with --trace"),
        ("evaluate --store s.db --strict", 64, "--strict works only with --fences and --trace"),
        ("evaluate --store s.db --skip-invalid", 64, "work only with --fences"),
        ("evaluate --store s.db --utc-offset +01:00", 64, "--utc-offset works only with --trace"),
        ("evaluate --store s.db --order input", 64, "--order works only with --trace"),
        ("fences edit home --store s.db --active --no-active", 64, "--no-active"),
        ("fences remove nobody --store s.db", 65, "nobody"),
        ("fences add square --store s.db --latitude 0 --longitude 0 --radius 1", 65, "already"),
        ("fences add x --store s.db --latitude 0 --longitude 0 --radius -1", 65, "radius"),
        ("fences add a\tb --store s.db --latitude 0 --longitude 0 --radius 1", 65, "control character"),
        ("fences add x --store nowhere/s.db --latitude 0 --longitude 0 --radius 1", 74, "folder"),
        ("fences edit square --store s.db --radius 5", 65, "polygon"),
        ("evaluate --policy raw --store missing.db", 66, "no such store"),
        ("watch --store missing.db", 66, "no such store"), ("watch --store s.db --name ''", 64, "--name needs a name"),
        ("health --store missing.db", 66, "no such store"),
        ("evaluate --policy raw --store s.db --fences fences.geojson", 64, "--fences"),
        ("evaluate --policy raw --store s.db --last 5y", 64, "5y"), ("fences edit square --store s.db", 64, "change"),
        ("import missing.csv --store s.db --source files", 66, "no such file"),
        ("import trace.csv --store s.db --source files --days 5 --all", 64, "--days or --all, not both"),
        ("events --store s.db --last 1d --from 2026-01-01T00:00:00Z", 64, "--last or --from and --to"),
        ("visits --store s.db --from 2026-01-02T00:00:00Z --to 2026-01-01T00:00:00Z", 64, "--to must not be before"),
    ])
    func `what goes wrong is told with its exit code`(line: String, status: Int32, word: String) async throws {
        let bench = try Workbench()
        _ = try await bench.run("fences import fences.geojson --store s.db")
        try bench.folder.write("", to: "empty.db")
        try bench.folder.write("x", to: "byte.db")
        let run = try await bench.run(line)
        #expect(run.status == status, "\(run.errorOutput)")
        #expect(run.errorOutput.contains(word), "\(run.errorOutput)")
        #expect(try bench.folder.text("empty.db").isEmpty)
        #expect(try bench.folder.text("byte.db") == "x")
    }

    @Test(arguments: [
        "fences list", "fences import fences.geojson", "health", "devices list", "events", "forget --before 90d",
        "evaluate", "explain --device bus-1 --geofence square",
    ])
    func `a store without a name is wrong usage for every verb`(line: String) async throws {
        let bench = try Workbench()
        let run = try await bench.run("\(line) --store ''")
        #expect(run.status == 64, "\(run.errorOutput)")
        #expect(run.errorOutput.contains("--store needs the name of a file"), "\(run.errorOutput)")
    }

    @Test func `concurrent edits of a geofence are all kept, and one of two additions is refused`() async throws {
        let bench = try Workbench()
        for round in 0..<10 {
            // A new store, which both commands create.
            let store = "--store s\(round).db"
            let add = "fences add g \(store) --longitude 13 --latitude"
            async let one = bench.run("\(add) 52 --radius 100")
            async let other = bench.run("\(add) 53 --radius 100")
            let added = try await [one, other]
            #expect(added.map(\.status).sorted() == [0, 65], "\(added.map(\.errorOutput))")
            async let radius = bench.run("fences edit g \(store) --radius 7")
            async let name = bench.run("fences edit g \(store) --name n")
            let edited = try await [radius, name]
            #expect(edited.map(\.status) == [0, 0], "\(edited.map(\.errorOutput))")
            let list = try await bench.run("fences list \(store)")
            #expect(list.text.contains("\ng,n,circle,7,"), "\(list.text)\(list.errorOutput)")
        }
    }

    @Test func `adding an invalid circle does not create a store`() async throws {
        let bench = try Workbench()
        let run = try await bench.run("fences add x --store new.db --latitude 0 --longitude 0 --radius -1")
        #expect(run.status == 65)
        #expect(try !bench.folder.names.contains("new.db"))
    }

    @Test(arguments: [("missing.csv", 66), (".", 66), ("fences.geojson", 65), ("trace.csv missing.csv", 66)])
    func `an import of unreadable files does not create a store`(files: String, status: Int) async throws {
        let bench = try Workbench()
        let run = try await bench.run("import \(files) --store new.db --source files")
        #expect(Int(run.status) == status, "\(run.errorOutput)")
        #expect(try bench.folder.names == ["fences.geojson", "trace.csv"])
    }

    @Test func `an evaluation counts only the devices with fixes in its period`() async throws {
        let bench = try Workbench()
        let minute = Int(Date().timeIntervalSince1970) - 60
        let trace = """
            device_id,timestamp,latitude,longitude
            old,2020-01-01T00:00:00Z,0.5,0.5
            new,\(minute),0.5,0.5
            ahead,\(minute + 86_400),0.5,0.5

            """
        try bench.folder.write(trace, to: "t.csv")
        #expect(try await bench.run("fences import fences.geojson --store s.db --quiet").status == 0)
        #expect(try await bench.run("import t.csv --store s.db --source t --all --quiet").status == 0)
        #expect(try await bench.run("devices report silent --store s.db").status == 0)
        for (options, count) in [("--last 1h", 1), ("", 3)] {
            let run = try await bench.run("evaluate --policy raw --store s.db \(options) --report report.json")
            #expect(run.errorOutput.contains("\ndevices    \(count)\n"), "\(run.errorOutput)")
            #expect(try bench.json("report.json")["devices"] as? Int == count)
        }
        // What is ahead of now is in the store, but not within the last hour. All visits are open.
        for (verb, last) in [("events", 1), ("visits", 2)] {
            #expect(try await bench.run("\(verb) --store s.db").lines.count == 3)
            let run = try await bench.run("\(verb) --store s.db --last 1h")
            #expect(run.lines.count == last, "\(run.text)")
            #expect(!run.text.contains("ahead"))
        }
    }

    @Test func `an import reports the limit in force and if --days has no effect`() async throws {
        let bench = try Workbench()
        let now = Int(Date().timeIntervalSince1970)
        let trace = """
            device_id,timestamp,latitude,longitude
            dog,\(now - 100 * 86_400),0.5,0.5
            dog,\(now - 3 * 86_400),0.5,0.5

            """
        try bench.folder.write(trace, to: "t.csv")
        func history(_ run: GeofenceProcess) -> Substring? {
            run.errorOutput.split(separator: "\n").first { $0.hasPrefix("history ") }
        }
        let line = "import t.csv --store s.db --source t"
        let first = try await bench.run("\(line) --days 5")
        #expect(first.errorOutput.contains("1 imported, 0 already known, 1 too old"), "\(first.errorOutput)")
        #expect(history(first)?.hasSuffix("Z or than what t gave before;") == true, "\(first.errorOutput)")
        #expect(!first.errorOutput.contains("had no effect"))
        let later = try await bench.run("\(line) --days 200")
        #expect(later.errorOutput.contains("--days 200 had no effect"), "\(later.errorOutput)")
        #expect(history(later) == history(first))
        #expect(try await bench.run("\(line) --all").errorOutput.contains("1 imported, 1 already known, 0 too old"))
        let last = try await bench.run(line)
        #expect(history(last)?.hasSuffix(" what is older than what t gave before;") == true, "\(last.errorOutput)")
    }

    @Test func `clockwise rings are unchanged after an export and import`() async throws {
        let bench = try Workbench()
        let rings = "[[[0,0],[0,3],[3,3],[3,0],[0,0]],[[1,1],[2,1],[2,2],[1,2],[1,1]]]"
        let clockwise = Samples.feature("c", polygon: rings)
        try bench.folder.write(Samples.collection([clockwise]), to: "c.geojson")
        _ = try await bench.run("fences import c.geojson --store s.db")
        _ = try await bench.run("fences export --store s.db --output out.geojson")
        for file in ["out.geojson", "c.geojson"] {
            let again = try await bench.run("fences import \(file) --store s.db --replace")
            #expect(again.errorOutput == "0 added, 0 changed, 0 removed, 1 unchanged\n")
        }
    }

    @Test func `the sign of a zero is not a change, and lengths have no exponents`() async throws {
        func fences(_ zero: String) -> String {
            Samples.collection([
                #"{"type":"Feature","properties":{"id":"c","radius_m":1e-9},"geometry":{"type":"Point","coordinates":[\#(zero),\#(zero)]}}"#,
                Samples.feature("p", polygon: "[[[\(zero),\(zero)],[1,\(zero)],[1,1],[\(zero),1],[\(zero),\(zero)]]]"),
            ])
        }
        let bench = try Workbench(fences: fences("0"))
        try bench.folder.write(fences("-0.0"), to: "n.geojson")
        #expect(try await bench.run("fences import fences.geojson --store s.db --quiet").status == 0)
        for file in ["n.geojson", "fences.geojson"] {
            let again = try await bench.run("fences import \(file) --store s.db --replace")
            #expect(again.errorOutput == "0 added, 0 changed, 0 removed, 2 unchanged\n")
        }
        let list = try await bench.run("fences list --store s.db")
        #expect(list.lines.dropFirst().first == "c,,circle,0.000000001,true,1,,")
    }

    @Test func `geofences with policies are exported unchanged and evaluated as from a file`() async throws {
        let text = """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"id":"a","radius_m":123.25,"policy":"balanced","exit_buffer_m":7.5,"exit_fixes":2,\
            "exit_after_s":44.5,"dwell_s":1.5},"geometry":{"type":"Point","coordinates":[13.4051,52.52]}},
            {"type":"Feature","properties":{"id":"b","radius_m":100,"notifyOnExit":false,"policy":"raw"},\
            "geometry":{"type":"Point","coordinates":[0.1,0.2]}},
            {"type":"Feature","properties":{"id":"c","radius_m":90,"policy":"probability","enter_probability":0.9},\
            "geometry":{"type":"Point","coordinates":[0.1,0.2]}},
            {"type":"Feature","properties":{"id":"d","name":"D"},\
            "geometry":{"type":"Polygon","coordinates":[[[0.1,0.1],[0.3,0.1],[0.2,0.3],[0.1,0.1]]]}}
            ]}

            """
        let bench = try Workbench(fences: text)
        #expect(try await bench.run("fences import fences.geojson --store s.db --quiet").status == 0)
        #expect(try await bench.run("fences export --store s.db").text == text)
        #expect(try await bench.run("fences import fences.geojson --store s.db").errorOutput.contains("4 unchanged"))
        #expect(try await bench.run("import trace.csv --store s.db --source t --all --quiet").status == 0)
        let stored = try await bench.run("evaluate --store s.db --quiet")
        let filed = try await bench.run("evaluate --fences fences.geojson --trace trace.csv --quiet")
        #expect(stored.status == 0 && filed.status == 0)
        #expect(stored.text == filed.text)
    }
}
