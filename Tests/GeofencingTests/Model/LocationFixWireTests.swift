internal import Foundation
import TestSupport
import Testing

@testable import Geofencing

/// The JSON of `LocationFix`: its keys, units and faults.
@Suite struct LocationFixWireTests {
    /// As the wire's document shows it, with an identifier that is one.
    private static let shown = """
        {
          "id": "6F1C0D1E-0000-4000-8000-000000000001",
          "ts_unix_ms": 1699401234567.0,
          "source": "watchOS",
          "coordinate": {
            "latitude": 37.7749,
            "longitude": -122.4194
          },
          "alt_m": 10.0,
          "h_accuracy_m": 5.0,
          "v_accuracy_m": 10.0,
          "speed_mps": 0.5,
          "course_deg": 180.0,
          "heading_deg": null,
          "battery_pct": 85.0,
          "seq": 42
        }
        """
    private static let compact = String(shown.filter { !$0.isWhitespace })

    private func decode(_ json: String) throws -> LocationFix {
        try JSONDecoder().decode(LocationFix.self, from: Data(json.utf8))
    }

    @Test func `the documented JSON is read with its units`() throws {
        let fix = try decode(Self.shown)
        #expect(fix.id.uuidString == "6F1C0D1E-0000-4000-8000-000000000001")
        #expect(fix.timestamp == Date(timeIntervalSince1970: 1_699_401_234.567))
        #expect(fix.source == .watchOS && fix.coordinate == Coordinate(latitude: 37.7749, longitude: -122.4194))
        #expect(fix.altitudeMeters == 10 && fix.horizontalAccuracyMeters == 5 && fix.verticalAccuracyMeters == 10)
        #expect(fix.speedMetersPerSecond == 0.5 && fix.courseDegrees == 180 && fix.headingDegrees == nil)
        #expect(fix.batteryFraction == 0.85 && fix.batteryPercentage == 85 && fix.sequence == 42 && fix.device == nil)
    }

    @Test func `the documented JSON round-trips byte for byte`() throws {
        #expect(try decode(Self.shown).json() == Self.compact)
        #expect((200...300).contains(Self.compact.utf8.count))
    }

