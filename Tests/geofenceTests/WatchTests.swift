import Foundation
import TestSupport
import Testing

/// The live sync, registration and health documents with real processes: one watches, others change the store.
@Suite struct WatchTests {
    /// Returns a store with one geofence far away, and a watch that has reported an event, with the device `dog` at
    /// 52.52, 13.405.
    private func started(_ options: String = "") async throws -> (bench: Workbench, watch: LiveGeofence) {
        let bench = try Workbench()
        try await fences(bench, "add start --latitude 52.52 --longitude 13.405 --radius 10")
        let watch = try bench.start("watch --store s.db --trace - --policy raw \(options)")
        try watch.send("device,ts_unix_ms,latitude,longitude\ndog,1000,52.52,13.405\n")
        #expect(try event(watch) == "ENTER dog start initial 1000")
        return (bench, watch)
    }

    /// Waits until the store has this many events.
    private func waitUntilSaved(_ bench: Workbench, _ count: Int = 1) async throws {
        for _ in 0..<1000 {
            if try await bench.run("events --store s.db --format csv").shortEvents.count >= count { return }
        }
        Issue.record("the watch has saved nothing")
    }

    private func fences(_ bench: Workbench, _ words: String) async throws {
        let run = try await bench.run("fences \(words) --store s.db")
        #expect(run.status == 0, "\(run.errorOutput)")
    }

    /// Returns the next event, as `ENTER dog home fence_added 1000`.
    private func event(_ watch: LiveGeofence) throws -> String? {
        guard let line = try watch.line() else { return nil }
        let json = try line.jsonObject()
        return ["event", "device", "geofence", "cause", "ts_unix_ms"].map { "\(json[$0] ?? "")" }.joined(separator: " ")
    }

    @Test func `a geofence created, edited and deleted by another process is checked at once`() async throws {
        let (bench, watch) = try await started()
        try await fences(bench, "add far --latitude 10 --longitude 10 --radius 500")
        try await fences(bench, "add school --latitude 52.52 --longitude 13.405 --radius 500")
        // The geofence elsewhere caused no event.
        #expect(try event(watch) == "ENTER dog school fence_added 1000")
        try await fences(bench, "edit school --latitude 10")
        #expect(try event(watch) == "EXIT dog school fence_changed 1000")
        try await fences(bench, "edit school --latitude 52.52 --radius 400")
        #expect(try event(watch) == "ENTER dog school fence_changed 1000")
        try await fences(bench, "remove school")
        #expect(try event(watch) == "EXIT dog school fence_removed 1000")
        try watch.send("dog,2000,10,10\ndog,3000,52.52,13.405\n")
        #expect(try event(watch) == "EXIT dog start movement 2000")
        #expect(try event(watch) == "ENTER dog far movement 2000")
        #expect(try event(watch) == "EXIT dog far movement 3000")
        #expect(try event(watch) == "ENTER dog start movement 3000")
        let end = try watch.finish()
        #expect(end.status == 0, "\(end.errorOutput)")
        #expect(try watch.line() == nil)
    }

    @Test func `fixes of a live stream are reordered, and those too late are rejected`() async throws {
        let bench = try Workbench()
        try await fences(bench, "add start --latitude 52.52 --longitude 13.405 --radius 10")
        let options = "watch --store s.db --trace - --policy raw --max-lateness 10s --rejects rejects.ndjson"
        let watch = try bench.start(options)
        try watch.send("device,ts_unix_ms,latitude,longitude\ndog,20000,10,10\ndog,15000,52.52,13.405\n")
        try watch.send("dog,31000,10,10\n")
        #expect(try event(watch) == "ENTER dog start initial 15000")
        #expect(try event(watch) == "EXIT dog start movement 20000")
        try watch.send("dog,16000,52.52,13.405\ndog,40000,52.52,13.405\n")
        let end = try watch.finish()
        #expect(end.status == 0, "\(end.errorOutput)")
        // Fixes that still waited at the end count too.
        #expect(try event(watch) == "ENTER dog start movement 40000")
        let rejects = try bench.folder.text("rejects.ndjson")
        #expect(rejects.contains(#""line":5,"reason":"late""#), "\(rejects)")
    }

