import TestSupport
import Testing

@testable import Geofencing

@Suite struct GoogleTimelineTests {
    @Test func `parameters of a geo URI are ignored and malformed coordinates are rejected`() throws {
        func points(_ texts: [String]) -> String {
            let points = texts.map { #"{"point":"\#($0)","time":"2026-01-01T00:00:00Z"}"# }
            return #"{"semanticSegments":[{"timelinePath":[\#(points.joined(separator: ","))]}]}"#
        }
        let read = try readConverted(
            points(["geo:52.5,13.4", "geo:52.5,-13.4;u=35", "geo:1,2,34.5;crs=wgs84;u=5"]),
            name: "Timeline.json"
        )
        #expect(
            read.fixes == [
                "Timeline 1767225600000 52.5 13.4 nan", "Timeline 1767225600000 52.5 -13.4 nan",
                "Timeline 1767225600000 1.0 2.0 nan",
            ]
        )
        let wrong = [
            "geo:x52.5,13.4", "1.5, 2.5e", "1.5,2.5N", "1.5,2 .5", "52.5", "", "52,5200000\u{b0}, 13,4050000\u{b0}",
            "1.5,2.5,3.5",
            "geo:1,2,3,4",
        ]
        let refused = try readConverted(points(wrong), name: "Timeline.json")
        #expect(refused.fixes.isEmpty)
        #expect(refused.rejected.count == wrong.count)
        let halves = [#""latitudeE7":1"#, #""longitudeE7":1"#, #""point":null"#]
            .map { #"{\#($0),"time":"2026-01-01T00:00:00Z"}"# }
        let half = try readConverted(#"{"locations":[\#(halves.joined(separator: ","))]}"#, name: "Records.json")
        #expect(half.fixes.isEmpty && half.rejected.count == 3)
    }

    @Test(arguments: [
        ("3600000", 3_600_000), ("1767225600123", 1_767_225_600_123), ("-1", -1), ("0", 0),
        ("100000000000000", 100_000_000_000_000),
    ])
    func `Google's milliseconds are never read as seconds`(text: String, milliseconds: Int64) throws {
        for before in ["", #""timestamp":null,"#] {
            let place = #""latitudeE7":10000000,"longitudeE7":20000000"#
            let records = #"{"locations":[{\#(before)"timestampMs":"\#(text)",\#(place)}]}"#
            #expect(try readConverted(records, name: "Records.json").fixes == ["Records \(milliseconds) 1.0 2.0 nan"])
        }
    }

    @Test func `every position with a time is read from Google Records and Timeline exports`() throws {
        let records = """
            {
              "locations": [{
                "latitudeE7": 525200001, "longitudeE7": -1334050000, "accuracy": 12,
                "activity": [{"timestamp": "2026-01-01T00:00:00Z"}],
                "deviceTag": 42, "timestamp": "2026-01-01T00:00:00.123Z"
              }, {"timestampMs": "1767225600000", "latitudeE7": 10000000, "longitudeE7": 20000000}]
            }
            """
        #expect(
            try readConverted(records, name: "Records.json").fixes == [
                "42 1767225600123 52.5200001 -133.405 12.0", "Records 1767225600000 1.0 2.0 nan",
            ]
        )
        let timeline = """
            {"semanticSegments":[{"startTime":"2026-01-01T01:00:00.000+01:00","timelinePath":[
            {"point":"52.5200000°, 13.4050000°","time":"2026-01-01T01:00:00.000+01:00"}]}],
            "rawSignals":[{"position":{"LatLng":"1.5°, -2.5°","accuracyMeters":9,"timestamp":"2026-01-01T00:00:05Z"}}]}
            """
        #expect(
            try readConverted(timeline, name: "Timeline.json").fixes == [
                "Timeline 1767225600000 52.52 13.405 nan", "Timeline 1767225605000 1.5 -2.5 9.0",
            ]
        )
    }

    @Test func `points of an iPhone's paths are as many minutes after the start of theirs as they say`() throws {
        let timeline = """
            [
              {"endTime": "2026-01-01T02:00:00Z", "startTime": "2026-01-01T00:00:00.500Z",
                "visit": {"hierarchyLevel": "0", "topCandidate": {"placeLocation": "geo:9,9"}}},
              {"endTime": "2026-01-01T04:00:00.000+02:00", "startTime": "2026-01-01T02:00:00.123+02:00", "timelinePath": [
                {"point": "geo:52.5,13.4", "durationMinutesOffsetFromStartTime": "1"},
                {"durationMinutesOffsetFromStartTime": 61.5, "point": "geo:52.6,13.5"}
              ]},
              {"startTime": "1969-12-31T23:59:00Z", "activity": {"parking": {"startTime": "x"}}, "timelinePath": [
                {"point": "geo:1,2", "durationMinutesOffsetFromStartTime": "0"},
                {"point": "geo:1,3", "durationMinutesOffsetFromStartTime": "9", "time": "1970-01-01T00:00:01Z"},
                {"point": "geo:1,4", "durationMinutesOffsetFromStartTime": "one"},
                {"point": "geo:1,5", "durationMinutesOffsetFromStartTime": "1e300"}
              ]},
              {"startTime": "yesterday", "timelinePath": [
                {"point": "geo:1,6", "durationMinutesOffsetFromStartTime": "1"}
              ]},
              {"timelinePath": [{"point": "geo:1,7", "durationMinutesOffsetFromStartTime": "1"}]}
            ]
            """
        let read = try readConverted(timeline, name: "location-history.json")
        #expect(
            read.fixes == [
                "location-history 1767225660123 52.5 13.4 nan", "location-history 1767229290123 52.6 13.5 nan",
                "location-history -60000 1.0 2.0 nan", "location-history 1000 1.0 3.0 nan",
            ]
        )
        #expect(read.rejected == [11, 12, 15])
    }

