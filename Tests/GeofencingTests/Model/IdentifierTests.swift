import Geofencing
import Testing

@Suite struct IdentifierTests {
    // é as one scalar, and as two.
    private let composed = "caf\u{e9}"
    private let decomposed = "cafe\u{301}"

    @Test func `two Unicode spellings of a character give distinct, ordered identifiers`() {
        let geofences = [Geofence.ID(composed), Geofence.ID(decomposed)]
        #expect(geofences[0] != geofences[1])
        #expect(geofences[0] == Geofence.ID(composed))
        #expect(Set(geofences + geofences).count == 2)
        #expect(geofences[1] < geofences[0] && !(geofences[0] < geofences[1]))
        let devices = [DeviceID(composed), DeviceID(decomposed)]
        #expect(devices[0] != devices[1])
        #expect(devices[0] == DeviceID(composed))
        #expect(Set(devices + devices).count == 2)
        #expect(devices[1] < devices[0] && !(devices[0] < devices[1]))
    }

    @Test func `an engine keeps geofences and devices with different Unicode spellings apart`() throws {
        let center = Coordinate(latitude: 52.5, longitude: 13.4)
        let engine = try GeofenceEngine(policy: .raw)
        for name in [decomposed, composed] {
            try engine.upsert(Geofence(Geofence.ID(name), .circle(center: center, radius: .meters(100))))
            _ = engine.process(
                Fix(device: DeviceID(name), time: Timestamp(unixMilliseconds: 1000), coordinate: center)
            )
        }
        #expect(engine.geofenceCount == 2)
        let left = try engine.remove(Geofence.ID(composed))
        #expect(left.map(\.device) == [DeviceID(decomposed), DeviceID(composed)])
        #expect(left.allSatisfy { $0.geofence == Geofence.ID(composed) })
        #expect(engine.geofenceCount == 1)
    }

    @Test(
        arguments: [
            ("", nil, "no identifier"), (String(repeating: "x", count: 1025), nil, "1025 bytes"),
            ("\u{0}y", nil, #""\0y""#), ("q\u{0}", nil, "control"), ("a\tb", nil, "control"), ("a\nb", nil, "control"),
            ("a", "n\u{0}", "NUL"),
        ] as [(String, String?, String)]
    )
    func `a geofence with an invalid identifier or name is rejected`(id: String, name: String?, words: String) {
        let center = Coordinate(latitude: 52.5, longitude: 13.4)
        let geofence = Geofence(Geofence.ID(id), .circle(center: center, radius: .meters(100)), name: name)
        let error = #expect(throws: GeofenceError.self) { try GeofenceEngine([geofence], policy: .raw) }
        #expect(error?.code == .invalidIdentifier)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        #expect(error?.recoverySuggestion.isEmpty == false)
    }

    @Test(arguments: ["x", "ß ü", "\u{7f}", String(repeating: "x", count: 1024)])
    func `any other identifier is accepted, and names may contain line breaks`(id: String) throws {
        let center = Coordinate(latitude: 52.5, longitude: 13.4)
        let geofence = Geofence(Geofence.ID(id), .circle(center: center, radius: .meters(100)), name: "two\nlines")
        #expect(try GeofenceEngine([geofence], policy: .raw).geofenceCount == 1)
    }
}
