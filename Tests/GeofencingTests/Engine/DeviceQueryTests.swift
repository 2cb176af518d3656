import Geofencing
import TestSupport
import Testing

/// What an engine answers about devices.
@Suite struct DeviceQueryTests {
    private let center = Coordinate(latitude: 52.5, longitude: 13.4)
    private let far = Coordinate(latitude: 52.6, longitude: 13.4)

    private func fix(_ time: Int64, _ place: Coordinate, of device: DeviceID) -> Fix {
        Fix(device: device, time: Timestamp(unixMilliseconds: time), coordinate: place)
    }

    private func engine(order: FixOrder = .time) throws -> GeofenceEngine {
        let engine = try GeofenceEngine(policy: .raw, order: order)
        // Not in the order of their names.
        for name in ["yard", "depot", "gate"] as [Geofence.ID] {
            try engine.upsert(Geofence(name, .circle(center: center, radius: .meters(150))))
        }
        return engine
    }

    @Test func `the geofences of a device and the devices in a geofence are sorted by name`() throws {
        let engine = try engine()
        for number in 1...20 { _ = engine.process(fix(1, number < 4 ? center : far, of: "truck-\(number)")) }
        #expect(engine.geofences(containing: "truck-2") == ["depot", "gate", "yard"])
        #expect(engine.geofences(containing: "truck-9").isEmpty)
        #expect(engine.geofences(containing: "nobody").isEmpty)
        #expect(engine.devices(in: "gate") == ["truck-1", "truck-2", "truck-3"])
        #expect(engine.devices(in: "nowhere").isEmpty)
        #expect(engine.devices == (1...20).map { DeviceID("truck-\($0)") }.sorted())
        try engine.remove("gate")
        _ = engine.process(fix(2, far, of: "truck-1"))
        #expect(engine.geofences(containing: "truck-2") == ["depot", "yard"])
        #expect(engine.devices(in: "gate").isEmpty)
        #expect(engine.devices(in: "yard") == ["truck-2", "truck-3"])
    }

    @Test func `the last fix is the last one the engine used`() throws {
        let engine = try engine()
        #expect(engine.lastFix(of: "truck") == nil)
        var first = fix(5, center, of: "truck")
        first.horizontalAccuracy = .meters(12.5)
        first.sequence = 3
        _ = engine.process([first, fix(4, far, of: "truck")])
        #expect(engine.lastFix(of: "truck") == first)
        let unsorted = try self.engine(order: .input)
        _ = unsorted.process([first, fix(4, far, of: "truck")])
        #expect(unsorted.lastFix(of: "truck") == fix(4, far, of: "truck"))
    }

    @Test func `processing a rejected fix returns the reason`() throws {
        let engine = try engine()
        var found: [Transition] = []
        #expect(engine.process(fix(5, center, of: "truck"), into: &found) == nil)
        #expect(found.map(\.geofence) == ["depot", "gate", "yard"])
        #expect(engine.process(fix(5, center, of: "truck"), into: &found) == .duplicate)
        #expect(engine.process(fix(4, far, of: "truck"), into: &found) == .late)
        let beyond = Coordinate(latitude: 0, longitude: 200)
        #expect(engine.process(fix(6, beyond, of: "truck"), into: &found) == .outOfRange)
        let nowhere = Coordinate(latitude: .nan, longitude: 0)
        #expect(engine.process(fix(6, nowhere, of: "truck"), into: &found) == .coordinate)
        #expect(found.count == 3)
        #expect(engine.counts.rejected == [.duplicate: 1, .late: 1, .outOfRange: 1, .coordinate: 1])
    }

    @Test(arguments: [Coordinate(latitude: .nan, longitude: 0), Coordinate(latitude: 0, longitude: 181)])
    func `every query with an invalid coordinate is rejected`(place: Coordinate) throws {
        let engine = try engine()
        let questions: [() throws -> Void] = [
            { _ = try engine.geofences(covering: place) }, { _ = try engine.nearestGeofences(to: place, count: 1) },
            { _ = try engine.distance(from: place, to: "depot") }, { _ = try engine.safeRadius(at: place) },
            { _ = try engine.passages(from: center, to: place) }, { _ = try engine.regionsToRegister(near: place) },
        ]
        for question in questions { #expect(failure(question)?.code == .invalidCoordinate) }
    }
}
