internal import Foundation
import Testing

@testable import Geofencing

@Suite struct LocationFixTests {
    @Test func `the wire format is read and written with its keys`() throws {
        let json = """
            {"id":"6F1C0D1E-0000-4000-8000-000000000001","ts_unix_ms":1699401234567.0,"source":"watchOS",\
            "coordinate":{"latitude":37.7749,"longitude":-122.4194},"alt_m":10.0,"h_accuracy_m":5.0,"v_accuracy_m":10.0,\
            "speed_mps":0.5,"course_deg":180.0,"heading_deg":null,"battery_pct":85.0,"seq":42}
            """
        let fix = try JSONDecoder().decode(LocationFix.self, from: Data(json.utf8))
        #expect(fix.batteryPercentage == 85)
        #expect(fix.headingDegrees == nil && fix.device == nil && fix.sequence == 42)
        let encoded = try JSONEncoder().encode(fix)
        #expect(try JSONDecoder().decode(LocationFix.self, from: encoded) == fix)
        let object = try #require(try JSONSerialization.jsonObject(with: encoded) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "id", "ts_unix_ms", "source", "coordinate", "alt_m", "h_accuracy_m", "v_accuracy_m", "speed_mps",
                "course_deg",
                "heading_deg", "battery_pct", "seq",
            ]
        )
        #expect(object["heading_deg"] is NSNull)
    }

    @Test func `a fix on the wire and one in memory are the same to the engine`() throws {
        let fixes = (0..<5).map { LocationFix.sample(sequence: $0, device: $0 == 0 ? nil : "dog \"\($0)\"") }
        let lines = try fixes.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
        #expect(try ReadTrace(text: lines.joined(separator: "\n")).fixes == fixes.map { Fix($0) })
        #expect(Fix(fixes[0]).device == "watchOS")
    }

    @Test func `derived values follow the wire's rules for what is not valid`() {
        let good = LocationFix.sample()
        #expect(good.hasValidAccuracy && good.hasValidAltitude && good.hasValidSpeed && good.hasValidCourse)
        #expect(good.coordinate.isValid)
        #expect(good.age(at: good.timestamp.addingTimeInterval(3)) == 3)
        #expect(good.age > 0)
        let poor = LocationFix.samplePoorAccuracy()
        #expect(poor.hasValidAccuracy && !poor.hasValidAltitude && !poor.hasValidSpeed && !poor.hasValidCourse)
        #expect(poor.batteryPercentage == 20)
    }
}
