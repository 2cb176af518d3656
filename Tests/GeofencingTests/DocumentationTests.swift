import Geofencing
import TestSupport
import Testing

/// The Swift in the comments of the library's declarations, with what surrounds it.
@Suite struct DocumentationTests {
    private let start = Timestamp(unixMilliseconds: 1_767_225_600_000)
    private let stop = Geofence(
        "stop-66",
        .circle(center: Coordinate(latitude: 52.52, longitude: 13.405), radius: .meters(150))
    )

    private func fixes(of device: DeviceID, offsets: [Double]) -> [Fix] {
        offsets.enumerated().map { minute, offset in
            Fix(
                device: device,
                time: Timestamp(unixMilliseconds: start.unixMilliseconds + Int64(minute) * 60_000),
                coordinate: Coordinate(latitude: 52.52 + offset, longitude: 13.405),
                horizontalAccuracy: .meters(10)
            )
        }
    }

    @Test func `every Swift snippet in a doc comment is compiled in this file`() throws {
        let (places, count) = try DocumentationSnippets.uncompiled(of: "Geofencing", in: #filePath)
        #expect(places.isEmpty)
        #expect(count == 13)
    }

    @Test func `every public type is on the catalog's landing page`() throws {
        #expect(try DocumentationCatalog.unlistedTypes(of: "Geofencing") == [])
    }

    @Test func `whole traces are evaluated`() throws {
        let header = "device_id,timestamp,latitude,longitude\n"
        let monday = TraceFile(contents: (header + "van,2026-01-05T08:00:00Z,52.52,13.405\n").utf8, name: "monday")
        let tuesday = TraceFile(contents: (header + "van,2026-01-06T08:00:00Z,52.5,13.405\n").utf8, name: "tuesday")
        var engine = try GeofenceEngine([stop], policy: .raw)
        var printed: [String] = []
        func print(_ text: String) { printed.append(text) }
        let evaluated = try engine.evaluate([monday, tuesday], threads: 8) { print($0.json()) }
        print("\(evaluated.counts.used) of \(evaluated.counts.read) records used")
        engine = evaluated.engine
        #expect(engine.presence(of: "van", in: "stop-66") == .outside)
        #expect(printed.count == 3 && printed.last == "2 of 2 records used")
        engine = try GeofenceEngine([stop], policy: .raw)
        try engine.evaluate([monday, tuesday], progressed: { _ in try Task.checkCancellation() }) { print($0.json()) }
        #expect(printed.count == 5 && printed.suffix(2) == printed.prefix(2))
    }

    @Test func `an invalid geofence reports its findings and can be repaired`() throws {
        let corners = [(0.0, 0.0), (10, 10), (10, 0), (0, 10)].map { Coordinate(latitude: $0.1, longitude: $0.0) }
        let lake = Geofence("lake", .polygon(try Polygon(corners)))
        var printed: [String] = []
        func print(_ item: some CustomStringConvertible) { printed.append(item.description) }
        for finding in try lake.findings() { print(finding) }
        let repair = try lake.repaired()
        if repair.areaChange != 0 { print("the area changed by \(repair.areaChange) of \(repair.geofence)") }
        #expect(printed.count == 2 && printed.first?.contains("[self_intersection]") == true)
        #expect(printed.last == "the area changed by 1.0 of lake, 2 polygons with 6 vertices")
    }

    @Test func `an engine reports a device that enters a geofence`() throws {
        let place = Coordinate(latitude: 52.52, longitude: 13.405)
        let depot = Geofence("depot", .circle(center: place, radius: .meters(150)))
        let engine = try GeofenceEngine([depot])
        let fix = Fix(device: "truck-7", time: Timestamp(unixMilliseconds: 1_767_225_600_000), coordinate: place)
        for transition in engine.process(fix) { print(transition) }
        // Prints "ENTER truck-7 depot at 2026-01-01T00:00:00.000Z, initial"
        #expect(
            engine.presence(of: "truck-7", in: "depot")
                == .inside(since: Timestamp(unixMilliseconds: 1_767_225_600_000))
        )
    }

    @Test func `the state of one engine can be restored in another`() throws {
        let engine = try GeofenceEngine([stop])
        let other = try GeofenceEngine([stop])
        _ = engine.process(fixes(of: "bus-7", offsets: [0]))
        let bytes = engine.state().encoded
        // later, in another process, with the same geofences and rules
        try other.restore(EngineState(decoding: bytes))
        #expect(other.presence(of: "bus-7", in: "stop-66") == .inside(since: start))
    }

