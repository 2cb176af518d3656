import Foundation
import TestSupport
import Testing

@testable import Geofencing

@Suite struct TraceConverterTests {
    @Test func `only track points are read from GPX, not waypoints or comments`() throws {
        let text = """
            <?xml version="1.0"?>
            <gpx version="1.1"><wpt lat="1" lon="1"><time>2026-01-01T00:00:00Z</time></wpt>
            <!-- <trkpt lat="2" lon="2"><time>2026-01-01T00:00:00Z</time></trkpt> -->
            <trk><trkseg><trkpt lat="52.5" lon="13.4"><ele>3</ele><time>2026-01-01T00:00:00Z</time></trkpt>
            <trkpt lon='13.5' lat='-52.5'><time>2026-01-01T00:00:01.5Z</time></trkpt>
            <trkpt lat="52.5" lon="13.4"/></trkseg></trk></gpx>
            """
        let read = try readConverted(text, name: "walk.gpx")
        #expect(read.fixes == ["walk 1767225600000 52.5 13.4 nan", "walk 1767225601500 -52.5 13.5 nan"])
        #expect(read.rejected.count == 1)
    }

    @Test func `comments, CDATA sections and quoted brackets in GPX are not read as tags`() throws {
        let end = "</trkpt>"
        let text = """
            <?xml version="1.0"?><!DOCTYPE gpx><gpx creator="a>b"><metadata><desc><![CDATA[ </gpx> ]]></desc></metadata><trk><trkseg>
            <trkpt lat="1" lon="1"><!-- <time>2020-01-01T00:00:00Z</time> --><time>
              2026-01-01T00:00:00Z</time>\(end)
            <trkpt note="x>y" lat="2" lon="2"><extensions><a:time>7</a:time><x><time>8</time></x></extensions>
            <time><![CDATA[2026-01-01T00:00:00Z]]></time>\(end)
            <trkpt lat="3" lon="3"><trkpt lat="4" lon="4"><time>2026-01-01T00:00:00Z</time>\(end)
            </trkseg></trk></gpx>
            """
        let read = try readConverted(text, name: "walk.gpx")
        #expect(read.fixes == ["1.0 1.0", "2.0 2.0", "4.0 4.0"].map { "walk 1767225600000 \($0) nan" })
        #expect(read.rejected.count == 1)
        let unclosed = try readConverted(
            "<gpx><trk><trkseg><trkpt lat='1' lon='2'><time>2026-01-01T00:00:00Z</time><ele>5</trkseg></trk></gpx>",
            name: "walk.gpx"
        )
        #expect(unclosed.fixes == ["walk 1767225600000 1.0 2.0 nan"])
        for cut in [
            "<gpx a='http://www.topografix.com/", "<gpx a='b' /", "<gpx><desc><![CDATA[ </gpx> ]]></desc>",
            "<gpx><!-- </gpx> -->",
        ] {
            #expect(failure { try readConverted(cut, name: "walk.gpx") }?.code == .invalidSyntax)
        }
        #expect(try readConverted("<gpx a='b' />", name: "walk.gpx").fixes.isEmpty)
    }

    @Test func `concatenated GPX documents are read, each with its own namespace prefix`() throws {
        func document(_ prefix: String, _ place: Int) -> String {
            func element(_ name: String, _ attributes: String, _ content: String) -> String {
                "<\(prefix)\(name)\(attributes)>\(content)</\(prefix)\(name)>"
            }
            let point = element("trkpt", " lat='\(place)' lon='2'", element("time", "", "2026-01-01T00:00:00Z"))
            return element("gpx", "", element("trk", "", element("trkseg", "", point)))
        }
        let prefixes = ["", "x:", "x:", "", "y:"]
        let text = zip(prefixes, 1...).map(document).joined()
        #expect(try readConverted(text, name: "walk.gpx").fixes == (1...5).map { "walk 1767225600000 \($0).0 2.0 nan" })
        let cut = text + "<z:gpx>"
        #expect(failure { try readConverted(cut, name: "walk.gpx") }?.code == .invalidSyntax)
    }