    @Test func `the line in docs/formats.md round-trips byte for byte`() throws {
        let text = try Project.text(of: "docs/formats.md")
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("{\"id\"") })
        #expect(try decode(String(line)).json() == line)
    }

    @Test func `JSONEncoder writes the same keys and values`() throws {
        let fix = try decode(Self.shown)
        let encoded = try JSONEncoder().encode(fix)
        #expect(try JSONDecoder().decode(LocationFix.self, from: encoded) == fix)
        let object = try #require(try JSONSerialization.jsonObject(with: encoded) as? [String: Any])
        let wanted = try #require(try JSONSerialization.jsonObject(with: Data(Self.shown.utf8)) as? [String: Any])
        #expect(Set(object.keys) == Set(wanted.keys))
        #expect(object["heading_deg"] is NSNull)
        #expect(object["ts_unix_ms"] as? Double == 1_699_401_234_567)
        #expect(object["battery_pct"] as? Double == 85)
    }

    @Test func `a line has the documented 200 to 300 bytes`() throws {
        for fix in [LocationFix.sample(sequence: 42), .samplePoorAccuracy(), .sample(sequence: 42, device: "dog-1")] {
            #expect((200...300).contains(try fix.json().utf8.count))
        }
    }

    @Test func `missing values are null, and only the device is omitted`() throws {
        let json = try LocationFix.samplePoorAccuracy().json()
        #expect(json.contains(#""alt_m":null"#) && json.contains(#""heading_deg":null"#))
        #expect(!json.contains("device"))
        let named = try LocationFix.sample(device: "dog \"1\"").json()
        #expect(named.contains(#""device":"dog \"1\"","ts_unix_ms""#))
        #expect(try decode(named).device == "dog \"1\"")
    }

    @Test func `optional keys may be missing and unknown keys are ignored`() throws {
        var json = Self.compact
        for part in [#""alt_m":10.0,"#, #""heading_deg":null,"#] { json = json.replacing(part, with: "") }
        json = json.replacing(#""seq":42"#, with: #""seq":42,"device":null,"floor":{"level":[3]},"provider":"gps""#)
        let fix = try decode(json)
        #expect(fix.altitudeMeters == nil && fix.headingDegrees == nil && fix.device == nil && fix.sequence == 42)
    }

    @Test(arguments: [29, 57, 58, 28.5, 0.1, 99.9, 100, 0, -1, 85.00000238418579, 33.333333333333336])
    func `a battery percentage round-trips unchanged`(percent: Double) throws {
        let json = Self.compact.replacing(#""battery_pct":85.0"#, with: #""battery_pct":\#(percent)"#)
        #expect(try decode(json).json() == json)
    }

    @Test(arguments: [
        0, 1, 567, 999, 1_699_401_234_567, 1_699_401_234_567.125, 4_360_157_113_553, 69_006_049_365_559,
        253_402_300_799_999, -86_400_000,
    ])
    func `milliseconds round-trip unchanged`(milliseconds: Double) throws {
        let json = Self.compact.replacing("1699401234567.0", with: "\(milliseconds)")
        let fix = try decode(json)
        #expect(try decode(fix.json()) == fix)
        #expect(fix.unixMilliseconds == milliseconds)
        #expect(fix.time.unixMilliseconds == Int64(milliseconds))
    }

    @Test(arguments: [
        (#""latitude":37.7749"#, #""latitude":"north""#, "coordinate.latitude is not a number"),
        (#""longitude":-122.4194"#, #""lon":-122.4194"#, "coordinate.longitude is missing"),
        (#""h_accuracy_m":5.0"#, #""h_accuracy_m":null"#, "h_accuracy_m is null"),
        (#""h_accuracy_m":5.0,"#, "", "h_accuracy_m is missing"),
        (#""seq":42"#, #""seq":"42""#, "seq is not an integer"),
        (#""seq":42"#, #""seq":4.5"#, "seq cannot be used: the number is too large or not an integer"),
        (#""speed_mps":0.5"#, #""speed_mps":1e999"#, "speed_mps cannot be used: the number is too large"),
        (#""source":"watchOS""#, #""source":7"#, "source is not a string"),
        (#""seq":42"#, #""seq":42,"device":7"#, "device is not a string"),
        (#""ts_unix_ms":1699401234567.0"#, #""ts_unix_ms":true"#, "ts_unix_ms is not a number"),
        ("6F1C0D1E", "XYZ", "id cannot be used: "), ("}", "", "the record is not valid JSON"),
        (#"{"latitude":37.7749,"longitude":-122.4194}"#, "[1,2]", "coordinate is not an object"),
    ])
    func `a decoding error names the path of its key`(part: String, fault: String, message: String) throws {
        let error = #expect(throws: DecodingError.self) { try decode(Self.compact.replacing(part, with: fault)) }
        let location = InputLocation(file: "fixes.ndjson", line: 3)
        let told = GeofenceError(try #require(error), at: location)
        #expect(told.message.hasPrefix(message), "\(told)")
        #expect(told.code == .invalidRecord && told.location == location && !told.recoverySuggestion.isEmpty)
        #expect(UserFacingError.from(try #require(error)) == .locationDecodingFailed)
    }

    @Test func `a number that JSON cannot represent is an error with its path`() {
        let fix = LocationFix(
            Fix(device: "a", time: Timestamp(unixMilliseconds: 0), coordinate: Coordinate(latitude: 0, longitude: .nan))
        )
        let error = #expect(throws: GeofenceError.self) { try fix.json() }
        #expect(error?.message == "coordinate.longitude is nan, which JSON cannot represent")
    }
}
