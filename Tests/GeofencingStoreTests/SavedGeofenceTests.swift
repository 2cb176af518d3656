import Foundation
import Geofencing
import GeofencingStore
import TestSupport
import Testing

@Suite struct SavedGeofenceTests {
    private static func square(_ origin: Double, _ size: Double) throws -> Polygon {
        let (low, high) = (origin, origin + size)
        let corners = [(low, low), (low, high), (high, high), (high, low)]
        let hole = [
            (low + size / 4, low + size / 4), (low + size / 4, low + size / 2), (low + size / 2, low + size / 2),
        ]
        return try Polygon(
            corners.map { Coordinate(latitude: $0.0, longitude: $0.1) },
            holes: [hole.map { Coordinate(latitude: $0.0, longitude: $0.1) }]
        )
    }

    private static func samples() throws -> [Geofence] {
        [
            Geofence("circle", .circle(center: StoreBench.home, radius: .meters(123.456)), name: "Kreis, \"groß\""),
            Geofence("muted", .polygon(try square(1, 1)), notifyOnEntry: false, notifyOnExit: false, isActive: false),
            Geofence("one of many", .multiPolygon([try square(5, 0.1)])),
            Geofence("several", .multiPolygon([try square(5, 1), try square(7, 1.0 / 3)])),
        ]
    }

    @Test func `every field of a geofence is restored bit for bit`() throws {
        let bench = try StoreBench()
        let samples = try Self.samples()
        #expect(try bench.store.apply(samples.map(GeofenceChange.upsert)).added == 4)
        #expect(try bench.other().savedGeofences().map(\.geofence) == samples)
        #expect(try bench.store.savedGeofence("muted")?.geofence == samples[1])
        #expect(try bench.store.savedGeofence("nobody") == nil)
    }

    @Test func `a change without effect is not counted and gets no revision`() throws {
        let bench = try StoreBench()
        let samples = try Self.samples()
        try bench.store.apply(samples.map(GeofenceChange.upsert))
        #expect(try bench.store.apply(samples.map(GeofenceChange.upsert)).total == 0)
        #expect(try bench.store.savedGeofences().allSatisfy { $0.revision == 1 })
        var renamed = samples[0]
        renamed.name = nil
        #expect(try bench.store.apply([.upsert(renamed)]).changed == 1)
        #expect(try bench.store.savedGeofences().map(\.revision) == [2, 1, 1, 1])
    }

    @Test func `a change of any one property counts, once`() throws {
        let bench = try StoreBench()
        var geofence = StoreBench.circle("a")
        try bench.store.upsert(geofence)
        let changes: [(inout Geofence) -> Void] = [
            { $0.name = "A" }, { $0.isActive = false }, { $0.notifyOnEntry = false }, { $0.notifyOnExit = false },
            { $0.policy = .raw }, { $0.dwell = .seconds(60) }, { $0.region = StoreBench.circle("b", radius: 7).region },
        ]
        for (number, change) in changes.enumerated() {
            change(&geofence)
            #expect(try bench.store.upsert(geofence).changed == 1, "\(number)")
            #expect(try bench.store.upsert(geofence).total == 0, "\(number)")
            #expect(try bench.store.savedGeofences().map(\.geofence) == [geofence], "\(number)")
        }
    }

    @Test func `one geofence is saved, changed and removed by its name`() throws {
        let bench = try StoreBench()
        #expect(try bench.store.upsert(StoreBench.circle("a")).added == 1)
        #expect(try bench.store.upsert(StoreBench.circle("a")).total == 0)
        #expect(try bench.store.update("a") { _ in StoreBench.circle("a", radius: 7) }.changed == 1)
        #expect(try bench.store.update("b") { _ in StoreBench.circle("b") }.added == 1)
        #expect(try bench.store.remove("a").removed == 1)
        #expect(failure { try bench.store.remove("a") }?.code == .unknownGeofence)
        #expect(try bench.store.savedGeofences().map(\.geofence.id) == ["b"])
    }

    @Test func `a name with a NUL does not match the geofence named by its prefix`() throws {
        let bench = try StoreBench()
        try bench.store.upsert(StoreBench.circle("a"))
        #expect(try bench.store.savedGeofence("a\0b") == nil)
        #expect(failure { try bench.store.remove("a\0b") }?.code == .unknownGeofence)
        #expect(try bench.store.savedGeofence("a") != nil)
    }

    @Test func `replacing all geofences changes only what differs`() throws {
        let bench = try StoreBench()
        try bench.store.replaceAll(with: ["a", "b", "c"].map { StoreBench.circle($0) })
        let counts = try bench.store.replaceAll(
            with: [StoreBench.circle("b"), StoreBench.circle("c", radius: 300), StoreBench.circle("d")]
        )
        #expect((counts.added, counts.changed, counts.removed) == (1, 1, 1))
        let saved = try bench.store.savedGeofences()
        #expect(saved.map(\.geofence.id) == ["b", "c", "d"])
        #expect(saved.map(\.revision) == [1, 2, 2])
    }

    @Test func `two Unicode spellings are two geofences and replacing all can remove one`() throws {
        let bench = try StoreBench()
        let spellings: [Geofence.ID] = ["cafe\u{301}", "caf\u{e9}"]
        #expect(try bench.store.apply(spellings.map { .upsert(StoreBench.circle($0)) }).added == 2)
        #expect(try bench.store.savedGeofences().map(\.geofence.id) == spellings)
        #expect(try bench.store.replaceAll(with: [StoreBench.circle(spellings[1])]).removed == 1)
        #expect(try bench.store.savedGeofences().map(\.geofence.id) == [spellings[1]])
    }

    @Test(arguments: ["", "\u{0}y", "q\u{0}", "a\nb"] as [Geofence.ID])
    func `an identifier that the store cannot hold is refused`(id: Geofence.ID) throws {
        let bench = try StoreBench()
        let error = #expect(throws: GeofenceError.self) { try bench.store.apply([.upsert(StoreBench.circle(id))]) }
        #expect(error?.code == .invalidIdentifier)
        #expect(try bench.store.savedGeofences().isEmpty)
    }

    @Test func `changes are applied all or none`() throws {
        let bench = try StoreBench()
        try bench.store.apply([.upsert(StoreBench.circle("a"))])
        #expect(throws: GeofenceError.self) {
            try bench.store.apply([.upsert(StoreBench.circle("b")), .remove("nobody")])
        }
        #expect(throws: GeofenceError.self) {
            try bench.store.apply([.remove("a"), .upsert(StoreBench.circle("b", radius: -1))])
        }
        #expect(throws: GeofenceError.self) {
            try bench.store.apply([.remove("a"), .upsert(StoreBench.circle("a"))])
        }
        #expect(try bench.store.savedGeofences().map(\.geofence.id) == ["a"])
    }

    @Test func `a missing store and a file that is not a store give different errors`() throws {
        let folder = try TemporaryFolder()
        func code(_ name: String) -> GeofenceError.Code? {
            failure { try GeofenceStore(path: folder.url(name).path) }?.code
        }
        try folder.write(String(repeating: "no store ", count: 1000), to: "text")
        #expect(code("missing") == .unreadableInput)
        #expect(code("text") == .invalidStore)
    }

    @Test func `a change that gives a geofence another identifier is refused, and nothing is saved`() throws {
        let bench = try StoreBench()
        let error = #expect(throws: GeofenceError.self) {
            try bench.store.update("home") { _ in StoreBench.circle("work") }
        }
        #expect(error?.code == .invalidIdentifier)
        #expect(try bench.store.savedGeofences().isEmpty)
    }
}
