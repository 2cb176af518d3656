import TestSupport
import Testing

@testable import Geofencing

/// What is said about JSON traces whose objects lack the keys that are read.
@Suite struct ObjectAdviceTests {
    @Test(arguments: [
        (
            #"{"Device":"a","Timestamp":1767225600,"Latitude":1,"Longitude":2}"#,
            ".timestamp = .Timestamp | .latitude = .Latitude | .longitude = .Longitude | .device = .Device"
        ),
        (
            #"{"deviceId":7,"serverTime":"x","deviceTime":"x","FixTime":"2026-01-01T00:00:00Z","latitude":1,"longitude":2}"#,
            ".timestamp = .FixTime"
        ),
        (#"{"device":"a","ts":1767225600,"lat":1,"Long":2}"#, ".longitude = .Long"),
        (
            #"{"topic":"p","key":"a","value":{"device":"a","ts_unix_ms":1,"lat":1,"lon":2}}"#,
            ".ts_unix_ms = .value.ts_unix_ms | .latitude = .value.lat | .longitude = .value.lon | .device = .value.device"
        ),
        (
            #"{"id":"e","vehicle":{"position":{"latitude":1,"longitude":2},"timestamp":1767225600,"vehicle":{"id":"b"}}}"#,
            ".timestamp = .vehicle.timestamp | .latitude = .vehicle.position.latitude "
                + "| .longitude = .vehicle.position.longitude | .vehicle = .vehicle.vehicle.id"
        ),
        (
            #"{"device":"a","time":1767225600,"geometry":{"type":"Point","coordinates":[2,1]}}"#,
            ".latitude = .geometry.coordinates[1] | .longitude = .geometry.coordinates[0]"
        ),
        (
            #"{"@timestamp":"2026-01-01T00:00:00Z","geo":{"location":{"lat":1,"lon":2}},"device":"a"}"#,
            ".timestamp = .\"@timestamp\" | .latitude = .geo.location.lat | .longitude = .geo.location.lon"
        ),
        (
            #"{"a":{"b":{"c":{"device":"d","time":1767225600,"lat":1,"lon":2}}}}"#,
            ".time = .a.b.c.time | .latitude = .a.b.c.lat | .longitude = .a.b.c.lon | .device = .a.b.c.device"
        ),
        (#"{"now":1767225600,"aircraft":[{"hex":"3c6444","lat":1,"lon":2}]}"#, ".aircraft[]"),
        (
            #"{"id":"v","data":[{"tst":1767225600,"lat":1,"lon":2}]}"#,
            ".id as $device | .data[] | .device = $device"
        ),
        (
            #"{"vehicle":"v","data":[{"when":1767225600,"lat":1,"lon":2}]}"#,
            ".vehicle as $device | .data[] | .device = $device"
        ),
        (#"{"id":"v","data":[{"tid":"x","when":1767225600,"lat":1,"lon":2}]}"#, ".data[]"),
        (
            #"{"0":{"device":"a","time":1767225600,"lat":1,"lon":2},"1":{"device":"b","time":1767225601,"lat":1,"lon":2}}"#,
            ".[]"
        ),
        (
            #"{"a":{"time":1767225600,"lat":1,"lon":2},"b":{"time":1767225601,"lat":1,"lon":2}}"#,
            "to_entries[] | .value + {device: .key}"
        ),
        (
            #"{"fix":{"device":"a","time":1767225600,"lat":1,"lon":2},"cell":{"id":7}}"#,
            ".time = .fix.time | .latitude = .fix.lat | .longitude = .fix.lon | .device = .fix.device"
        ),
        (#"{"count":1,"data":[{"when":1767225600,"lat":1,"lon":2"#, ".data[]"),
        (#"{"data":{"tags":[{"a":1}]},"all":{"fixes":[{"time":1,"lat":1,"lon":2}]}}"#, ".all.fixes[]"),
        (
            #"{"name":"b","data":{"device":"a","fixes":[{"time":1,"lat":1,"lon":2}]}}"#,
            ".data.device as $device | .data.fixes[] | .device = $device"
        ),
    ])
    func `the keys that are missing are found under other names`(object: String, filter: String) throws {
        let trace = try ReadTrace(text: object + "\n")
        #expect(trace.fixes.isEmpty)
        #expect(Self.filter(object) == filter)
        let advice = "`jq -c '\(filter)' FILE` "
        guard object.hasSuffix("}") else { return }
        #expect(trace.recoveries.map { $0.hasPrefix(advice) } == [true], "\(trace.recoveries)")
        let array = try ReadTrace(text: "[\n\(object)]")
        #expect(array.rejected.map(\.line) == [2])
        let adviceForArray = "`jq -c 'flatten[] | \(filter)' FILE` "
        #expect(array.recoveries.map { $0.hasPrefix(adviceForArray) } == [true], "\(array.recoveries)")
        // As Home Assistant writes its history.
        let nested = try ReadTrace(text: "[[],[\(object)]]")
        #expect(nested.recoveries == array.recoveries)
    }

    @Test(arguments: [
        (
            #"{"time":1767225600,"latitudeE7":1,"longitudeE7":2,"x":[{"y":1}],"deviceTag":-5,"source":"WIFI"}"#,
            ".longitude = (.longitudeE7 | if . then . / 1e7 else . end) | .device = .deviceTag"
        ),
        (
            #"{"time":1767225600,"latitudeE7":1,"longitudeE7":2,"source":"GPS"}"#,
            ".latitude = (.latitudeE7 | if . then . / 1e7 else . end) | "
        ),
        (#"{"time":1767225600,"latitudeE7":1,"longitudeE7":2,"source":"GPS"}"#, " | .device = \"phone\""),
        (
            #"{"DeviceId":"v","SampleTime":"2026-01-01T00:00:00Z","Position":[2,1]}"#,
            ".latitude = .Position[1] | .longitude = .Position[0] | .device = .DeviceId"
        ),
        (
            #"{"entity_id":"p","attributes":{"latitude":1,"longitude":2,"gps_accuracy":5},"time":1767225600}"#,
            ".longitude = .attributes.longitude | .accuracy = .attributes.gps_accuracy | .device = .entity_id"
        ),
        (
            #"{"device":"p","accuracy":4,"at":{"lat":1,"lon":2,"accuracy":5},"time":1767225600}"#,
            ".latitude = .at.lat | .longitude = .at.lon"
        ),
    ])
    func `a place of another form is found, and the accuracy beside it`(object: String, part: String) throws {
        #expect(Self.filter(object)?.contains(part) == true)
        #expect(Self.filter(object)?.contains(".accuracy") == part.contains(".accuracy"))
        #expect(Self.filter(object)?.contains("[]") == false)
    }

    @Test(arguments: [
        (
            #"{"device":"a","time":{"$date":"2026-01-01T00:00:00Z"},"loc":{"coordinates":[2,1]}}"#,
            ".time = .time.\"$date\" | .latitude = .loc.coordinates[1] | .longitude = .loc.coordinates[0]"
        ),
        (
            #"{"device":"a","time":{"$date":{"$numberLong":"1767225600000"}},"lat":1,"lon":2}"#,
            ".time = .time.\"$date\".\"$numberLong\""
        ),
        (
            #"{"time":{"0":1,"1":2},"lat":{"0":1,"1":2},"lon":{"0":1,"1":2}}"#,
            ". as $table | (first(.[]) | keys_unsorted[]) as $row | $table | map_values(.[$row])"
        ),
        (
            #"{"lat":{"0":1},"lon":{"0":1},"device":{"0":"a"}}"#,
            ". as $table | (first(.[]) | keys_unsorted[]) as $row | $table | map_values(.[$row])"
        ),
    ])
    func `what is inside an object in place of a value is found`(object: String, filter: String) throws {
        let recoveries = try ReadTrace(text: object + "\n").recoveries
        #expect(recoveries.map { $0.hasPrefix("`jq -c '\(filter)' FILE` ") } == [true], "\(recoveries)")
    }

    @Test(arguments: ["locations", "positions"])
    func `a list of fixes in an object that may name their device has advice, whatever its key`(key: String) throws {
        let object = #"{"vehicleName":"a","\#(key)":[{"time":1767225600,"lat":1,"lon":2}]}"#
        let filter = ".vehicleName as $device | .\(key)[] | .device = $device"
        let recoveries = try ReadTrace(text: object + "\n").recoveries
        #expect(recoveries.map { $0.hasPrefix("`jq -c '\(filter)' FILE` ") } == [true], "\(recoveries)")
    }

    @Test(arguments: [
        #"{"device":"a","time":1767225600,"lat":1,"lon":2}"#, #"{"time":1767225600,"coordinate":{"latitude":1}}"#,
        #"{"a":1,"b":{"c":[1,2]}}"#, #"{"device":"a","time":1,"b":{"c":[{"d":1}]}}"#, "{", "{}",
        #"{"a'b":{"lat":1,"lon":2}}"#,
    ])
    func `nothing is said where nothing is missing, or nothing is likely`(object: String) {
        #expect(Self.filter(object) == nil)
    }

    @Test func `the fixes of a later object have the advice of the first`() throws {
        let lines =
            #"{"device":"a","time":1767225600,"lat":1,"lon":2}"# + "\n" + #"{"device":"a","Time":1767225600}"# + "\n"
        let trace = try ReadTrace(text: lines)
        #expect(trace.fixes.count == 1)
        #expect(trace.recoveries.map { $0.hasPrefix("Give each line") } == [true], "\(trace.recoveries)")
    }

    @Test(arguments: [
        (#"{"icao24":"3c6444","time":1767225600,"lat":1,"lon":2}"#, ".icao24"),
        (#"{"id":"bus-1","time":1767225600,"lat":1,"lon":2}"#, ".id"),
        (#"{"name":"bus-1","time":1767225600,"lat":1,"lon":2}"#, ".name"),
        (#"{"id":"bus-1","time":1767225600,"coordinate":{"latitude":1,"longitude":2}}"#, ".id"),
        (#"{"IMEI":356938035643809,"time":1767225600,"lat":1,"lon":2}"#, ".IMEI"),
        (#"{"DeviceID":7,"time":1767225600,"lat":1,"lon":2}"#, ".DeviceID"),
        (#"{"id":17,"time":1767225600,"lat":1,"lon":2}"#, nil),
        (#"{"id":"6F1C0D1E-0000-4000-8000-000000000001","time":1767225600,"lat":1,"lon":2}"#, nil),
        (#"{"id":"bus-1","source":"iOS","time":1767225600,"lat":1,"lon":2}"#, nil),
        (#"{"id":"bus-1","tid":"ab","time":1767225600,"lat":1,"lon":2}"#, nil),
        (#"{"time":1767225600,"lat":1,"lon":2}"#, nil), (#"{"id":"bus-1","lat":1,"lon":2}"#, nil),
        // Such a fix is rejected.
        (#"{"device":{"id":"bus-1"},"time":1767225600,"lat":1,"lon":2}"#, nil),
    ])
    func `a key that may name the device of fixes without one is a doubt`(object: String, key: String?) throws {
        let reader = try TraceReader(.memory(Array((object + "\n").utf8), name: "t"))
        #expect(reader.doubt.map { $0.recovery.contains("'.device = \(key ?? "nothing")'") } == key.map { _ in true })
        let array = try TraceReader(.memory(Array("[\(object)]".utf8), name: "t"))
        #expect(
            array.doubt.map { $0.recovery.contains("'flatten[] | .device = \(key ?? "nothing")'") }
                == key.map { _ in true }
        )
    }

    @Test(arguments: [("gps", true), ("WiFi", true), ("iOS", false), ("", false)])
    func `a source that tells how the place was found is a doubt`(source: String, isDoubt: Bool) throws {
        func doubt(_ members: String) throws -> TraceDoubt? {
            let fix = #"{\#(members)"time":1767225600,"lat":1,"lon":2,"source":"\#(source)"}"#
            return try TraceReader(.memory(Array((fix + "\n").utf8), name: "t")).doubt
        }
        let found = try doubt("")
        #expect((found != nil) == isDoubt)
        #expect(found?.recovery.contains("`jq -c '.device = \"phone\"' FILE`") != false)
        #expect(try doubt(#""tid":"ab","#) == nil)
    }

    @Test func `of very many objects in one only some are looked at`() {
        let members = (0..<5000).map { #""k\#($0)":{"a":1}"# }.joined(separator: ",")
        let count = withScanner(of: "{\(members)}".utf8) { ObjectLevel.all(from: 0, in: $0).count }
        #expect(count == ObjectLevel.limit)
    }

    private static func filter(_ object: String) -> String? {
        withScanner(of: Array(object.utf8)) { ObjectAdvice(object: 0, in: $0).filter?.text }
    }
}