    @Test func `a NUL byte rejects only the fix that contains it`() throws {
        func point(_ time: String) -> String { "<trkpt lat='1' lon='2'><time>\(time)</time></trkpt>" }
        let good = point("2026-01-01T00:00:00Z")
        let gpx = "<gpx><trk><trkseg>\(good)\(point("2026-01-01T00:\0:00Z"))\(good)</trkseg></trk></gpx>"
        let walk = try readConverted(gpx, name: "walk.gpx")
        #expect(walk.fixes.count == 2 && walk.rejected.count == 1)
        let fix = #"{"_type":"location","tid":"x","tst":1767225600,"lat":1,"lon":2"#
        let owned = try readConverted("\(fix)}\n\(fix),\"SSID\":\"a\0b\"}\n\(fix)}\n", name: "x.rec")
        #expect(owned.fixes.count == 2 && owned.rejected == [2])
    }

    @Test func `the first of two times in a GPX point is used`() throws {
        let times = "<time>2026-01-01T00:00:00Z</time><time>2026-01-01T00:00:09Z</time>"
        let read = try readConverted("<gpx><trk><trkpt lat='1' lon='2'>\(times)</trkpt></trk></gpx>", name: "walk.gpx")
        #expect(read.fixes == ["walk 1767225600000 1.0 2.0 nan"])
    }

    @Test func `an array named like one of Google Timeline does not change how a fix is read`() throws {
        let place = #""ts_unix_ms":1767225600000,"coordinate":{"latitude":1,"longitude":2}}"#
        for other in [#"{"device":"a","rawSignals":[{"rssi":3}],"#, #"{"device":"a","locations":[],"#] {
            #expect(try readConverted(other + place, name: "t.ndjson").fixes == ["a 1767225600000 1.0 2.0 nan"])
        }
        // The first of many objects.
        let two = #"{"locations":["home"]}"# + "\n" + #"{"device":"a","# + place
        let read = try readConverted(two, name: "t.ndjson")
        #expect(read.fixes.count == 1 && read.rejected == [1])
    }

