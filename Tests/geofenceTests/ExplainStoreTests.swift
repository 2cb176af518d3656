import Foundation
import TestSupport
import Testing

@Suite struct ExplainStoreTests {
    private static let start = 1_767_225_600_000

    /// Returns a trace of `dog` with one fix per minute from the start, at longitude 1 and these latitudes.
    private static func trace(_ latitudes: [Double]) -> String {
        "device,ts_unix_ms,latitude,longitude,accuracy\n"
            + latitudes.enumerated().map { "dog,\(start + 60_000 * $0),\($1),1,10\n" }.joined()
    }

    /// Returns a store with the circle `home` of 100 m at 0, 1.
    private static func bench(trace: String = trace([0.003, 0.0002, 0.0001, 0.003, 0.004, 0.005])) async throws
        -> Workbench
    {
        let home = Samples.circle("home", longitude: 1, latitude: 0, radius: "100")
        let bench = try Workbench(fences: Samples.collection([home]), trace: trace)
        let run = try await bench.run("fences import fences.geojson --store s.db --quiet")
        try #require(run.status == 0, "\(run.errorOutput)")
        return bench
    }

    private static let asked = "explain --store s.db --device dog --geofence home"

    private func objects(_ run: GeofenceProcess) throws -> [[String: Any]] {
        try run.lines.map { try $0.jsonObject() }
    }

    @Test func `of several fixes at one time in a store, the most accurate one counts`() async throws {
        // The less accurate one is outside, and comes first by position.
        let rows = ["0,0.003,1,10", "60000,-0.003,1,100", "60000,0,1,10"].map { row in
            let cells = row.split(separator: ",", maxSplits: 1)
            return "dog,\(Self.start + (Int(cells[0]) ?? 0)),\(cells[1])\n"
        }
        let bench = try await Self.bench(trace: "device,ts_unix_ms,latitude,longitude,accuracy\n" + rows.joined())
        #expect(try await bench.run("import trace.csv --store s.db --source t --all --quiet").status == 0)
        #expect(try await bench.run("evaluate --store s.db --quiet").lines.count == 1)
        let explained = try await bench.run(Self.asked)
        #expect(explained.text.contains("1 rejected: conflicting\nevents     1 ENTER, 0 EXIT\n"), "\(explained.text)")
    }

    private func ids(_ run: GeofenceProcess) throws -> [String] {
        try objects(run).map { try #require($0["id"] as? String) }
    }

    @Test(arguments: ["", "--policy raw", "--policy raw --pass-through", "--dwell 1m"])
    func `the events of a stored evaluation are explained as those of files`(options: String) async throws {
        let bench = try await Self.bench()
        #expect(try await bench.run("import trace.csv --store s.db --source t --all --quiet").status == 0)
        #expect(try await bench.run("evaluate --store s.db --quiet \(options)").status == 0)
        let events = try ids(await bench.run("events --store s.db"))
        #expect(events.count >= 2)
        for id in events {
            let stored = try await bench.run("\(Self.asked) --event \(id) \(options)")
            #expect(stored.status == 0 && stored.text.contains("id \(id)\n"), "\(stored.errorOutput)")
        }
        let files = "explain --fences fences.geojson --trace trace.csv --device dog --geofence home"
        func steps(_ line: String) async throws -> [NSDictionary] {
            let object = try #require(try objects(await bench.run("\(line) --format json \(options)")).first)
            let passages = try #require(object["passages"] as? [[String: Any]])
            return passages.flatMap { $0["steps"] as? [[String: Any]] ?? [] }.map { step in
                NSDictionary(dictionary: step.filter { $0.key != "file" && $0.key != "line" })
            }
        }
        let stored = try await steps(Self.asked)
        #expect(stored.count > 3)
        #expect(try await steps(files) == stored)
    }

    @Test func `if there is no event, the reason is reported`() async throws {
        let bench = try await Self.bench(trace: Self.trace([0.003, 0.004]))
        #expect(try await bench.run("import trace.csv --store s.db --source t --all --quiet").status == 0)
        let run = try await bench.run(Self.asked)
        #expect(run.status == 0, "\(run.errorOutput)")
        #expect(
            run.text.contains("no ENTER: no used fix was inside\nthe closest fix was 231.7 m outside at"),
            "\(run.text)"
        )
        #expect(!run.text.contains(", line "))
    }

    @Test func `an event caused by an edit says so and has no fixes`() async throws {
        let bench = try await Self.bench()
        let watch = "watch --store s.db --trace - --policy raw --quiet"
        let header = "device,ts_unix_ms,latitude,longitude\n"
        #expect(try await bench.run(watch, input: header + "dog,\(Self.start),0.5,1\n").text.isEmpty)
        for (edit, cause, reason) in [
            ("add park --latitude 0.5 --longitude 1 --radius 500", "fence_added", "was added"),
            ("edit park --latitude 10", "fence_changed", "another shape that does not cover the device's last fix"),
            ("edit park --latitude 0.5", "fence_changed", "another shape around the device's last fix"),
            ("remove park", "fence_removed", "was removed"),
        ] {
            #expect(try await bench.run("fences \(edit) --store s.db").status == 0)
            let id = try #require(try ids(await bench.run(watch, input: header)).first)
            let explain = "explain --store s.db --device dog --geofence park --event \(id)"
            let run = try await bench.run(explain)
            #expect(run.status == 0 && run.errorOutput.isEmpty, "\(run.errorOutput)")
            #expect(run.text.hasPrefix("device     dog\ngeofence   park\n\n"))
            #expect(run.text.contains(", \(cause), id \(id)\nNo fix decided it: the geofence "), "\(run.text)")
            #expect(run.text.contains(reason), "\(run.text)")
            let object = try #require(try objects(await bench.run("\(explain) --format json")).first)
            #expect((object["event"] as? [String: Any])?["cause"] as? String == cause)
        }
    }

