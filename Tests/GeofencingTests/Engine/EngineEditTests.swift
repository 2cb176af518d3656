import Dispatch
import TestSupport
import Testing

@testable import Geofencing

@Suite struct EngineEditTests {
    let center = Coordinate(latitude: 52.5, longitude: 13.4)
    let far = Coordinate(latitude: 52.6, longitude: 13.4)

    func circle(_ id: Geofence.ID, radius: Double = 150, at center: Coordinate? = nil) -> Geofence {
        Geofence(id, .circle(center: center ?? self.center, radius: .meters(radius)))
    }

    func engine(_ geofences: [Geofence], parked: [(DeviceID, Coordinate)]) throws -> GeofenceEngine {
        let engine = try GeofenceEngine(geofences, policy: .raw)
        for (device, place) in parked {
            _ = engine.process(Fix(device: device, time: Timestamp(unixMilliseconds: 1000), coordinate: place))
        }
        return engine
    }

    @Test func `adding a geofence around parked devices enters each once, in name order`() throws {
        let engine = try engine([], parked: [("b", center), ("a", center), ("c", far)])
        let transitions = try engine.upsert(circle("depot"))
        #expect(transitions.map(\.device) == ["a", "b"])
        #expect(transitions.map(\.cause) == [.geofenceAdded, .geofenceAdded])
        #expect(engine.process(Fix(device: "a", time: Timestamp(unixMilliseconds: 2000), coordinate: center)).isEmpty)
    }

    @Test func `a position where two parts touch gives one ENTER and one EXIT, even right after an edit`() throws {
        func square(_ south: Double, _ west: Double) throws -> Polygon {
            let corners = [(south, west), (south, west + 1), (south + 1, west + 1), (south + 1, west)]
            return try Polygon(corners.map { Coordinate(latitude: $0.0, longitude: $0.1) })
        }
        let place = Coordinate(latitude: 1, longitude: 1)
        let engine = try engine([], parked: [("dog", place)])
        let pair = Geofence("pair", .multiPolygon([try square(0, 0), try square(1, 1)]))
        #expect(try engine.upsert(pair).map(\.kind) == [.enter])
        #expect(try engine.geofences(covering: place) == ["pair"])
        let later = [Coordinate(latitude: 5, longitude: 5), place].enumerated().map { number, place in
            Fix(device: "dog", time: Timestamp(unixMilliseconds: 2000 + Int64(number)), coordinate: place)
        }
        #expect(engine.process(later).map(\.kind) == [.exit, .enter])
    }

    @Test func `a changed shape is evaluated at once and keeps the presence of devices still inside`() throws {
        let engine = try engine([circle("depot")], parked: [("in", center), ("out", far)])
        #expect(try engine.upsert(circle("depot", radius: 100)).isEmpty)
        #expect(engine.presence(of: "in", in: "depot") == .inside(since: Timestamp(unixMilliseconds: 1000)))
        let moved = try engine.upsert(circle("depot", at: far))
        #expect(moved.map(\.kind) == [.exit, .enter])
        #expect(moved.map(\.device) == ["in", "out"])
        #expect(moved.allSatisfy { $0.cause == .geofenceChanged })
    }

    @Test func `upserting the same geofence does nothing and a new name changes no presence`() throws {
        let engine = try engine([circle("depot")], parked: [("in", center)])
        #expect(try engine.upsert(circle("depot")).isEmpty)
        var renamed = circle("depot")
        renamed.name = "Depot"
        #expect(try engine.upsert(renamed).isEmpty)
        #expect(engine.geofence("depot")?.name == "Depot")
        #expect(engine.presence(of: "in", in: "depot") == .inside(since: Timestamp(unixMilliseconds: 1000)))
    }

    @Test func `upserting a polygon with its ring reversed changes no presence`() throws {
        let corners = [(13.0, 52.0), (13.01, 52.0), (13.01, 52.01), (13.0, 52.01), (13.0, 52.0)]
        let engine = try GeofenceEngine([Geofence("yard", .polygon(Polygon(corners: corners)))])
        // The second fix is outside, in the band: the device is still inside.
        for (second, latitude) in [(0, 52.005), (10, 52.0101)] as [(Int64, Double)] {
            let place = Coordinate(latitude: latitude, longitude: 13.005)
            _ = engine.process(Fix(device: "dog", time: .second(second), coordinate: place))
        }
        #expect(engine.geofences(containing: "dog") == ["yard"])
        let reversed = Geofence("yard", .polygon(try Polygon(corners: corners.reversed())))
        #expect(try engine.upsert(reversed).isEmpty)
        #expect(engine.geofence("yard") == reversed)
        #expect(engine.geofences(containing: "dog") == ["yard"])
    }

