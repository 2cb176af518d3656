import Foundation
import Geofencing
import Testing

@Suite struct DistanceTests {
    @Test func `distances are added, subtracted and summed`() {
        #expect(Distance.meters(150) + .kilometers(1) == .meters(1150))
        #expect(Distance.meters(150) - .kilometers(1) == .meters(-850))
        #expect([Distance.meters(1), .meters(2)].reduce(.zero, +) == .meters(3))
        var sum = Distance.zero
        sum += .meters(2)
        #expect(sum == .meters(2))
    }

    @Test func `distances and event identifiers are coded as plain values`() throws {
        let distances = [Distance.meters(6.3), .kilometers(-2)]
        let data = try JSONEncoder().encode(distances)
        #expect(String(decoding: data, as: UTF8.self) == "[6.3,-2000]")
        #expect(try JSONDecoder().decode([Distance].self, from: data) == distances)
        let id = try #require(EventID("00ff00ff00ff00ff"))
        let text = try JSONEncoder().encode([id])
        #expect(String(decoding: text, as: UTF8.self) == #"["00ff00ff00ff00ff"]"#)
        #expect(try JSONDecoder().decode([EventID].self, from: text) == [id])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([EventID].self, from: Data(#"["ff"]"#.utf8)) }
    }

    @Test func `text that is no event's identifier is not called bad JSON`() throws {
        let alone = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(EventID.self, from: Data(#""zz""#.utf8))
        }
        let error = GeofenceError(try #require(alone))
        #expect(error.message == "the text is not the identifier of an event" && error.code == .invalidRecord)
        let within = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([String: EventID].self, from: Data(#"{"id":"00ff"}"#.utf8))
        }
        #expect(GeofenceError(try #require(within)).message == "id: the text is not the identifier of an event")
    }
}
