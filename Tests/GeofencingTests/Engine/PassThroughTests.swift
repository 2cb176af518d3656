import TestSupport
import Testing

@testable import Geofencing

@Suite struct PassThroughTests {
    /// A moment of a clock that was set, in milliseconds since 1970.
    private static let start: Int64 = 1_767_225_600_000

    private let center = Coordinate(latitude: 48.2, longitude: 16.4)

    private func engine(_ fences: [Geofence], _ limits: PassThrough = PassThrough()) throws -> GeofenceEngine {
        try GeofenceEngine(fences, rules: EventRules(policy: .raw, passThrough: limits))
    }

    private func circle(_ id: Geofence.ID, radius: Double, east: Double = 0) -> Geofence {
        Geofence(id, .circle(center: place(east), radius: .meters(radius)))
    }

    /// A place so many meters east of the center.
    private func place(_ east: Double) -> Coordinate {
        Geodesic.direct(from: center, azimuth: east < 0 ? 270 : 90, distance: abs(east))
    }

    private func fix(_ east: Double, at seconds: Double) -> Fix {
        Fix(
            device: "car",
            time: Timestamp(unixMilliseconds: Self.start + Int64(seconds * 1000)),
            coordinate: place(east)
        )
    }

    private func told(_ transitions: [Transition]) -> [String] {
        transitions.map { "\($0.kind.rawValue) \($0.geofence)\($0.isInferred ? " inferred" : "")" }
    }