    @Test func `an engine can be replaced by a copy without stale devices`() throws {
        var engine = try GeofenceEngine([stop])
        _ = engine.process(fixes(of: "bus-7", offsets: [0]))
        let yesterday = start - .seconds(1)
        engine = try engine.copy { device in engine.lastFix(of: device).map { $0.time > yesterday } ?? false }
        #expect(engine.devices == ["bus-7"])
    }

    @Test func `a reorderer puts a stream in order`() throws {
        let engine = try GeofenceEngine([stop])
        let stream = fixes(of: "bus-7", offsets: [0.01, 0]).reversed()
        var transitions: [Transition] = []
        var reorderer = FixReorderer(maximumLateness: .seconds(30), rules: engine.rules)
        for fix in stream { transitions += engine.process(reorderer.add(fix)) }
        transitions += engine.process(reorderer.flush())
        #expect(transitions.map(\.kind) == [.enter] && engine.counts.used == 2)
    }

    @Test func `a stream of fixes becomes a stream of transitions`() async throws {
        let engine = try GeofenceEngine([stop])
        let (fixes, feed) = AsyncStream.makeStream(of: Fix.self)
        for fix in self.fixes(of: "bus-7", offsets: [0.01, 0]) { feed.yield(fix) }
        feed.finish()
        var printed: [String] = []
        func print(_ text: String) { printed.append(text) }
        for await transition in engine.transitions(for: fixes) { print(transition.json()) }
        #expect(printed.count == 1 && printed[0].hasPrefix(#"{"event":"ENTER","device":"bus-7","geofence":"stop-66","#))
    }

    @Test func `a ledger turns transitions into visits`() throws {
        let engine = try GeofenceEngine([stop])
        let fixes = fixes(of: "bus-7", offsets: [0.01, 0, 0, 0.01, 0])
        var printed: [String] = []
        func print(_ visit: Visit) { printed.append("\(visit)") }
        var ledger = VisitLedger()
        for transition in engine.process(fixes) {
            if let visit = ledger.add(transition) { print(visit) }
        }
        for visit in ledger.openVisits { print(visit) }
        #expect(
            printed == [
                "bus-7 stop-66 from 2026-01-01T00:00:51.912Z to 2026-01-01T00:02:08.087Z, 76.175 s",
                "bus-7 stop-66 since 2026-01-01T00:03:51.912Z",
            ]
        )
    }

    @Test func `an explanation says which fixes were within the band`() throws {
        let engine = try GeofenceEngine([stop])
        let fixes = fixes(of: "bus-7", offsets: [0, 0.0014, 0])
        let explanation = try engine.explain("bus-7", in: "stop-66", fixes: fixes)
        for step in explanation.steps where step.evidence.rule == .withinBand {
            print(step.fix.time, step.evidence.distance)
        }
        #expect(explanation.steps.count { $0.evidence.rule == .withinBand } == 1)
    }

    @Test func `a tracker provides the values for a device screen`() {
        let now = start
        let fix = fixes(of: "rex", offsets: [0])[0]
        func show(_ distance: Distance?, _ battery: Int?, _ status: String?) {
            #expect(distance == nil && battery == nil && status == "Connected")
        }
        let tracker = DeviceTracker()
        tracker.track("rex", owner: "phone")
        tracker.receive(fix)
        let rex = tracker.device("rex")
        show(rex?.distanceFromOwner, rex?.batteryLevel, rex?.connectionStatus(at: now).message)
    }

    @Test func `a tracker forgets devices that have gone silent`() {
        let yesterday = start
        let tracker = DeviceTracker()
        tracker.track("cow")
        tracker.receive(fixes(of: "rex", offsets: [0])[0])
        tracker.receive(
            Fix(device: "cat", time: start + .seconds(-1), coordinate: Coordinate(latitude: 1, longitude: 2))
        )
        for id in tracker.devices {
            if let latest = tracker.device(id)?.latestLocation, latest.time < yesterday { tracker.forget(id) }
        }
        #expect(tracker.devices == ["cow", "rex"])
    }

    @Test func `the monitor measures the latency of evaluations`() throws {
        let engine = try GeofenceEngine([stop])
        let fix = fixes(of: "bus-7", offsets: [0])[0]
        func send(_ transitions: [Transition]) { #expect(transitions.count == 1) }
        let monitor = PerformanceMonitor.shared
        let transitions = engine.process(fix)  // counts as an `evaluation`
        monitor.sample(.delivery) { send(transitions) }
        let summary = monitor.getPerformanceSummary()
        if !summary.meetsMemoryTarget { monitor.logMetrics() }
        #expect(monitor.latency(of: .evaluation) != nil && summary.memoryUsageMB > 0)
    }
}
