import Geofencing
import TestSupport
import Testing

@Suite struct GeofenceEngineTests {
    let center = Coordinate(latitude: 52.5, longitude: 13.4)
    let far = Coordinate(latitude: 52.6, longitude: 13.4)

    func circle(_ id: Geofence.ID, radius: Double = 150, at center: Coordinate? = nil) -> Geofence {
        Geofence(id, .circle(center: center ?? self.center, radius: .meters(radius)))
    }

    func fix(_ time: Int64, _ place: Coordinate, of device: DeviceID = "truck") -> Fix {
        Fix(device: device, time: Timestamp(unixMilliseconds: time), coordinate: place)
    }

    @Test func `a first fix inside reports an ENTER with cause initial`() throws {
        let engine = try GeofenceEngine([circle("depot")], policy: .raw)
        let transitions = engine.process(fix(1000, center))
        #expect(transitions.map(\.kind) == [.enter])
        #expect(transitions.map(\.cause) == [.initial])
        #expect(transitions.map(\.time.unixMilliseconds) == [1000])
        #expect(engine.presence(of: "truck", in: "depot") == .inside(since: Timestamp(unixMilliseconds: 1000)))
    }

    @Test func `a first fix outside reports nothing`() throws {
        let engine = try GeofenceEngine([circle("depot")], policy: .raw)
        #expect(engine.presence(of: "truck", in: "depot") == .unknown)
        #expect(engine.process(fix(1, far)).isEmpty)
        #expect(engine.presence(of: "truck", in: "depot") == .outside)
    }

    @Test func `moving across the boundary reports ENTER and EXIT with cause movement`() throws {
        let engine = try GeofenceEngine([circle("depot")], policy: .raw)
        let transitions = engine.process([fix(1, far), fix(2, center), fix(3, center), fix(4, far)])
        #expect(transitions.map(\.kind) == [.enter, .exit])
        #expect(transitions.map(\.cause) == [.movement, .movement])
        #expect(transitions.map(\.time.unixMilliseconds) == [2, 4])
    }

    @Test func `rejected fixes of a batch are returned with their reasons`() throws {
        let engine = try GeofenceEngine(rules: EventRules(policy: .raw))
        try engine.upsert(circle("depot"))
        var transitions: [Transition] = []
        let unused = engine.process(
            [fix(1, far), fix(2, center), fix(1, center), fix(3, Coordinate(latitude: 91, longitude: 0)), fix(4, far)],
            into: &transitions
        )
        #expect(transitions.map(\.kind) == [.enter, .exit])
        #expect(unused.map(\.fix.time.unixMilliseconds) == [1, 3])
        #expect(unused.map(\.reason) == [.late, .outOfRange])
    }

    @Test func `a single fix reports EXITs before ENTERs, each sorted by identifier`() throws {
        let other = Coordinate(latitude: 52.6, longitude: 13.4)
        let fences = [circle("b"), circle("a"), circle("d", at: other), circle("c", at: other)]
        let engine = try GeofenceEngine(fences, policy: .raw)
        let transitions = engine.process([fix(1, center), fix(2, other)])
        #expect(transitions.map(\.geofence.rawValue) == ["a", "b", "a", "b", "c", "d"])
        #expect(transitions.map(\.kind) == [.enter, .enter, .exit, .exit, .enter, .enter])
    }

    @Test func `devices are independent of each other`() throws {
        let engine = try GeofenceEngine([circle("depot")], policy: .raw)
        let transitions = engine.process([fix(1, center, of: "one"), fix(1, far, of: "two"), fix(2, center, of: "two")])
        #expect(transitions.map(\.device) == ["one", "two"])
        #expect(engine.deviceCount == 2)
    }

    @Test func `a muted event is not reported but presence is still tracked`() throws {
        var silent = circle("silent")
        silent.notifyOnEntry = false
        var discreet = circle("discreet")
        discreet.notifyOnExit = false
        let engine = try GeofenceEngine([silent, discreet], policy: .raw)
        let transitions = engine.process([fix(1, center), fix(2, far)])
        #expect(transitions.map(\.geofence) == ["discreet", "silent"])
        #expect(transitions.map(\.kind) == [.enter, .exit])
    }

    @Test(arguments: [true, false])
    func `an EXIT because a geofence moved is muted as it was before`(notifies: Bool) throws {
        var depot = circle("depot")
        depot.notifyOnExit = notifies
        let engine = try GeofenceEngine([depot], policy: .raw)
        _ = engine.process(fix(1, center))
        var moved = circle("depot", at: far)
        moved.notifyOnExit = !notifies
        #expect(try engine.upsert(moved).map(\.kind) == (notifies ? [.exit] : []))
        #expect(engine.presence(of: "truck", in: "depot") == .outside)
    }

    @Test func `an inactive geofence is kept but not evaluated`() throws {
        var closed = circle("closed")
        closed.isActive = false
        let engine = try GeofenceEngine([closed], policy: .raw)
        #expect(engine.process(fix(1, center)).isEmpty)
        #expect(engine.presence(of: "truck", in: "closed") == .unknown)
        #expect(engine.geofenceCount == 0)
        #expect(engine.geofence("closed") == closed)
    }

    @Test func `two geofences with the same identifier are rejected`() {
        #expect {
            try GeofenceEngine([circle("depot"), circle("depot", radius: 10)])
        } throws: { error in
            (error as? GeofenceError)?.code == .duplicateIdentifier
        }
    }

    @Test func `the geofences covering a position are sorted by identifier`() throws {
        let engine = try GeofenceEngine([circle("b"), circle("a"), circle("c", at: far)])
        #expect(try engine.geofences(covering: center) == ["a", "b"])
    }

    @Test func `a query for many positions matches single queries, even after edits`() throws {
        let engine = try GeofenceEngine([circle("b"), circle("c", at: far)])
        try engine.upsert(circle("a"))
        try engine.upsert(circle("gone"))
        try engine.remove("gone")
        let places = (0..<1000).map { center.north(Double($0 % 100) * 10) } + [center, far]
        let answers = try engine.geofences(covering: places)
        #expect(answers == (try places.map { place in try engine.geofences(covering: place) }))
        #expect(answers.suffix(2) == [["a", "b"], ["c"]])
        #expect(Set(answers).count > 1 && answers.contains([]))
        #expect(try engine.geofences(covering: [Coordinate]()).isEmpty)
        let error = failure { try engine.geofences(covering: [center, Coordinate(latitude: 91, longitude: 0)]) }
        #expect(error?.code == .invalidCoordinate && error?.message.contains("index 1") == true)
    }
}