    @Test func `at a shared border EXIT and ENTER coincide, and less than a millisecond inside is ignored`()
        throws
    {
        func box(_ id: Geofence.ID, _ west: Double, _ east: Double) throws -> Geofence {
            let corners = [(west, 0.0), (east, 0), (east, 0.0625), (west, 0.0625)]
            return Geofence(id, .polygon(try Polygon(corners: corners)))
        }
        func passing(_ fences: [Geofence], _ policy: TransitionPolicy, to longitude: Double, in seconds: Double) throws
            -> [Transition]
        {
            let rules = EventRules(policy: policy, passThrough: PassThrough())
            return try GeofenceEngine(fences, rules: rules).process(
                [(0.0, 0.0), (seconds, longitude)].map { second, longitude in
                    Fix(
                        device: "car",
                        time: Timestamp(unixMilliseconds: Self.start + Int64(second * 1000)),
                        coordinate: Coordinate(latitude: 0.03125, longitude: longitude),
                        horizontalAccuracy: .meters(5)
                    )
                }
            )
        }
        // The border is crossed after two thirds of the time.
        let pair = [try box("a", 0.015625, 0.03125), try box("b", 0.03125, 0.0625)]
        let found = try passing(pair, .balanced(), to: 0.046875, in: 100)
        #expect(told(found) == ["ENTER a inferred", "EXIT a inferred", "ENTER b"])
        #expect(found[1].time == found[2].time)
        // 0.9 and 1.1 ms, at whatever place of a millisecond they begin.
        for start in stride(from: 0.01, to: 0.0101, by: 0.000_003) {
            for (milliseconds, count) in [(0.9, 0), (1.1, 2)] {
                let width = milliseconds * 0.04 / 100_000
                #expect(
                    try passing([box("a", start, start + width)], .raw, to: 0.04, in: 100).count == count,
                    "\(start)"
                )
            }
        }
    }

    @Test func `the depth of a passage is judged at its deepest point, not at its midpoint`() throws {
        func ring(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [Coordinate] {
            [(west, south), (east, south), (east, north), (west, north)].map {
                Coordinate(latitude: $0.1, longitude: $0.0)
            }
        }
        // A hole beside the middle of the path, 22 m away from it.
        let hole = try Polygon(ring(0, 0, 0.02, 0.01), holes: [ring(0.0099, 0.0052, 0.0101, 0.0054)])
        let engine = try GeofenceEngine(
            [Geofence("yard", .polygon(hole))],
            rules: EventRules(policy: .probability(), passThrough: PassThrough())
        )
        let found = engine.process(
            [(0, -0.01), (100, 0.03)].map { second, longitude in
                Fix(
                    device: "car",
                    time: Timestamp(unixMilliseconds: Self.start + second * 1000),
                    coordinate: Coordinate(latitude: 0.005, longitude: longitude),
                    horizontalAccuracy: .meters(100)
                )
            }
        )
        #expect(told(found) == ["ENTER yard inferred", "EXIT yard inferred"])
    }

    @Test(arguments: [-1700.0, -1300, -1000, -700, -150])
    func `a 200 m geofence passed at 30 m/s with one fix a minute is timed to the second`(start: Double) throws {
        let engine = try engine([circle("shop", radius: 100)])
        let found = engine.process((0..<3).map { fix(start - 1800 + 1800 * Double($0), at: 60 * Double($0)) })
        #expect(told(found) == ["ENTER shop inferred", "EXIT shop inferred"])
        for (transition, east) in zip(found, [-100.0, 100]) {
            let seconds = Double(transition.time.unixMilliseconds - Self.start) / 1000
            #expect(abs(seconds - (60 + (east - start) / 30)) < 0.01)
            #expect(transition.decidedTime == Timestamp(unixMilliseconds: Self.start + 120_000))
            #expect(transition.cause == .movement)
            #expect(transition.coordinate.distance(to: place(east)) < .meters(0.1))
        }
    }

    @Test func `without pass-through, a drive between two fixes reports nothing`() throws {
        let engine = try GeofenceEngine([circle("shop", radius: 100)])
        #expect(engine.process([fix(-900, at: 0), fix(900, at: 60)]).isEmpty)
    }

    @Test func `inferred passages come before the transitions of the fix itself`() throws {
        let engine = try engine([
            circle("b", radius: 100), circle("a", radius: 100, east: 300), circle("c", radius: 50, east: 900),
        ])
        let found = engine.process([fix(-900, at: 0), fix(900, at: 60), fix(1800, at: 90)])
        #expect(
            told(found) == [
                "ENTER b inferred", "EXIT b inferred", "ENTER a inferred", "EXIT a inferred", "ENTER c", "EXIT c",
            ]
        )
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.time <= $1.time })
    }

    @Test func `passing through neighbors exits each no later than the next is entered`() throws {
        func square(_ id: Geofence.ID, _ west: Double) throws -> Geofence {
            Geofence(
                id,
                .polygon(
                    try Polygon(
                        [(0, 0), (1, 0), (1, 1), (0, 1)].map {
                            Coordinate(latitude: 0.001 * $0.1, longitude: 0.001 * ($0.0 + west))
                        }
                    )
                )
            )
        }
        let engine = try engine([square("z", 0), square("a", 1)])
        let places = [-0.001, 0.003].map { Coordinate(latitude: 0.0005, longitude: $0) }
        let found = engine.process(
            places.enumerated().map { number, place in
                Fix(
                    device: "car",
                    time: Timestamp(unixMilliseconds: Self.start + Int64(number) * 60_000),
                    coordinate: place
                )
            }
        )
        #expect(told(found).map { String($0.dropLast(9)) } == ["ENTER z", "EXIT z", "ENTER a", "EXIT a"])
        #expect(found.map { $0.time.unixMilliseconds - Self.start } == [15_000, 30_000, 30_000, 45_000])
    }

    @Test func `too long a gap or too high a speed rules out a passage`() throws {
        func count(_ limits: PassThrough, gap: Duration = .seconds(600), seconds: Double) throws -> Int {
            let rules = EventRules(policy: .raw, passThrough: limits, maximumSegmentGap: gap)
            let engine = try GeofenceEngine([circle("shop", radius: 100)], rules: rules)
            return engine.process([fix(-900, at: 0), fix(900, at: seconds)]).count
        }
        #expect(try count(PassThrough(), gap: .seconds(60), seconds: 60) == 2)
        #expect(try count(PassThrough(), gap: .seconds(60), seconds: 60.001) == 0)
        #expect(try count(PassThrough(maximumMetersPerSecond: 30.001), seconds: 60) == 2)
        #expect(try count(PassThrough(maximumMetersPerSecond: 29.999), seconds: 60) == 0)
        #expect(try count(PassThrough(), seconds: 0) == 0)
    }

    @Test func `a late or repeated fix does not end a path`() throws {
        let engine = try engine([circle("shop", radius: 100)])
        #expect(engine.process([fix(-900, at: 0), fix(900, at: -60), fix(-900, at: 0)]).isEmpty)
        #expect(engine.counts.rejected == [.late: 1, .duplicate: 1])
        #expect(engine.process(fix(900, at: 60)).count == 2)
        #expect(engine.presence(of: "car", in: "shop") == .outside)
    }

    @Test func `under balanced a passage has a visit, bounds and DWELL, and must end clearly outside`() throws {
        let rules = EventRules(dwell: .seconds(5), passThrough: PassThrough())
        let engine = try GeofenceEngine([circle("shop", radius: 100)], rules: rules)
        let found = engine.process([fix(-900, at: 0), fix(900, at: 60)])
        #expect(told(found) == ["ENTER shop inferred", "DWELL shop inferred", "EXIT shop inferred"])
        #expect(found.allSatisfy { $0.visitID == found[0].id })
        let (first, last) = (Timestamp(unixMilliseconds: Self.start), Timestamp(unixMilliseconds: Self.start + 60_000))
        #expect(found[0].interval == first...last)
        // 20 m for an unknown accuracy make a band of 40 m round a circle of 100 m.
        let near = try GeofenceEngine([circle("shop", radius: 100)], rules: rules)
        #expect(near.process([fix(-139, at: 0), fix(139, at: 60)]).isEmpty)
        #expect(near.process([fix(-141, at: 120)]).count == 3)
    }

    @Test(arguments: [(100.0, 100.0, 2), (101, 5, 0), (5, 101, 0)])
    func `under balanced the coarser fix of the two must be an arrival inside`(
        start: Double,
        end: Double,
        count: Int
    ) throws {
        let engine = try GeofenceEngine([circle("shop", radius: 100)], rules: EventRules(passThrough: PassThrough()))
        var (first, last) = (fix(-900, at: 0), fix(900, at: 60))
        (first.horizontalAccuracy, last.horizontalAccuracy) = (.meters(start), .meters(end))
        #expect(engine.process([first, last]).count == count)
    }

    /// A drive past the only fix in the geofence, so near its boundary that half its disc is inside.
    @Test(arguments: [-99.0, 99])
    func `under probability a passage is found although the only fix inside decides nothing`(
        east: Double
    ) throws {
        let fence = circle("shop", radius: 100)
        let rules = EventRules(policy: .probability(), dwell: .seconds(2), passThrough: PassThrough())
        let engine = try GeofenceEngine([fence], rules: rules)
        let found = engine.process([-1, 0, 1].map { fix(east + 1800 * $0, at: 60 + 60 * $0) })
        #expect(told(found) == ["ENTER shop inferred", "DWELL shop inferred", "EXIT shop inferred"])
        let seconds = found.map { Double($0.time.unixMilliseconds - Self.start) / 1000 }
        #expect(abs(seconds[0] - (60 + (-100 - east) / 30)) < 0.01 && abs(seconds[2] - (60 + (100 - east) / 30)) < 0.01)
        #expect(found.map(\.visitID) == Array(repeating: found[0].id, count: 3))
        #expect(found.allSatisfy { $0.decidedTime == fix(0, at: 120).time })
        #expect(found[0].interval?.upperBound == fix(0, at: 60).time)
        // Nobody who only touches it was there, nor who is not clearly outside again.
        let other = try GeofenceEngine([fence], rules: rules)
        #expect(other.process([fix(95, at: 0), fix(130, at: 60), fix(98, at: 120), fix(1900, at: 180)]).isEmpty)
        #expect(other.process([fix(-1900, at: 1000), fix(-99, at: 1060), fix(-101, at: 1120)]).isEmpty)
        // With too long a gap nothing is known.
        let late = try GeofenceEngine([fence], rules: rules)
        #expect(late.process([fix(-1800, at: 0), fix(99, at: 700), fix(1900, at: 760)]).isEmpty)
        // Nor after a silence.
        var brief = rules
        brief.staleAfter = .seconds(90)
        for place in [99.0, 300] {
            let silent = try GeofenceEngine([fence], rules: brief)
            #expect(silent.process([fix(-1800, at: 0), fix(place, at: 100), fix(1900, at: 160)]).isEmpty)
        }
    }

    @Test func `an undecided passage has the times of its crossings to the millisecond`() throws {
        let corners = [(0.0, 0.0), (0.0016, 0), (0.0016, 0.0016), (0, 0.0016)]
        let fence = Geofence("p", .polygon(try Polygon(corners: corners)))
        let rules = EventRules(policy: .probability(), passThrough: PassThrough())
        let found = try GeofenceEngine([fence], rules: rules).process(
            [(0.0, -0.001), (60, 0.001584221), (180, 0.0056)].map { seconds, longitude in
                Fix(
                    device: "car",
                    time: Timestamp(unixMilliseconds: Self.start + Int64(seconds * 1000)),
                    coordinate: Coordinate(latitude: 0.0008, longitude: longitude),
                    horizontalAccuracy: .meters(20)
                )
            }
        )
        #expect(told(found) == ["ENTER p inferred", "EXIT p inferred"])
        #expect(found.map { $0.time.unixMilliseconds - Self.start } == [23_217, 60_471])
        #expect(found[0].coordinate.longitude == 0 && found[0].coordinate.longitude.sign == .plus)
    }

    @Test func `crossing a geofence while its EXIT is pending adds no passage`() throws {
        let engine = try GeofenceEngine(
            [circle("shop", radius: 100)],
            rules: EventRules(passThrough: PassThrough())
        )
        // Known to be inside, measured on either side: one visit, and no other.
        let found = engine.process([fix(0, at: 0), fix(200, at: 20), fix(-200, at: 30), fix(900, at: 60)])
        #expect(told(found) == ["ENTER shop", "EXIT shop"])
    }

    @Test func `a geofence that was removed is not passed through, nor is one where it was before an edit`() throws {
        let engine = try engine((0..<50).map { circle("\($0)", radius: 100) })
        try engine.remove("7")
        try engine.upsert(circle("8", radius: 100, east: 20_000))
        #expect(engine.process([fix(-900, at: 0), fix(900, at: 60)]).count == 2 * 48)
    }

    /// Across a corner, of which so many meters are inside for so long that only their length matters.
    @Test(arguments: [(0.0007, 0), (0.0015, 2)]) func `less than a millimeter inside is ignored`(
        inside: Double,
        count: Int
    ) throws {
        let corner = Geofence("p", .polygon(try Polygon(corners: [(0.0, 0.0), (0.01, 0), (0.01, 0.01), (0, 0.01)])))
        let engine = try engine([corner])
        let apart = inside / 2.0.squareRoot() / 111_000
        let found = engine.process(
            [-1.0, 1].map { side in
                Fix(
                    device: "car",
                    time: Timestamp(unixMilliseconds: Self.start + Int64(30_000 * side)),
                    coordinate: Coordinate(latitude: apart / 2 + side * 1e-5, longitude: apart / 2 - side * 1e-5)
                )
            }
        )
        #expect(found.count == count)
    }

    @Test func `muted events are left out`() throws {
        var shop = circle("shop", radius: 100)
        shop.notifyOnEntry = false
        #expect(told(try engine([shop]).process([fix(-900, at: 0), fix(900, at: 60)])) == ["EXIT shop inferred"])
    }

    @Test func `a copy of an engine without devices keeps the pass-through rule`() throws {
        let fresh = try engine([circle("shop", radius: 100)]).withoutDevices()
        #expect(fresh.process([fix(-900, at: 0), fix(900, at: 60)]).count == 2)
    }
}