    @Test func `a null name is ignored and an unreadable value is rejected`() throws {
        let own = #"{"_type":"location","lat":1,"lon":2,"tst":1767225600,"#
        #expect(
            try readConverted(own + #""topic":null,"tid":"ab"}"#, name: "o.rec").fixes == [
                "ab 1767225600000 1.0 2.0 nan"
            ]
        )
        #expect(try readConverted(own + #""tid":""}"#, name: "o.rec").fixes == ["o 1767225600000 1.0 2.0 nan"])
        #expect(try readConverted(own + #""tid":"a\xb"}"#, name: "o.rec").rejected == [1])
        func google(_ members: String) -> String {
            #"{"locations":[{"timestamp":"2026-01-01T00:00:00Z","longitudeE7":20000000,\#(members)}]}"#
        }
        let tagged = google(#""latitudeE7":10000000,"deviceTag":null"#)
        #expect(try readConverted(tagged, name: "g.json").fixes == ["g 1767225600000 1.0 2.0 nan"])
        for latitude in ["null", #""0x989680""#, #""+10000000""#] {
            let read = try readConverted(google(#""latitudeE7":\#(latitude)"#), name: "g.json")
            #expect(read.fixes.isEmpty && read.rejected.count == 1)
        }
        let place = #""latitudeE7":1,"longitudeE7":1}"#
        let lines =
            #"{"locations":[{"deviceTag":"a\nb","timestamp":"2026-01-01T00:00:00Z",\#(place),"#
            + #"{"timestamp":"never",\#(place)]}"#
        #expect(try readConverted(lines, name: "g.json").rejected == [1, 2])
    }

    @Test func `GPX attributes allow any white space and either kind of quotes`() throws {
        let time = "<time>2026-01-01T00:00:00Z</time></trkpt>"
        let text = """
            <gpx><trk><trkseg><trkpt
            lat="1"
            \tlon="2">\(time)
            <trkpt\tlat = " 3\n"\tlon\r\n=\r\n'4'\r\n>\(time)
            <trkpt note=' lat="9" lon="9"' lon='6' lat="5">\(time)
            <trkpt lat=7 lon="8">\(time)
            <trkpt lat="7">\(time)
            <trkpt lat="5 2.5" lon="8">\(time)</trkseg></trk></gpx>
            """
        let read = try readConverted(text, name: "walk.gpx")
        let places = ["1.0 2.0", "3.0 4.0", "5.0 6.0"]
        #expect(read.fixes == places.map { "walk 1767225600000 \($0) nan" })
        #expect(read.rejected.count == 3)
    }

    @Test func `a GeoLife device is named after its folder, and line numbers include the header`() throws {
        let text = """
            Geolife trajectory
            WGS 84
            Altitude is in Feet
            Reserved 3
            0,2,255,My Track,0,0,2,8421376
            0
            39.906631,116.385564,0,492,40097.5864583333,2009-10-11,14:04:30
            39.9,116.4,0,492,40097
            39.906554,116.385625,0,492,40097.5865162037,2009-10-11,14:04:35

            """
        let read = try readConverted(text.replacing("\n", with: "\r\n"), name: "Data/007/Trajectory/20091011140430.plt")
        #expect(
            read.fixes == [
                "007 1255269870000 39.906631 116.385564 nan", "007 1255269875000 39.906554 116.385625 nan",
            ]
        )
        #expect(read.rejected == [8])
    }

    @Test func `an OwnTracks device is named by its device key, topic, tracker ID or file`() throws {
        let lines = [
            #"2026-01-01T00:00:00Z\#t*                 \#t{"_type":"location","lat":52.5,"lon":13.4,"tst":1767225600,"acc":7,"topic":"owntracks/jane/phone"}"#,
            #"2026-01-01T00:00:01Z\#t*                 \#t{"_type":"lwt","tst":1767225601}"#,
            #"2026-01-01T00:00:02Z\#t*                 \#t{"_type":"location","lat":1,"lon":2,"tst":1767225602,"tid":"jp"}"#,
            #"2026-01-01T00:00:02Z\#t*                 \#t{"_type":"location","lat":1,"lon":2,"tst":"never","tid":"jp"}"#,
            #"2026-01-01T00:00:03Z\#t*                 \#t{"_type":"location","lat":3,"lon":4,"tst":1767225603}"#,
        ]
        let read = try readConverted(lines.joined(separator: "\n") + "\n", name: "2026-01.rec")
        #expect(
            read.fixes == [
                "jane/phone 1767225600000 52.5 13.4 7.0", "jp 1767225602000 1.0 2.0 nan",
                "2026-01 1767225603000 3.0 4.0 nan",
            ]
        )
        #expect(read.rejected == [4])
        let json = try readConverted(
            #"{"_type":"location","lat":1,"lon":2,"tst":1767225602,"device":"pixel","tid":"x"}"#,
            name: "x.json"
        )
        #expect(json.fixes == ["pixel 1767225602000 1.0 2.0 nan"])
        let other = try readConverted(
            #"{"_type":"location","lat":1,"lon":2,"tst":1767225602,"device_id":"pixel","topic":"owntracks/jane/phone"}"#,
            name: "x.json"
        )
        #expect(other.fixes == json.fixes)
    }

    @Test func `the username in what the API of the recorder returns is a part of the device`() throws {
        let place = #""_type":"location","tst":1767225600,"lat":1,"lon":2"#
        func message(_ user: String) -> String {
            #"{\#(place),"username":"\#(user)","device":"phone","topic":"owntracks/\#(user)/phone"}"#
        }
        let read = try readConverted("[\(message("jane")), \(message("jo"))]", name: "last.json")
        #expect(read.fixes == ["jane", "jo"].map { "\($0)/phone 1767225600000 1.0 2.0 nan" })
        let bare = try readConverted(#"{\#(place),"device":"phone","username":""}"#, name: "last.json")
        #expect(bare.fixes == ["phone 1767225600000 1.0 2.0 nan"])
    }

    @Test func `an OwnTracks topic too short for a user and a device is ignored`() throws {
        for (topic, device) in [("gps", "A1"), ("owntracks/u", "A1"), ("owntracks/u/d", "u/d"), ("my/own/u/d", "u/d")] {
            let line = #"{"_type":"location","lat":1,"lon":2,"tst":1767225600,"tid":"A1","topic":"\#(topic)"}"#
            #expect(
                try readConverted(line + "\n", name: "x.json").fixes == ["\(device) 1767225600000 1.0 2.0 nan"],
                "\(topic)"
            )
        }
    }