    @Test func `a device's last fix counts even if the device sends nothing more`() async throws {
        let bench = try Workbench()
        try await fences(bench, "add start --latitude 52.52 --longitude 13.405 --radius 10")
        let watch = try bench.start("watch --store s.db --trace - --policy raw --max-lateness 1s")
        let now = Int64(Date.now.timeIntervalSince1970 * 1000)
        try watch.send("device,ts_unix_ms,latitude,longitude\ndog,\(now),52.52,13.405\n")
        // The input stays open, and nothing more comes.
        #expect(try event(watch) == "ENTER dog start initial \(now)")
        try watch.send("dog,\(now - 500),10,10\n")
        let end = try watch.finish()
        #expect(end.errorOutput.contains("late"), "\(end.errorOutput)")
        #expect(try watch.line() == nil)
    }

    @Test func `rejects can be read while the watch runs, and are kept by the next run`() async throws {
        let (bench, watch) = try await started("--rejects rejects.ndjson")
        try watch.send("dog,1500,north,10\n")
        func rejects() throws -> [Substring] { try bench.folder.text("rejects.ndjson").split(separator: "\n") }
        #expect(try await watch.wait { try !rejects().isEmpty })
        watch.signal(SIGKILL)
        _ = try watch.wait()
        let next = "watch --store s.db --trace - --policy raw --quiet --rejects"
        let table = "device,ts_unix_ms,latitude,longitude\ndog,2000,10,10\n"
        #expect(try await bench.run("\(next) rejects.ndjson", input: table + "dog,2000,10,10\n").status == 0)
        let reasons = try rejects().map { $0.contains(#""reason":"coordinate""#) ? "coordinate" : "duplicate" }
        #expect(reasons == ["coordinate", "duplicate"])
        let refused = try await bench.run("\(next) fences.geojson")
        #expect(refused.status == 65)
        #expect(refused.errorOutput.contains("fences.geojson: error: "), "\(refused.errorOutput)")
        #expect(try bench.folder.text("fences.geojson") == Samples.fences)
        // A stream also gets its lines as they come.
        let streamed = try await bench.run("\(next) - --output o.ndjson", input: table)
        #expect(streamed.lines.count == 1)
        #expect(streamed.text.contains(#""reason":"duplicate""#), "\(streamed.text)")
    }

    @Test func `the first rejects of a reason are shown at once, then counts at powers of ten`()
        async throws
    {
        let bench = try Workbench()
        try await fences(bench, "add start --latitude 52.52 --longitude 13.405 --radius 10")
        let watch = try bench.start("watch --store s.db --trace -")
        try watch.send("device,ts_unix_ms,latitude,longitude\ndog,1500,north,10\n")
        #expect(try await watch.waitForError("the latitude \"north\" is not a finite decimal number"))
        for _ in 2...120 { try watch.send("dog,1500,north,10\n") }
        #expect(try await watch.waitForError("... 100 so far [coordinate]"))
        let end = try watch.finish()
        #expect(end.errorOutput.components(separatedBy: "not a finite decimal number").count - 1 == 10)
        #expect(end.errorOutput.components(separatedBy: "hint: ").count - 1 == 1)
        #expect(end.errorOutput.contains("... and 110 more [coordinate]"), "\(end.errorOutput)")
    }

    @Test func `an unusable record is rejected once, however often the watch continues`() async throws {
        let bench = try Workbench()
        try await fences(bench, "add start --latitude 52.52 --longitude 13.405 --radius 10")
        let text = "device,ts_unix_ms,latitude,longitude\ndog,1500,north,10\ndog,1600,north,10\n"
        for (more, expected) in [("", 2), ("", 2), ("dog,1700,north,10\n", 3)] {
            try bench.folder.write(text + more, to: "t.csv")
            let run = try await bench.run("watch --store s.db --trace t.csv --rejects r.ndjson --quiet")
            #expect(run.status == 0, "\(run.errorOutput)")
            #expect(try bench.folder.text("r.ndjson").split(separator: "\n").count == expected)
        }
    }

    @Test func `the watch keeps its events in the store`() async throws {
        let (bench, watch) = try await started("--quiet")
        try watch.send("dog,2000,10,10\n")
        _ = try watch.line()
        #expect(try watch.finish().status == 0)
        let events = try await bench.run("events --store s.db --format csv")
        #expect(events.shortEvents == ["ENTER,dog,start,1000,initial", "EXIT,dog,start,2000,movement"])
        let visits = try await bench.run("visits --store s.db --format csv")
        #expect(
            visits.lines.map { $0.drop { $0 != "," } } == [
                ",device,geofence,enter_unix_ms,exit_unix_ms,dwell_s,state,enter_cause,exit_cause,exit_min_unix_ms,"
                    + "exit_max_unix_ms,inferred",
                ",dog,start,1000,2000,1,closed,initial,movement,,,",
            ]
        )
    }

    @Test func `a watch that has ended reports nothing more and has nothing registered`() async throws {
        let (bench, watch) = try await started()
        let healthy = try await bench.run("health --store s.db")
        #expect(healthy.status == 0, "\(healthy.text)")
        #expect(healthy.lines.first == "Healthy")
        watch.signal(SIGTERM)
        let end = try watch.wait()
        #expect(end.status == 0, "\(end.errorOutput)")
        try await fences(bench, "add school --latitude 52.52 --longitude 13.405 --radius 500")
        #expect(try watch.line() == nil)
        let health = try await bench.run("health --store s.db")
        #expect(health.status == 1)
        #expect(health.lines.first == "2 geofence(s) not registered")
        #expect(health.text.contains("geofence watch --store s.db"))
    }

    @Test func `a suspended watch registers the changes once it resumes`() async throws {
        let (bench, watch) = try await started()
        try await fences(bench, "add old --name Old --latitude 52.52 --longitude 13.405 --radius 500")
        #expect(try event(watch) == "ENTER dog old fence_added 1000")
        // A watch stopped while it saves an event would keep all others from writing.
        try await waitUntilSaved(bench, 2)
        watch.signal(SIGSTOP)
        try await fences(bench, "remove old")
        let orphaned = try await bench.run("health --store s.db")
        #expect(orphaned.lines.first == "1 orphan region(s)")
        #expect(orphaned.text.contains("Orphaned (1)") && orphaned.text.contains("Unknown Region"), "\(orphaned.text)")
        #expect(orphaned.text.contains("geofence health --store s.db --fix"), "\(orphaned.text)")
        try await fences(bench, "add school --name School --latitude 52.52 --longitude 13.405 --radius 500")
        try await fences(bench, "edit start --radius 20")
        let health = try await bench.run("health --store s.db --format json")
        #expect(health.status == 1)
        let lists =
            #""missing":[{"geofence":"school","name":"School"}],"orphaned":[{"geofence":"old"}],"drifted":[{"geofence":"start"}]"#
        #expect(health.text.contains(lists), "\(health.text)")
        watch.signal(SIGCONT)
        #expect(try event(watch) == "EXIT dog old fence_removed 1000")
        #expect(try event(watch) == "ENTER dog school fence_added 1000")
        let fixed = try await bench.run("health --store s.db --fix")
        #expect(fixed.status == 0, "\(fixed.text)")
        #expect(try watch.finish().status == 0)
    }

    @Test func `a device forgotten while the watch runs has no EXIT and starts anew, without its waiting fixes`()
        async throws
    {
        let bench = try Workbench()
        try await fences(bench, "add start --latitude 52.52 --longitude 13.405 --radius 10")
        // Long enough that the fixes still wait on a slow machine too.
        let options = "watch --store s.db --trace - --policy raw --max-lateness 10m"
        let watch = try bench.start(options)
        try watch.send("device,ts_unix_ms,latitude,longitude\n")
        for device in ["cat", "dog"] {
            try watch.send("\(device),1000,52.52,13.405\n\(device),700000,52.52,13.405\n")
            #expect(try event(watch) == "ENTER \(device) start initial 1000")
        }
        try await waitUntilSaved(bench, 2)
        let forgotten = try await bench.run("forget --store s.db --device dog")
        #expect(forgotten.status == 0, "\(forgotten.errorOutput)")
        #expect(try await bench.run("forget --store s.db --device dog").status == 65)
        try await fences(bench, "add yard --latitude 52.52 --longitude 13.405 --radius 20")
        #expect(try event(watch) == "ENTER cat yard fence_added 1000")
        try watch.send("dog,3000,52.52,13.405\n")
        #expect(try watch.finish().status == 0)
        #expect(try event(watch) == "ENTER dog start initial 3000")
        #expect(try event(watch) == "ENTER dog yard initial 3000")
        #expect(try watch.line() == nil)
        let events = try await bench.run("events --store s.db --format csv --device dog")
        #expect(events.shortEvents == ["ENTER,dog,start,3000,initial", "ENTER,dog,yard,3000,initial"])
    }

    @Test func `a killed watch counts as not running`() async throws {
        let (bench, watch) = try await started()
        // An event that it had not saved would be reported again.
        try await waitUntilSaved(bench)
        watch.signal(SIGKILL)
        #expect(try watch.wait().status == 128 + SIGKILL)
        let health = try await bench.run("health --store s.db --fix")
        #expect(health.status == 1)
        #expect(health.lines.first == "1 geofence(s) not registered")
        let restarted = try bench.start("watch --store s.db --policy raw")
        // It continues where it was: what was sent before is known, and the dog is inside.
        for (time, latitude) in [(1000, 52.52), (2000, 52.52), (3000, 10)] {
            let fix = #"{"device":"dog","ts_unix_ms":\#(time),"latitude":\#(latitude),"longitude":13.405}"#
            try restarted.send(fix + "\n")
        }
        #expect(try event(restarted) == "EXIT dog start movement 3000")
        #expect(try await bench.run("health --store s.db").status == 0)
        #expect(try restarted.finish().status == 0)
    }

    @Test func `device reports decide what is registered, and health says what to do`() async throws {
        let (bench, watch) = try await started()
        _ = try await bench.run("devices report phone --store s.db --authorization authorized_when_in_use")
        let needs = try await bench.run("health --store s.db")
        #expect(needs.status == 1)
        #expect(needs.lines.first == "Needs 'Always' authorization")
        #expect(needs.text.contains("Allow the tracking app to use the location at all times on: phone."))
        _ = try await bench.run("devices report tablet --store s.db --services-off")
        let off = try await bench.run("health --store s.db")
        #expect(off.lines.first == "Location services disabled")
        #expect(off.text.contains("Turn on location services on: tablet."))
        #expect(off.text.contains("Allow the tracking app to use the location at all times on: phone."))
        _ = try await bench.run("devices report tablet --store s.db")
        try await fences(bench, "add school --latitude 52.52 --longitude 13.405 --radius 500")
        _ = try await bench.run("devices report phone --store s.db")
        #expect(try event(watch) == "ENTER dog school fence_added 1000")
        #expect(try await bench.run("health --store s.db").status == 0)
        #expect(try watch.finish().status == 0)
    }

    @Test func `a continued watch checks intervening edits and appends to its output`() async throws {
        let bench = try Workbench()
        try await fences(bench, "add start --latitude 52.52 --longitude 13.405 --radius 100")
        try await fences(bench, "add old --latitude 52.52 --longitude 13.405 --radius 100")
        try await fences(bench, "add off --latitude 52.52 --longitude 13.405 --radius 100 --no-active")
        let header = "device,ts_unix_ms,latitude,longitude"
        try bench.folder.write("\(header)\ndog,1000,52.52,13.405\n", to: "live.csv")
        let watch = "watch --store s.db --trace live.csv --policy raw --output o.csv --quiet"
        #expect(try await bench.run(watch).status == 0)
        try await fences(bench, "remove old")
        try await fences(bench, "edit start --latitude 10")
        try await fences(bench, "add new --latitude 52.52 --longitude 13.405 --radius 100")
        try await fences(bench, "edit off --active")
        try bench.folder.write("\(header)\ndog,1000,52.52,13.405\ndog,2000,0,0\n", to: "live.csv")
        #expect(try await bench.run(watch).status == 0)
        // Nothing is new now.
        #expect(try await bench.run(watch).status == 0)
        let events = try bench.folder.text("o.csv").split(separator: "\n").map { line in
            line.split(separator: ",").enumerated().filter { [0, 2, 3, 7].contains($0.offset) }.map(\.element)
                .joined(separator: ",")
        }
        #expect(
            events == [
                "event,geofence,ts_unix_ms,cause", "ENTER,old,1000,initial", "ENTER,start,1000,initial",
                "EXIT,old,1000,fence_removed", "EXIT,start,1000,fence_changed", "ENTER,new,1000,fence_added",
                "ENTER,off,1000,fence_added", "EXIT,new,2000,movement", "EXIT,off,2000,movement",
            ]
        )
        #expect(try await bench.run("verify o.csv").status == 0)
    }