    @Test(arguments: [
        #"[{"startTime":"2026-01-01T00:00:00Z","timelinePath":[{"point":"geo:1,2"}"#,
        #"[{"startTime":"2026-01-01T00:00:00Z","visit":{}},"#,
    ])
    func `an iPhone's Google Timeline that is cut is an error`(_ text: String) throws {
        let cut = #expect(throws: GeofenceError.self) { try readConverted(text, name: "x") }
        #expect(cut?.message.contains("the Google Timeline breaks off after") == true)
    }

    @Test(arguments: [
        #""position":{"a":1}"#, #""startTime":"x""#, #""rawSignals":[{"b":2}]"#, #""locations":[]"#, #""x":1"#,
    ])
    func `a Google position with a time is read whatever keys precede it`(first: String) throws {
        let fix = #"{\#(first),"latitudeE7":10000000,"longitudeE7":20000000,"timestamp":"2026-01-01T00:00:00Z"}"#
        #expect(try readConverted(#"{"locations":[\#(fix)]}"#, name: "g.json").fixes == ["g 1767225600000 1.0 2.0 nan"])
    }

    @Test(arguments: [(33, "["), (33, #"{"a":"#), (17, #"[{"a":"#)])
    func `a Google Timeline nested too deeply is reported as such`(levels: Int, bracket: String) throws {
        let text = #"{"locations":["}{"],"x":["# + String(repeating: bracket, count: levels) + "1"
        let error = #expect(throws: GeofenceError.self) { try readConverted(text, name: "x") }
        #expect(error?.code == .invalidSyntax)
        #expect(
            error?.message.contains("is nested more than 32 levels deep after") == true,
            "\(String(describing: error))"
        )
    }

    @Test(arguments: ["", "\n", "\r\n  "], ["locations", "semanticSegments"])
    func `another Google Timeline may follow in the file`(_ gap: String, _ key: String) throws {
        func place(_ second: Int) -> String {
            #"{"timestampMs":"\#(1_767_225_600_000 + second * 1000)","latitudeE7":520000000,"longitudeE7":134000000}"#
        }
        for count in [1, 30_000] {
            let text = #"{"locations":["# + (0..<count).map(place).joined(separator: ",\n") + "]}"
            let read = try readConverted(text + gap + #"{"\#(key)":[\#(place(count))]}"#, name: "Records.json")
            #expect(read.fixes.count == count + 1 && read.rejected.isEmpty)
            #expect(read.fixes.last == "Records \(1_767_225_600_000 + count * 1000) 52.0 13.4 nan")
        }
    }

    @Test func `Google's E7 coordinates may have decimals, and null is rejected`() throws {
        let text = #"""
            {"locations":[
            {"timestamp":"2026-01-01T00:00:00Z","latitudeE7":525200000.0,"longitudeE7":1.3405e8},
            {"timestamp":"2026-01-01T00:00:00Z","latitudeE7":525200000,"longitudeE7":null}]}
            """#
        let read = try readConverted(text, name: "Records.json")
        #expect(read.fixes == ["Records 1767225600000 52.52 13.405 nan"])
        #expect(read.rejected.count == 1)
    }
}