    @Test(arguments: ["null", "\"\""])
    func `a null or empty OwnTracks device is ignored, wherever it appears in the object`(nothing: String) throws {
        let rest = #""_type":"location","lat":1,"lon":2,"tst":1767225600,"topic":"owntracks/jane/phone""#
        for line in [#"{"device":\#(nothing),\#(rest)}"#, #"{\#(rest),"device" : \#(nothing) }"#] {
            let read = try readConverted(line + "\n", name: "o.rec")
            #expect(read.fixes == ["jane/phone 1767225600000 1.0 2.0 nan"], "\(line)")
            #expect(read.rejected.isEmpty)
        }
        let bare = #"{"_type":"location","lat":1,"lon":2,"tst":1767225600,"device":\#(nothing),"tid":"j\"p"}"#
        #expect(try readConverted(bare, name: "o.rec").fixes == ["j\"p 1767225600000 1.0 2.0 nan"])
        #expect(try readConverted(#"{"device":["a"],\#(rest)}"#, name: "o.rec").rejected == [1])
    }

    @Test func `an OwnTracks line without an object is rejected, wherever it appears`() throws {
        let fix = #"2026-01-01T00:00:00Z\#t*\#t{"_type":"location","lat":1,"lon":2,"tst":1767225600,"tid":"a"}"#
        let broken = "2026-01-01T00:00:00Z\t*\tcut off"
        for (lines, rejected) in [([fix, broken, "", " \r", fix], [2]), ([broken, fix], [1]), ([fix, broken], [2])] {
            let read = try readConverted(lines.joined(separator: "\n"), name: "2026-01.rec")
            #expect(read.fixes.count + rejected.count == lines.count { $0.count > 2 })
            #expect(read.rejected == rejected)
        }
    }

    @Test func `OwnTracks may have any number of other messages before the first fix`() throws {
        let other = "2026-01-01T00:00:00Z\tlwt\t{\"_type\":\"lwt\",\"tst\":1767225600}\n"
        let fix = #"{"_type":"location","topic":"owntracks/u/p","lat":1,"lon":2,"tst":1767225600}"#
        let read = try readConverted(String(repeating: other, count: 70_000) + fix + "\n", name: "2026-01.rec")
        #expect(read.fixes == ["u/p 1767225600000 1.0 2.0 nan"])
    }