    @Test func `a truncated trace is read from its start`() async throws {
        let bench = try Workbench()
        try await fences(bench, "add start --latitude 52.52 --longitude 13.405 --radius 100")
        let watch = "watch --store s.db --trace live.csv --policy raw --output o.csv"
        func rows(_ seconds: [Int]) -> String {
            seconds.map { "dog,\($0)000,\($0 % 2),13.405\n" }.joined()
        }
        let header = "device,ts_unix_ms,latitude,longitude\n"
        try bench.folder.write(header + rows(Array(1...200)), to: "live.csv")
        #expect(try await bench.run(watch).status == 0)
        let grown = header + rows(Array(1...100)) + "dog,500000,52.52,13.405\n"
        try bench.folder.write(grown, to: "live.csv")
        let run = try await bench.run(watch)
        #expect(run.errorOutput.contains("101 read, 1 used"), "\(run.errorOutput)")
        #expect(try bench.folder.text("o.csv").contains("ENTER,dog,start,500000"))
        // The watch continues after it.
        try bench.folder.write(grown + "dog,501000,0,13.405\n", to: "live.csv")
        #expect(try await bench.run(watch).errorOutput.contains("1 read, 1 used"))
    }

    @Test func `a second watch with the same name is refused, and one with another name is not`() async throws {
        let (bench, watch) = try await started()
        let second = try await bench.run("watch --store s.db --trace -")
        #expect(second.status == 74)
        #expect(
            second.errorOutput.contains("the watch \"watch\" of this store is already running"),
            "\(second.errorOutput)"
        )
        #expect(second.errorOutput.contains("--name"))
        #expect(try await bench.run("watch --store s.db --trace - --name other --quiet").status == 0)
        #expect(try watch.finish().status == 0)
    }

    /// Job control (`set -m`) is needed because a shell otherwise makes its background jobs ignore SIGINT.
    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends a watch at once while it waits for another of the same name`(signal: Int32) async throws {
        let (bench, watch) = try await started()
        let script = """
            set -m
            mkfifo pipe; exec 3<>pipe
            geofence watch --store s.db --trace - <&3 & second=$!
            sleep 0.5; kill -\(signal) $second
            wait $second
            """
        let run = try await GeofenceProcess.shell(script, in: bench.folder)
        #expect(run.status == 128 + signal, "\(run.errorOutput)")
        #expect(try watch.finish().status == 0)
    }

    @Test
    func `a watch without authorization registers nothing until authorization is restored`()
        async throws
    {
        let bench = try Workbench()
        try await fences(bench, "add start --latitude 52.52 --longitude 13.405 --radius 10")
        _ = try await bench.run("devices report phone --store s.db --authorization denied")
        let watch = try bench.start("watch --store s.db --policy raw --log-level debug")
        #expect(try await watch.waitForError("the listener on the store is active"))
        #expect(try await watch.waitForError("none of the devices that have reported may be located"))
        #expect(
            try watch.errorOutput().contains(
                "warning geofence.geofences: [GeofencingStore] ensureRegionsRegistered: skipping"
            )
        )
        let denied = try await bench.run("health --store s.db")
        #expect(denied.status == 1)
        #expect(denied.lines.prefix(2) == ["Needs 'Always' authorization", "registered         0"])
        #expect(denied.text.contains("Not Registered (1)"), "\(denied.text)")
        // Even when asked to, it registers nothing.
        watch.signal(SIGHUP)
        _ = try await bench.run("devices report phone --store s.db --services-off")
        #expect(try await bench.run("health --store s.db --fix").lines.first == "Location services disabled")
        _ = try await bench.run("devices report phone --store s.db")
        #expect(try await watch.waitForError("authorization restored, ensuring regions registered"))
        #expect(try await bench.run("health --store s.db --fix").status == 0)
        try watch.send("device,ts_unix_ms,latitude,longitude\ndog,1000,52.52,13.405\n")
        #expect(try event(watch) == "ENTER dog start initial 1000")
        #expect(try watch.finish().status == 0)
    }

    @Test func `visits end in a watch without authorization and begin again once authorization is restored`()
        async throws
    {
        let bench = try Workbench()
        try await fences(bench, "add start --latitude 52.52 --longitude 13.405 --radius 100")
        try bench.folder.write("device,ts_unix_ms,latitude,longitude\ndog,1000,52.52,13.405\n", to: "live.csv")
        let watch = "watch --store s.db --trace live.csv --policy raw --output o.csv --format csv --quiet"
        for status in ["authorized_always", "denied", "authorized_always"] {
            _ = try await bench.run("devices report phone --store s.db --authorization \(status)")
            #expect(try await bench.run(watch).status == 0)
        }
        let events = try bench.folder.text("o.csv").split(separator: "\n").dropFirst()
        #expect(events.map { $0.prefix { $0 != "," } } == ["ENTER", "EXIT", "ENTER"])
        #expect(events.map { $0.split(separator: ",")[7] } == ["initial", "fence_removed", "fence_added"])
        #expect(try await bench.run("verify o.csv").status == 0)
    }

    @Test(arguments: [[SIGHUP], [SIGSTOP, SIGCONT]])
    func `SIGHUP or SIGCONT registers the saved geofences even if the store is unchanged`(signals: [Int32])
        async throws
    {
        let (bench, watch) = try await started("--log-level debug --quiet")
        // The start has registered what is saved; nothing has changed since.
        #expect(try await watch.waitForError("the listener on the store is active"))
        #expect(try !watch.errorOutput().contains("ensureRegionsRegistered"))
        for signal in signals { watch.signal(signal) }
        #expect(
            try await watch.waitForError(
                "current_count=1 desired_count=1 [GeofencingStore] ensureRegionsRegistered called"
            )
        )
        #expect(try await bench.run("health --store s.db").status == 0)
        let end = try watch.finish()
        #expect(end.status == 0, "\(end.errorOutput)")
        #expect(try await watch.waitForError("the listener on the store has stopped"))
    }

    @Test func `changes of the store and the end of the listener are logged`() async throws {
        let (bench, watch) = try await started("--log-level debug --quiet")
        try await fences(bench, "add school --latitude 52.52 --longitude 13.405 --radius 500")
        _ = try event(watch)
        #expect(try await watch.waitForError("after=2 before=1 [GeofencingStore] geofences updated by the listener"))
        #expect(try watch.finish().status == 0)
        #expect(
            try watch.errorOutput().contains(
                "debug geofence.geofences: [GeofencingStore] the listener on the store has stopped"
            )
        )
    }

    @Test func `a visit reported by both a watch and an evaluation is listed once`() async throws {
        let bench = try Workbench()
        _ = try await bench.run("fences import fences.geojson --store s.db --quiet")
        _ = try await bench.run("import trace.csv --store s.db --source t --all --quiet")
        let rules = "--policy raw --quiet"
        #expect(try await bench.run("evaluate --store s.db \(rules)").status == 0)
        let events = try await bench.run("events --store s.db").text
        let visits = try await bench.run("visits --store s.db").text
        #expect(visits.split(separator: "\n").count == 3)
        for name in ["one", "two"] {
            let watch = try await bench.run("watch --store s.db --trace trace.csv --name \(name) \(rules)")
            #expect(watch.text == events)
            #expect(try await bench.run("events --store s.db").text == events)
            #expect(try await bench.run("visits --store s.db").text == visits)
        }
        let health = try await bench.run("health --store s.db --format json").text
        #expect(
            health.contains(#""geofence":"square","state":"missing","last_event_unix_ms":1767225720000,"visits":2"#),
            "\(health)"
        )
    }

    @Test func `health reports each watch, and overall what any watch has not registered`() async throws {
        let (bench, watch) = try await started()
        try await waitUntilSaved(bench)
        let other = try bench.start("watch --store s.db --name other --log-level debug")
        #expect(try await other.waitForError("the listener on the store is active"))
        #expect(try await bench.run("health --store s.db --fix").status == 0)
        // The older one is stopped; the newer one has registered everything.
        watch.signal(SIGSTOP)
        try await fences(bench, "add school --latitude 10 --longitude 10 --radius 500")
        #expect(try await other.waitForError("geofences updated by the listener"))
        let held = try await bench.run("health --store s.db")
        #expect(held.status == 1)
        #expect(held.lines.first == "1 geofence(s) not registered")
        let watches = held.lines.filter { $0.hasPrefix("watch ") }
        #expect(
            watches.map { $0.hasSuffix("1 registered; 1 geofence(s) not registered") } == [true, false],
            "\(held.text)"
        )
        #expect(watches.last?.hasSuffix("2 registered; Healthy") == true, "\(held.text)")
        watch.signal(SIGCONT)
        #expect(try await bench.run("health --store s.db --fix").status == 0)
        #expect(try watch.finish().status == 0)
        #expect(try other.finish().status == 0)
    }

    @Test func `health lists each registered geofence with its last event, visits and flaps`() async throws {
        let (bench, watch) = try await started("--quiet")
        try await fences(bench, "add school --name School --latitude 10 --longitude 10 --radius 500")
        try watch.send("dog,2000,10,10\ndog,3000,52.52,13.405\n")
        for _ in 0..<4 { _ = try event(watch) }
        #expect(try watch.finish().status == 0)
        let again = try bench.start("watch --store s.db --policy raw --log-level debug")
        #expect(try await again.waitForError("the listener on the store is active"))
        #expect(try await bench.run("health --store s.db --fix").status == 0)
        let lines = try await bench.run("health --store s.db").lines
        let table = try #require(lines.firstIndex(of: "Geofences (2)"))
        let rows = lines[(table + 1)...].prefix(3).map { $0.split(separator: " ", omittingEmptySubsequences: true) }
        #expect(
            rows.map { $0.joined(separator: " ") } == [
                "geofence name state last event visits flaps", "start - registered 1970-01-01T00:00:03.000Z 2 1",
                "school School registered 1970-01-01T00:00:03.000Z 1 0",
            ]
        )
        #expect(try again.finish().status == 0)
    }

    /// The signal is preceded by nothing, or by one that makes the watch check for changes, which has to wait too.
    @Test(arguments: ["", "kill -CONT $watch; sleep 0.3"])
    func `a second signal ends a watch that waits for a reader of its output`(before: String) async throws {
        let rows = (0..<3000).map { "dog,\(1_767_225_600 + $0),\($0 % 2),0.5\n" }
        let bench = try Workbench(trace: "device,ts,lat,lon\n" + rows.joined())
        _ = try await bench.run("fences add home --store s.db --latitude 0 --longitude 0.5 --radius 100")
        let script = """
            mkfifo pipe; exec 3<>pipe
            geofence watch --store s.db --trace trace.csv --policy raw --quiet --output pipe & watch=$!
            sleep 2
            \(before)
            for _ in $(seq 300); do kill -TERM $watch 2> /dev/null || break; sleep 0.1; done
            wait $watch
            """
        let run = try await GeofenceProcess.shell(script, in: bench.folder)
        // It ends in good order if it was not waiting yet.
        #expect(run.status == 128 + SIGTERM || run.status == 0, "\(run.errorOutput)")
    }
}
