import Foundation
import Geofencing
import Testing

@Suite struct TransitionCodingTests {
    private static let always: Set = [
        "event", "device", "geofence", "ts_unix_ms", "decided_unix_ms", "latitude", "longitude", "cause", "id",
    ]

    private static func transition(_ kind: Transition.Kind, isFollowed: Bool = true) -> Transition {
        Transition(
            kind: kind,
            device: "van \"7\" é",
            geofence: "depot/1",
            time: Timestamp(unixMilliseconds: 1_767_225_876_619),
            decidedTime: Timestamp(unixMilliseconds: 1_767_225_921_746),
            visitStart: isFollowed ? Timestamp(unixMilliseconds: 1_767_225_602_479) : nil,
            coordinate: Coordinate(latitude: 37.8339571, longitude: -121.8548898),
            cause: .movement
        )
    }

    private static func object(_ json: Data) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: json) as? NSDictionary)
    }

    /// What a transition encodes as; the same as its line says.
    private static func encoded(_ transition: Transition) throws -> NSDictionary {
        let object = try object(JSONEncoder().encode(transition))
        #expect(try object == Self.object(Data(transition.json().utf8)))
        return object
    }

    private static func keys(_ object: NSDictionary) -> Set<String> { Set(object.allKeys.compactMap { $0 as? String }) }

    @Test func `a transition encodes as in its JSON line, with the documented keys`() throws {
        var exit = Self.transition(.exit)
        exit.interval =
            Timestamp(unixMilliseconds: 1_767_225_876_362)...Timestamp(unixMilliseconds: 1_767_225_880_486)
        exit.isInferred = true
        exit.ordinal = 2
        let object = try Self.encoded(exit)
        let more: Set = ["visit_id", "dwell_s", "ts_min_unix_ms", "ts_max_unix_ms", "inferred"]
        #expect(Self.keys(object) == Self.always.union(more))
        #expect(object["event"] as? String == "EXIT" && object["dwell_s"] as? Double == 274.14)
        #expect(object["id"] as? String == exit.id.description)
    }

    @Test func `keys without a value are omitted`() throws {
        let dwell = try Self.encoded(Self.transition(.dwell))
        #expect(Self.keys(dwell) == Self.always.union(["visit_id"]))
        for kind in Transition.Kind.allCases {
            #expect(try Self.keys(Self.encoded(Self.transition(kind, isFollowed: false))) == Self.always)
        }
    }

    @Test func `transitions can be encoded inside a program's own type`() throws {
        struct Report: Encodable {
            var name: String
            var events: [Transition]
        }
        let report = Report(name: "day", events: [Self.transition(.enter), Self.transition(.exit)])
        let object = try Self.object(JSONEncoder().encode(report))
        let events = try #require(object["events"] as? [[String: Any]])
        #expect(events.map { $0["id"] as? String } == report.events.map(\.id.description))
    }
}