    /// Leaves undecided whether the device has left, or has come; then the geofence gets another name.
    @Test(arguments: [true, false])
    func `renaming a geofence does not decide a pending transition`(isInside: Bool) throws {
        func fix(_ second: Int64, _ latitude: Double, accuracy: Double) -> Fix {
            Fix(
                device: "a",
                time: .second(second),
                coordinate: Coordinate(latitude: latitude, longitude: 13.4),
                horizontalAccuracy: .meters(accuracy)
            )
        }
        var renamed = circle("depot", radius: 100)
        renamed.name = "Depot"
        let first =
            isInside
            ? [fix(0, 52.5, accuracy: 5), fix(60, 52.501_078_6, accuracy: 30)] : [fix(0, 52.5, accuracy: 300)]
        let later = [fix(120, 52.6, accuracy: 5), fix(180, 52.6, accuracy: 5), fix(240, 52.5, accuracy: 5)]
        let plain = try GeofenceEngine([circle("depot", radius: 100)])
        let expected = plain.process(first) + plain.process(later)

        let live = try GeofenceEngine([circle("depot", radius: 100)])
        let before = live.process(first)
        #expect(before.map(\.kind) == (isInside ? [.enter] : []))
        #expect(try live.upsert(renamed).isEmpty)
        #expect(before + live.process(later) == expected)

        let ended = try GeofenceEngine([circle("depot", radius: 100)])
        _ = ended.process(first)
        let restarted = try GeofenceEngine([renamed])
        #expect(try restarted.restore(ended.state(), history: { _ in .changed }, rebasing: false).isEmpty)
        #expect(before + restarted.process(later) == expected)
    }

    @Test func `a geofence muted by an edit reports no EXIT`() throws {
        let engine = try engine([circle("depot")], parked: [("in", center)])
        var muted = circle("depot")
        muted.notifyOnExit = false
        #expect(try engine.upsert(muted).isEmpty)
        #expect(engine.process(Fix(device: "in", time: Timestamp(unixMilliseconds: 2000), coordinate: far)).isEmpty)
        #expect(engine.presence(of: "in", in: "depot") == .outside)
    }

    @Test func `removing a geofence reports an EXIT for each device inside`() throws {
        let engine = try engine([circle("depot"), circle("yard")], parked: [("in", center), ("out", far)])
        let transitions = try engine.remove("depot")
        #expect(transitions.map(\.kind) == [.exit])
        #expect(transitions.map(\.cause) == [.geofenceRemoved])
        #expect(engine.presence(of: "in", in: "depot") == .unknown && engine.geofence("depot") == nil)
        #expect(engine.geofenceCount == 1)
        let next = engine.process(Fix(device: "in", time: Timestamp(unixMilliseconds: 2000), coordinate: far))
        #expect(next.map(\.geofence) == ["yard"])
    }

    @Test func `removing a geofence that was added reports EXIT as that one says, whatever others mute`() throws {
        var muted = circle("muted")
        muted.notifyOnExit = false
        let engine = try engine([muted], parked: [("in", center)])
        try engine.apply([.upsert(circle("depot")), .upsert(circle("yard"))])
        #expect(try engine.remove("depot").map(\.kind) == [.exit])
        #expect(try engine.remove("muted").isEmpty)
    }

    @Test(arguments: [180.0, -180]) func `an edit at the antimeridian reaches devices on it, however they write it`(
        longitude: Double
    ) throws {
        let engine = try engine([], parked: [("dog", Coordinate(latitude: 0.5, longitude: longitude))])
        func strip(_ west: Double, _ east: Double) throws -> Geofence {
            Geofence("strip", .polygon(try Polygon(corners: [(west, 0.0), (east, 0), (east, 1), (west, 1)])))
        }
        #expect(try engine.upsert(strip(-180, -179)).map(\.kind) == [.enter])
        #expect(try engine.upsert(strip(-179.5, -179)).map(\.kind) == [.exit])
        #expect(try engine.upsert(strip(179, 180)).map(\.kind) == [.enter])
        #expect(try engine.upsert(strip(179, 179.5)).map(\.kind) == [.exit])
    }