    @Test func `escapes in OwnTracks and Google values are decoded`() throws {
        let lines = [
            #"{"_type":"location","lat":1,"lon":2,"tst":1767225600,"topic":"owntracks\/u\/d"}"#,
            #"{"_type":"location","lat":1,"lon":2,"tst":1767225600,"tid":"\u00fc\""}"#,
        ]
        #expect(
            try readConverted(lines.joined(separator: "\n"), name: "x.json").fixes == [
                "u/d 1767225600000 1.0 2.0 nan", "ü\" 1767225600000 1.0 2.0 nan",
            ]
        )
        let timeline = #"""
            {"rawSignals":[{"position":{"LatLng":"1.5\u00b0, -2.5\u00b0","timestamp":"2026-01-01T00:00:00Z",
            "deviceTag":"a\/b, \"c\""}}]}
            """#
        #expect(try readConverted(timeline, name: "Timeline.json").fixes == ["a/b, \"c\" 1767225600000 1.5 -2.5 nan"])
    }

    @Test(arguments: [
        #"{"device":"locations","ts_unix_ms":1767225600000,"coordinate":{"latitude":1,"longitude":2}}"#,
        #"{"device":"a","locations":3,"ts_unix_ms":1767225600000,"coordinate":{"latitude":1,"longitude":2}}"#,
        #"{"more":{"rawSignals":[]},"device":"a","ts_unix_ms":1767225600000,"coordinate":{"latitude":1,"longitude":2}}"#,
        #"{"device":"a","_type":"fix","ts_unix_ms":1767225600000,"coordinate":{"latitude":1,"longitude":2}}"#,
    ])
    func `a fix that contains another program's keyword is still read as a fix`(_ line: String) throws {
        let read = try readConverted(line + "\n", name: "x.ndjson")
        #expect(read.fixes.map { $0.drop { $0 != " " } } == [" 1767225600000 1.0 2.0 nan"])
        #expect(read.rejected.isEmpty)
    }

    @Test(arguments: [
        #"{"tid":"ab","lat":1,"lon":2,"tst":1767225600,"_type":"location"}"#,
        #"{ "_type" : "location", "tid":"ab","lat":1,"lon":2,"tst":1767225600}"#,
        "2026-01-01T00:00:00Z\t*                 \t"
            + #"{"tid":"ab","lat":1,"lon":2,"tst":1767225600,"_type":"location"}"#,
    ])
    func `OwnTracks is detected by its type, wherever the key appears in the object`(_ line: String) throws {
        let other = line.replacing("location", with: "waypoint")
        #expect(try readConverted("\(line)\n\(other)\n", name: "x").fixes == ["ab 1767225600000 1.0 2.0 nan"])
        #expect(try readConverted("\(other)\n\(line)\n", name: "x").fixes == ["ab 1767225600000 1.0 2.0 nan"])
    }

    @Test(arguments: [
        #"{"locations":[{"timestamp":"2026-01-01T00:01:00Z","latitudeE7":520000000,"longitudeE7":1340"#,
        #"{"locations":[{"timestamp":"2026-01-01T00:01:00Z","latitudeE7":520000000,"longitudeE7":13400000}"#,
        #"<gpx><trk><trkseg><trkpt lat="1" lon="2"><time>2026-01-01T00:00:00Z</ti"#,
        #"<gpx><trk><trkseg><trkpt lat="1" lon="2"><time>2026-01-01T00:00:00Z</time></trkpt><!-- </gpx> -->"#,
    ])
    func `a truncated GPX or Google Timeline file is an error`(_ text: String) throws {
        let error = #expect(throws: GeofenceError.self) { try readConverted(text, name: "x") }
        #expect(error?.code == .invalidSyntax)
        #expect(error?.message.contains("breaks off after") == true)
    }

    @Test(arguments: [
        (#"{"locations":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1 2]"#, 47), (#"{"locations":[{"a":1 [2]}]}"#, 22),
        (#"{"locations":[]}, "note": "a\"}]}"#, 17),
    ])
    func `a Google Timeline file that is broken before its end says where`(text: String, column: Int) throws {
        let error = #expect(throws: GeofenceError.self) { try readConverted(text, name: "x") }
        #expect(error?.code == .invalidSyntax && error?.message == "the Google Timeline is malformed")
        #expect(error?.location?.line == 1 && error?.location?.column == column, "\(String(describing: error))")
    }

    @Test func `a GeoLife line with too few values is rejected`() throws {
        let header = "Geolife trajectory\nWGS 84\nAltitude is in Feet\nReserved 3\n0,2,255,My Track,0,0,2,8421376\n0\n"
        let whole = "39.9,116.4,0,492,40097.5,2009-10-11,14:04:30"
        for count in 1...6 {
            let cut = whole.split(separator: ",").prefix(count).joined(separator: ",")
            for name in ["x.plt", "\"x.plt", "a,b,c.plt"] {
                let read = try readConverted(header + cut + "\n" + whole + "\n" + cut, name: name)
                #expect(read.fixes.count == 1, "\(name)")
                #expect(read.rejected == [7, 9], "\(name)")
            }
        }
    }

    @Test func `a lone carriage return ends a line in other programs' traces too`() throws {
        let header = "Geolife trajectory\nWGS 84\nAltitude is in Feet\nReserved 3\n0,2,255,My Track,0,0,2,8421376\n0\n"
        let geoLife = header + "39.9,116.4,0,492,40097.5,2009-10-11,14:04:30\n"
        #expect(try readConverted(geoLife.replacing("\n", with: "\r"), name: "x.plt").fixes.count == 1)
        let fix = #"{"_type":"location","tid":"x","tst":1767225600,"lat":1,"lon":2}"#
        #expect(try readConverted("\(fix)\r\(fix)\r", name: "x.json").fixes.count == 2)
    }

    @Test func `only a GeoLife device is named after its folder`() throws {
        let point = #"<trkpt lat="1" lon="2"><time>2026-01-01T00:00:00Z</time></trkpt>"#
        let gpx = "<gpx><trk><trkseg>\(point)</trkseg></trk></gpx>"
        #expect(try readConverted(gpx, name: "me/Trajectory/walk.gpx").fixes == ["walk 1767225600000 1.0 2.0 nan"])
    }

    @Test func `a blank GeoLife line is not a record, whatever the line endings`() throws {
        let header = "Geolife trajectory\nWGS 84\nAltitude is in Feet\nReserved 3\n0,2,255,My Track,0,0,2,8421376\n0\n"
        let text = header + "\n39.906631,116.385564,0,492,40097.5864583333,2009-10-11,14:04:30\n\n"
        for end in ["\n", "\r\n"] {
            let read = try readConverted(text.replacing("\n", with: end), name: "x.plt")
            #expect(read.fixes == ["x 1255269870000 39.906631 116.385564 nan"])
            #expect(read.rejected.isEmpty)
        }
    }

    @Test func `GPX elements are matched by whole name, and white space around their text is ignored`() throws {
        let text = """
            <gpx><trk><trkseg><trkptExtension lat="9" lon="9"/>
            <trkpt lat="1" lon="2"><timezone>1</timezone><time x="1">
              2026-01-01T00:00:00Z
            </time></trkpt>
            <trkpt lat="3" lon="4"><extensions><trkptExtension></trkptExtension></extensions><time>
            2026-01-01T00:00:01Z</time></trkpt></trkseg></trk></gpx >
            """
        let read = try readConverted(text, name: "walk.gpx")
        #expect(read.fixes == ["walk 1767225600000 1.0 2.0 nan", "walk 1767225601000 3.0 4.0 nan"])
        #expect(read.rejected.isEmpty)
        #expect(try readConverted("<gpx version=\"1.1\"/>", name: "walk.gpx").fixes.isEmpty)
    }

    @Test func `GPX may have a namespace prefix, and elements with another prefix are ignored`() throws {
        let text = """
            <?xml version="1.0"?>
            <gpx:gpx xmlns:gpx="http://www.topografix.com/GPX/1/1" xmlns:x="x"><gpx:trk><gpx:trkseg>
            <gpx:trkpt lat="1" lon="2"><x:time>2020-01-01T00:00:00Z</x:time><gpx:time>2026-01-01T00:00:00Z</gpx:time></gpx:trkpt>
            <x:trkpt lat="3" lon="4"><gpx:time>2026-01-01T00:00:00Z</gpx:time></x:trkpt>
            <gpx:trkpt lat="95" lon="6"><gpx:time>2026-01-01T00:00:00Z</gpx:time></gpx:trkpt>
            </gpx:trkseg></gpx:trk></gpx:gpx>
            """
        let read = try readConverted(text, name: "walk.gpx")
        #expect(read.fixes == ["walk 1767225600000 1.0 2.0 nan"])
        #expect(read.rejected == [5])
        #expect(failure { try readConverted(String(text.dropLast(10)), name: "walk.gpx") }?.code == .invalidSyntax)
    }

    @Test func `fixes that share a line are numbered consecutively, and later ones keep their line`() throws {
        func point(_ latitude: Int) -> String { "<trkpt lat='\(latitude)' lon='1'><time>never</time></trkpt>" }
        let text = ["<gpx>", point(1) + point(2), point(3), "", "", point(4), "</gpx>"].joined(separator: "\n")
        #expect(try readConverted(text, name: "walk.gpx").rejected == [2, 3, 4, 6])
        #expect(try readConverted("<gpx>\(point(1))\(point(2))</gpx>", name: "walk.gpx").rejected == [1, 2])
    }

    @Test func `Traccar's positions are read by their columns`() throws {
        let text = """
            id,protocol,deviceId,serverTime,deviceTime,fixTime,valid,latitude,longitude,altitude,speed,course,accuracy
            1,osmand,7,2026-01-01T00:00:09.000+00:00,2026-01-01T00:00:01.000+00:00,2026-01-01T00:00:00.000+00:00,true,52.5,13.4,0,10.5,0,4

            """
        #expect(try readConverted(text, name: "positions.csv").fixes == ["7 1767225600000 52.5 13.4 4.0"])
    }
}