    @Test func `an event of a watch can be explained once its fixes are imported`() async throws {
        let bench = try await Self.bench()
        let watched = try await bench.run("watch --store s.db --trace trace.csv --policy raw --quiet")
        let id = try #require(try ids(watched).last)
        let explain = "\(Self.asked) --policy raw --event \(id)"
        let without = try await bench.run(explain)
        #expect(without.status == 65)
        #expect(
            without.errorOutput.contains(
                "the fix at 2026-01-01 00:03:00 UTC that decided the event is not in the store, so it cannot be explained: "
                    + "EXIT at 2026-01-01 00:03:00 UTC, movement, id \(id)"
            ),
            "\(without.errorOutput)"
        )
        #expect(without.errorOutput.contains("import them with `geofence import`"))
        #expect(try await bench.run("import trace.csv --store s.db --source t --all --quiet").status == 0)
        #expect(try await bench.run(explain).text.contains(", id \(id)\n"))
        let otherwise = try await bench.run("\(Self.asked) --event \(id)")
        #expect(otherwise.status == 65)
        #expect(
            otherwise.errorOutput.contains(
                "with these options, the fixes and geofences in the store do not make this event: EXIT at "
            ),
            "\(otherwise.errorOutput)"
        )
        let past = try await bench.run("\(explain) --last 1s")
        #expect(past.status == 65 && past.errorOutput.contains("in the period of --last"), "\(past.errorOutput)")
        let none = try await bench.run("\(Self.asked) --last 1s")
        let message = "in the period of --last, in which the store has fixes of 0 devices"
        #expect(none.status == 65 && none.errorOutput.contains(message), "\(none.errorOutput)")
        #expect(try await bench.run("fences remove home --store s.db").status == 0)
        let removed = try await bench.run(explain)
        #expect(
            removed.status == 65
                && removed.errorOutput.contains("To explain the events of a removed geofence, save it again.")
        )
    }

    @Test func `the hint for forgotten fixes says how to bring them back, which works`() async throws {
        let bench = try await Self.bench()
        let load = "import trace.csv --store s.db --source t"
        #expect(try await bench.run("\(load) --all --quiet").status == 0)
        let evaluated = try await bench.run("evaluate --store s.db --policy raw --quiet")
        let id = try #require(try ids(evaluated).last)
        let explain = "\(Self.asked) --policy raw --event \(id)"
        let told = try await bench.run(explain)
        #expect(told.status == 0)
        for (limit, asked, hint) in [
            ("00:03:00", explain, "or earlier fixes may have been forgotten."),
            ("00:03:01", explain, "or forgotten ones with `geofence import --all`, and try again."),
            ("12:00:00", Self.asked, "to bring back forgotten ones, use `geofence import --all`."),
        ] {
            let forget = "forget --store s.db --before 2026-01-01T\(limit)Z --fixes --quiet"
            #expect(try await bench.run(forget).status == 0)
            let run = try await bench.run(asked)
            #expect(run.status != 0 && run.errorOutput.contains(hint), "\(run.errorOutput)")
            #expect(try await bench.run("\(load) --quiet").status == 0)
        }
        #expect(try await bench.run("\(load) --all --quiet").status == 0)
        #expect(try await bench.run(explain).text == told.text)
    }

    @Test func `a device without fixes is an error that suggests close names`() async throws {
        let bench = try await Self.bench()
        let none = try await bench.run(Self.asked)
        #expect(none.status == 65)
        #expect(none.errorOutput.contains("there are no fixes of \"dog\"; the store has fixes of 0 devices"))
        #expect(none.errorOutput.contains("geofence import"), "\(none.errorOutput)")
        #expect(try await bench.run("import trace.csv --store s.db --source t --all --quiet").status == 0)
        let typo = try await bench.run("explain --store s.db --device dogg --geofence home")
        #expect(typo.status == 65 && typo.errorOutput.contains("Did you mean \"dog\"?"), "\(typo.errorOutput)")
        let event = try await bench.run("\(Self.asked) --event 0123456789abcdef")
        #expect(event.status == 65 && event.errorOutput.contains("is not an event of \"dog\" in \"home\""))
    }

    @Test(arguments: [
        ("--store s.db --fences fences.geojson", Int32(64), "--store cannot be combined with --fences or --trace"),
        ("--store s.db --trace trace.csv", 64, "--store cannot be combined with --fences or --trace"),
        ("--store s.db --max-lateness 1m", 64, "--max-lateness works only with --trace"),
        ("--last 1d --fences fences.geojson --trace trace.csv", 64, "--last needs --store"),
        ("", 64, "--fences"), ("--store missing.db", 66, "no such store"), ("--store trace.csv", 65, "not a store"),
    ])
    func `a store cannot be combined with input files`(options: String, status: Int32, word: String) async throws {
        let run = try await Self.bench().run("explain --device dog --geofence home \(options)")
        #expect(run.status == status, "\(run.errorOutput)")
        #expect(run.errorOutput.contains(word), "\(run.errorOutput)")
    }
}