    @Test func `removing an unknown geofence is an error and changes nothing`() throws {
        let engine = try engine([circle("depot")], parked: [])
        #expect {
            try engine.apply([.upsert(circle("yard")), .remove("garage")])
        } throws: { error in
            (error as? GeofenceError)?.code == .unknownGeofence
        }
        #expect(engine.geofenceCount == 1)
    }

    @Test func `deactivating a geofence counts as removing it and activating as adding it`() throws {
        let engine = try engine([circle("depot")], parked: [("in", center)])
        var depot = circle("depot")
        depot.isActive = false
        #expect(try engine.upsert(depot).map(\.cause) == [.geofenceRemoved])
        depot.isActive = true
        #expect(try engine.upsert(depot).map(\.cause) == [.geofenceAdded])
    }

    @Test func `among geofences that are equally near, those changed since come last`() throws {
        let engine = try engine([circle("m"), circle("b"), circle("c")], parked: [])
        try engine.upsert(circle("a"))
        #expect(try engine.nearestGeofences(to: center, count: 9).map(\.id) == ["b", "c", "m", "a"])
        var renamed = circle("b")
        renamed.name = "Depot"
        try engine.upsert(renamed)
        #expect(try engine.nearestGeofences(to: center, count: 9).map(\.id) == ["c", "m", "a", "b"])
    }

    @Test(arguments: [1, 200]) func `a polygon added among circles contains the places inside it`(count: Int) throws {
        let engine = try engine([circle("m")], parked: [])
        let square = try Polygon(corners: [(13.39, 52.49), (13.41, 52.49), (13.41, 52.51), (13.39, 52.51)])
        try engine.apply((0..<count).map { .upsert(Geofence("\($0)", .polygon(square))) })
        let found = try engine.nearestGeofences(to: center, count: count + 1)
        #expect(found.allSatisfy { $0.distance.meters < 0 } && found.count == count + 1)
    }

    @Test func `replacing all geofences affects only those that differ`() throws {
        let engine = try engine([circle("a"), circle("b")], parked: [("in", center)])
        let transitions = try engine.replaceAll(with: [circle("b"), circle("c")])
        #expect(transitions.map(\.geofence) == ["a", "c"])
        #expect(transitions.map(\.cause) == [.geofenceRemoved, .geofenceAdded])
    }

    @Test func `replacing all geofences is safe while another thread adds and removes one`() throws {
        let engine = try engine([circle("a")], parked: [])
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            for _ in 0..<500 {
                if thread == 0 {
                    #expect(throws: Never.self) { try engine.replaceAll(with: [circle("a")]) }
                } else {
                    _ = try? engine.upsert(circle("b"))
                    _ = try? engine.remove("b")
                }
            }
        }
        try engine.replaceAll(with: [circle("a")])
        #expect(engine.allGeofences == [circle("a")])
    }

    @Test func `an engine after many edits answers like a newly built one`() throws {
        var random = SplitMix64(seed: 11)
        func place() -> Coordinate {
            Coordinate(latitude: random.uniform(52...52.02), longitude: random.uniform(13...13.02))
        }
        let engine = try GeofenceEngine(policy: .raw)
        var present: [Geofence.ID: Geofence] = [:]
        let devices = (0..<20).map { DeviceID("device-\($0)") }
        var inside: Set<[String]> = []
        func follow(_ transitions: [Transition]) {
            for transition in transitions {
                let pair = [transition.device.rawValue, transition.geofence.rawValue]
                if transition.kind == .enter {
                    #expect(inside.insert(pair).inserted, "seed 11")
                } else {
                    #expect(inside.remove(pair) != nil, "seed 11")
                }
            }
        }
        for step in 0..<400 {
            let id = Geofence.ID("fence-\(Int.random(in: 0..<30, using: &random))")
            if present[id] != nil, Bool.random(using: &random) {
                follow(try engine.remove(id))
                present[id] = nil
            } else {
                let fence = circle(id, radius: random.uniform(100...800), at: place())
                follow(try engine.upsert(fence))
                present[id] = fence
            }
            let time = Timestamp(unixMilliseconds: Int64(step))
            follow(engine.process(devices.map { Fix(device: $0, time: time, coordinate: place()) }))
            let fresh = try GeofenceEngine(present.values, policy: .raw)
            let probe = place()
            #expect(try engine.geofences(covering: probe) == fresh.geofences(covering: probe), "seed 11")
        }
        #expect(engine.geofenceCount == present.count)
    }
}
