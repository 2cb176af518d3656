import TestSupport
import Testing

@testable import Geofencing

/// Fixes in JSON that is not one object on each line.
@Suite struct JSONTraceTests {
    private static let one = #"{"device":"a","timestamp":1767225600,"latitude":1,"longitude":2}"#
    private static let other = #"{"device":"b","timestamp":1767225601,"latitude":3,"longitude":4,"accuracy":5}"#
    private static let fixes = ["a 1767225600000 1.0 2.0 nan", "b 1767225601000 3.0 4.0 5.0"]

    @Test(arguments: [
        "[\(one),\(other)]", "[\n  \(one),\n  \(other)\n]\n", "\u{FEFF}\r\n [[\(one)],\r\n[[], [\(other)]]] ",
        "[\(one)][\(other)]", "\u{1E}[\(one)]\n\u{1E}[\(other)]\n", "[]\n[\(one)]\n\(other)\n",
    ])
    func `objects in arrays are fixes, however the arrays are nested`(text: String) throws {
        let read = try readConverted(text, name: "fixes.json")
        #expect(read.fixes == Self.fixes)
        #expect(read.rejected.isEmpty)
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func `fixes over several lines are read, in an array or one after another`(lineEnd: String) throws {
        let lines = [Self.one, Self.other].map { fix in
            fix.replacing("{", with: "{\n  ").replacing(",", with: ",\n  ").replacing("}", with: "\n}")
        }
        let narrow = [Self.one, Self.other].map { $0.replacing(",", with: ",\n  ") }
        for text in [
            lines.joined(separator: "\n") + "\n", "[" + lines.joined(separator: ", ") + "]",
            narrow.joined(separator: "\n"),
        ] {
            #expect(try readConverted(text.replacing("\n", with: lineEnd), name: "x").fixes == Self.fixes)
        }
    }

    @Test(arguments: [#"{"device":"a","#, #"{"device":"#, #"{"x":{"y":1},"#, "{"])
    func `a first line that is cut is not an object over several lines`(cut: String) throws {
        let read = try readConverted("\(cut) \(Self.one)\n\(Self.one)\n\(Self.other)\n", name: "x")
        #expect(read.fixes == Self.fixes && read.rejected == [1])
        let apart = try readConverted("\(cut.dropLast())\n\(Self.one)\n\(Self.other)\n", name: "x")
        #expect(apart.fixes == Self.fixes && apart.rejected.count == (cut == "{" ? 0 : 1))
    }

    @Test(arguments: ["", "\u{1E}", "\u{1E}\u{1E}", " \u{1E} "])
    func `record separators before the lines of a trace mean nothing`(separator: String) throws {
        let text = [Self.one, Self.other].map { "\(separator)\($0)\n" }.joined()
        let read = try readConverted(text, name: "fixes.json-seq")
        #expect(read.fixes == Self.fixes && read.rejected.isEmpty)
    }

    @Test func `what is wrong in an array is reported with its line`() throws {
        let text = "[\n\(Self.one),\n{\"device\":\"c\"},\n7, \"x\",\n\(Self.other.replacing("3", with: "93"))]"
        let trace = try ReadTrace(text: text)
        #expect(trace.fixes.count == 1)
        #expect(trace.rejected.map(\.line) == [3, 4, 5, 6])
        #expect(trace.rejected.map(\.reason) == [.missingValue, .syntax, .syntax, .outOfRange])
        #expect(trace.rejected.allSatisfy { $0.column == 0 })
        #expect(trace.raw.prefix(3).map { String(decoding: $0, as: UTF8.self) } == [#"{"device":"c"}"#, "7", #""x""#])
    }

    @Test(arguments: [
        "[\(one),", "[\(one)", "[\(one),\n", "{\n\"device\":\"a\",\n\"timestamp\":17", "[{\"a\":\"b", "[{\"a\":\"b\n",
    ])
    func `JSON that is cut is an error`(text: String) throws {
        let error = try #require(failure { try ReadTrace(text: text) })
        #expect(error.code == .invalidSyntax)
        #expect(error.message.contains("the JSON breaks off after"), "\(error)")
    }

    @Test(arguments: [
        ("[\(one)}", 1, one.utf8.count + 2), ("[\n\(one),\n]", 3, 1),
        ("[{'a':1}]", 1, 3), ("[\n{\"a\":1,\"b\":'x'},\n\(one)]", 2, 12),
        ("[\(one),\n{\"c\":{\"d\":[+1]}}]", 2, 12),
    ])
    func `JSON that is broken before its end says where`(text: String, line: Int, column: Int) throws {
        let error = try #require(failure { try ReadTrace(text: text) })
        #expect(error.code == .invalidSyntax && error.message == "the JSON is malformed", "\(error)")
        #expect(error.location?.line == line && error.location?.column == column, "\(error)")
        #expect(!error.recoverySuggestion.contains("copied"))
    }

    @Test func `a word that JSON does not have is a value, and costs a fix only where a number is needed`() throws {
        let objects = [
            #"{"device":"a","time":1700000000,"lat":1,"lon":2,"accuracy":NaN,"speed":NaN,"x":{"y":[None,-Infinity]}}"#,
            #"{"device":"a","time":1700000001,"lat":NaN,"lon":2}"#,
            #"{"device":"a","time":1700000002,"lat":1,"lon":-Infinity}"#,
            #"{"device":"a","time":NaN,"lat":1,"lon":2}"#,
            #"{"device":"a","time":1700000004,"lat":1,"lon":2,"accuracy":5,"moving":True}"#,
        ]
        for text in [
            objects.joined(separator: "\n"), "[\(objects.joined(separator: ","))]",
            objects.joined(separator: "\n").replacing(",", with: ",\n"),
        ] {
            let trace = try ReadTrace(text: text)
            #expect(trace.fixes.map(\.horizontalAccuracy) == [nil, .meters(5)], "\(text)")
            #expect(trace.rejected.map(\.reason) == [.coordinate, .coordinate, .timestamp])
            #expect(
                trace.messages.prefix(2) == [
                    "the latitude NaN is not a finite number", "the longitude -Infinity is not a finite number",
                ]
            )
        }
    }

    @Test(arguments: ["", "\n", " \r\n\n"])
    func `objects that follow each other on the only line are fixes`(end: String) throws {
        let read = try readConverted("\(Self.one)\(Self.other)\(end)", name: "fixes.json")
        #expect(read.fixes == Self.fixes && read.rejected.isEmpty)
        let apart = try readConverted("\(Self.one) \t\(Self.other)\(end)", name: "fixes.json")
        #expect(apart.fixes == Self.fixes && apart.rejected.isEmpty)
    }

    @Test func `objects that follow each other on one line of several are taken apart as the hint says`() throws {
        let trace = try ReadTrace(text: "\(Self.one)\(Self.one)\n\(Self.other)\n")
        #expect(trace.fixes.count == 1)
        #expect(trace.recoveries == ["Write one object per line, as `jq -c . FILE` does."])
    }

    @Test(arguments: [
        (#"[["a",1767225600,1,2]]"#, "-r", ".[] | @csv' FILE`"),
        ("[\"a\",1767225600,1,2]\n[\"b\",1767225600,1,2]\n", "-rn", "inputs | @csv' FILE`"),
    ])
    func `rows of values are made a table as the hint says`(text: String, option: String, rows: String) throws {
        let error = try #require(failure { try ReadTrace(text: text) })
        #expect(error.code == .unknownFormat && error.recoverySuggestion.contains(rows), "\(error)")
        #expect(error.recoverySuggestion.contains("`jq \(option) '"), "\(error)")
    }

    @Test(arguments: ["[]", "[\n]\n", "[[], []]"])
    func `empty arrays have no fixes`(text: String) throws {
        let reader = try TraceReader(.memory(Array(text.utf8), name: "t"))
        #expect(reader.format == nil && reader.emptiness == TraceReader.noRecord)
    }

    @Test(arguments: [
        #"{"status":"ok","data":[FIXES]}"#, "{\n\"data\": [\nFIXES],\n\"time\": 1}",
        #"{"a":[{"b":1}],"c":{"d":[]},"data":[FIXES]}"#, #"{"locations":[FIXES],"next":null}"#,
        #"{"id":"answer 7","data":[FIXES]}"#,
    ])
    func `fixes in a list of an object are read`(text: String) throws {
        let text = text.replacing("FIXES", with: "\(Self.one), \(Self.other)")
        #expect(try readConverted(text, name: "answer.json").fixes == Self.fixes)
        // An answer on each line.
        let lines = (1...3).map { _ in text.replacing("\n", with: " ") }.joined(separator: "\n")
        #expect(try readConverted(lines, name: "answers.json").fixes == Self.fixes + Self.fixes + Self.fixes)
    }

    @Test func `an object with several lists of fixes is refused instead of read in part`() throws {
        let lists = "{\"bus-1\":[\(Self.one)],\n\"stops\":[{\"lat\":1,\"lon\":2}],\"bus-2\":[\(Self.other)]}"
        let error = try #require(failure { try ReadTrace(text: lists) })
        #expect(error.code == .unknownFormat && error.location?.line == 2, "\(error)")
        #expect(error.message == "there are lists in both \"bus-1\" and \"bus-2\", but only one can be read")
        #expect(error.recoverySuggestion.hasPrefix("Give each in a file of its own, as `jq -c "), "\(error)")
        let fix = #"{"time":1767225600,"lat":1,"lon":2}"#
        let unnamed = try #require(failure { try ReadTrace(text: "{\"bus-1\":[\(fix)],\"bus-2\":[\(fix)]}") })
        let filter = "to_entries[] | .key as $device | .value | arrays[] | .device = $device"
        #expect(
            unnamed.recoverySuggestion.hasPrefix("If these are the devices, `jq -c '\(filter)' FILE` "),
            "\(unnamed)"
        )
    }

    @Test func `what is wrong in a list is reported with its line, and with a command for the file`() throws {
        let fix = #"{"time":1767225600,"lat":1,"lon":2}"#
        let text = #"{"n":2,"data":["# + "\n\(fix),\n\(fix.replacing("lat", with: "y"))\n]}"
        let trace = try ReadTrace(text: text)
        #expect(trace.fixes.count == 1 && trace.rejected.map(\.line) == [3])
        let doubt = try TraceReader(.memory(Array(text.replacing("lon", with: "icao24\":\"x\",\"lon").utf8), name: "t"))
            .doubt
        #expect(doubt?.recovery.contains(#"`jq -c '."data"[] | .device = .icao24' FILE`"#) == true, "\(doubt as Any)")
    }

    @Test(arguments: [
        // The device would be lost.
        #"{"vehicle":"v","data":[{"time":1767225600,"lat":1,"lon":2}]}"#,
        #"{"id":"v","data":[{"time":1767225600,"lat":1,"lon":2}]}"#,
        // A fix with its past.
        #"{"lat":9,"lon":9,"data":[{"device":"a","time":1767225600,"lat":1,"lon":2}]}"#,
        // A key that the hints could not mention.
        #"{"it's":[{"device":"a","time":1767225600,"lat":1,"lon":2}]}"#,
        // No time.
        #"{"data":[{"lat":1,"lon":2}]}"#,
    ])
    func `a list in an object that is or names more than the list is not taken for the trace`(text: String) throws {
        let trace = try ReadTrace(text: text + "\n")
        #expect(trace.fixes.isEmpty && trace.rejected.map(\.reason) == [.missingValue])
    }

    @Test func `messages of OwnTracks may be in an array or over several lines`() throws {
        let messages = [
            #"{"_type":"location","topic":"owntracks/jane/phone","lat":1,"lon":2,"tst":1767225600}"#,
            #"{"_type":"lwt","tst":1767225600}"#,
        ]
        for text in ["[" + messages.joined(separator: ",\n") + "]", messages.map { "{\n\($0.dropFirst())" }.joined()] {
            let read = try readConverted(text, name: "export.json")
            #expect(read.fixes == ["jane/phone 1767225600000 1.0 2.0 nan"])
            #expect(read.rejected.isEmpty)
        }
    }

    @Test func `the positions that Traccar's API returns are read`() throws {
        let text = """
            [{"id":9,"attributes":{"batteryLevel":87.0},"deviceId":7,"protocol":"osmand",
            "serverTime":"2026-01-01T00:00:09.000+00:00","deviceTime":"2026-01-01T00:00:01.000+00:00",
            "fixTime":"2026-01-01T00:00:00.000+00:00","valid":true,"latitude":1.5,"longitude":2.5,"altitude":34.0,
            "speed":0.0,"course":0.0,"address":null,"accuracy":12.5,"network":null,"geofenceIds":null}]
            """
        #expect(try readConverted(text, name: "positions.json").fixes == ["7 1767225600000 1.5 2.5 12.5"])
    }

    @Test(arguments: ["CRS,\"features\":[FIX]", "\"features\":[FIX],CRS"])
    func `features in another reference system are refused`(members: String) throws {
        let fix =
            #"{"type":"Feature","properties":{"device":"a","time":1767225600},"geometry":"#
            + #"{"type":"Point","coordinates":[2,1]}}"#
        func text(_ crs: String) -> String {
            "{\"type\":\"FeatureCollection\","
                + members.replacing("CRS", with: "\"crs\":\(crs)").replacing("FIX", with: fix) + "}"
        }
        let other = #"{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::4267"}}"#
        let error = try #require(failure { try ReadTrace(text: text(other)) })
        #expect(error.code == .unknownFormat && error.location?.line == 1, "\(error)")
        #expect(error.message.contains("other than WGS 84") && error.recoverySuggestion.contains("ogr2ogr -t_srs"))
        // One that cannot be read may be any.
        let unread = try #require(failure { try ReadTrace(text: text(#""EPSG:43\u00GG26""#)) })
        #expect(unread.code == .unknownFormat && unread.message.contains("other than WGS 84"), "\(unread)")
        // As PostGIS writes it.
        let feature = fix.replacing(#""Point""#, with: #""Point","crs":\#(other)"#)
        #expect(failure { try ReadTrace(text: feature + "\n") }?.message == error.message)
        for same in ["null", #""EPSG:4326""#, other.replacing("EPSG::4267", with: "OGC:1.3:CRS84")] {
            #expect(try readConverted(text(same), name: "t.json").fixes == ["a 1767225600000 1.0 2.0 nan"])
        }
    }

    @Test(arguments: [
        #"{"type":"FeatureCollection","name":"log","features":[POINTS]}"#, #"{"locations":[POINTS]}"#,
        "{\n\"features\":[POINTS],\"type\":\"FeatureCollection\"}", "[POINTS]", "POINTS",
    ])
    func `points of GeoJSON with times are fixes`(collection: String) throws {
        let features = [
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[2, 1, 34.5]},"#
                + #""properties":{"timestamp":"2026-01-01T00:00:00Z","device_id":"a","horizontal_accuracy":8,"x":{"y":[1]}}}"#,
            #"{"properties":{"lat":9,"lon":9,"time":1767225601},"geometry":{"coordinates":[4,3],"type":"Point"},"type":"Feature"}"#,
            #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[4,3],[5,3]]},"properties":{"time":1}}"#,
            #"{"geometry":{"type":"Point","coordinates":[4,3]},"properties":{"time":1}}"#,
            #"{"type":"Feature","geometry":null,"properties":{"time":1767225602}}"#,
        ]
        let points = features.joined(separator: collection == "POINTS" ? "\n" : ",\n")
        let read = try readConverted(collection.replacing("POINTS", with: points), name: "walk.geojson")
        #expect(read.fixes == ["a 1767225600000 1.0 2.0 8.0", "walk 1767225601000 3.0 4.0 nan"])
        #expect(read.rejected == [collection.hasPrefix("{\n") ? 6 : 5])
    }

    @Test(arguments: [#"{"features":[%]}"#, "[%]", "%"])
    func `features before the first position have a time and no place`(form: String) throws {
        let features = ["null", "null", #"{"type":"Point","coordinates":[2,1]}"#].map {
            #"{"type":"Feature","geometry":\#($0),"properties":{"device":"a","time":1767225600}}"#
        }
        let text = form.replacing("%", with: features.joined(separator: form == "%" ? "\n" : ",\n"))
        let read = try readConverted(text, name: "log.geojson")
        #expect(read.fixes == ["a 1767225600000 1.0 2.0 nan"] && read.rejected == [1, 2])
    }

    @Test(arguments: ["null", "[]", "[2]", "7"])
    func `a feature without a whole position has no place`(coordinates: String) throws {
        func feature(_ coordinates: String) -> String {
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":\#(coordinates)},"properties":{"time":1767225600}}"#
        }
        let trace = try ReadTrace(text: ["[2,1]", coordinates, "[4,3]"].map { feature($0) + "\n" }.joined())
        #expect(trace.fixes.map(\.coordinate.latitude) == [1, 3])
        #expect(trace.rejected.map(\.reason) == [.missingValue])
    }

    @Test(arguments: [
        #"{"type":"Point","coordinates":[2,1]},"properties":{"recorded":"2026-01-01T00:00:00Z"}"#,
        #"{"type":"Point","coordinates":[2,1]},"properties":{"timestamp":1,"radius":50}"#,
        #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]},"properties":{"time":1}"#,
        #"null,"properties":{"time":1}"#,
    ])
    func `GeoJSON whose first feature is no point with a time is not a trace`(feature: String) throws {
        let text = #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":\#(feature)}]}"#
        let error = try #require(failure { try ReadTrace(text: text) })
        #expect(error.message == "this is GeoJSON (FeatureCollection), not a trace")
    }
}
