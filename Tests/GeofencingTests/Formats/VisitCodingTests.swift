import Foundation
import Geofencing
import Testing

@Suite struct VisitCodingTests {
    private static func event(_ kind: Transition.Kind, _ milliseconds: Int64) -> Transition {
        Transition(
            kind: kind,
            device: "bus \"1\"",
            geofence: "stop-66",
            time: Timestamp(unixMilliseconds: milliseconds),
            decidedTime: Timestamp(unixMilliseconds: milliseconds),
            visitStart: Timestamp(unixMilliseconds: 1_441_515_647_000),
            coordinate: Coordinate(latitude: 30.35, longitude: -97.71),
            cause: .movement
        )
    }

    /// What a visit encodes as; the same as its line says.
    private static func encoded(_ visit: Visit) throws -> NSDictionary {
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(visit)) as? NSDictionary
        #expect(try JSONSerialization.jsonObject(with: Data(visit.json().utf8)) as? NSDictionary == object)
        return try #require(object)
    }

    @Test func `a visit encodes as in its JSON line, with the documented keys`() throws {
        let enter = Self.event(.enter, 1_441_515_647_000)
        var exit = Self.event(.exit, 1_441_515_707_500)
        exit.interval =
            Timestamp(unixMilliseconds: 1_441_515_707_000)...Timestamp(unixMilliseconds: 1_441_515_717_000)
        let visit = Visit(enter: enter, exit: exit)
        #expect(
            visit.json()
                == #"{"visit_id":"\#(enter.id)","device":"bus \"1\"","geofence":"stop-66","enter_unix_ms":1441515647000,"exit_unix_ms":1441515707500,"dwell_s":60.5,"state":"closed","enter_cause":"movement","exit_cause":"movement","exit_min_unix_ms":1441515707000,"exit_max_unix_ms":1441515717000}"#
        )
        #expect(try Self.encoded(visit).count == 11)
        exit.isInferred = true
        #expect(try Self.encoded(Visit(enter: enter, exit: exit))["inferred"] as? Bool == true)
    }

    @Test func `an open visit has no exit keys`() throws {
        let open = try Self.encoded(Visit(enter: Self.event(.enter, 1_441_515_647_000)))
        #expect(open["state"] as? String == "open")
        #expect(
            Set(open.allKeys.compactMap { $0 as? String })
                == ["visit_id", "device", "geofence", "enter_unix_ms", "state", "enter_cause"]
        )
    }
}
