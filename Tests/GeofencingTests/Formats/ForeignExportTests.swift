import Foundation
import TestSupport
import Testing

@testable import Geofencing

/// What other programs export and is not read as it is: the error says what it is, and how to make of it what is read.
@Suite struct ForeignExportTests {
    @Test(
        arguments: [
            ("{\"type\":\"FeatureCollection\",\"features\":[]}", "GeoJSON (FeatureCollection)", "jq -c '(.features"),
            ("{\n \"type\": \"Feature\",\n \"properties\": {}}", "GeoJSON (Feature)", "jq -c '(.features"),
            (
                "{\"locations\":[{\"geometry\":{\"type\":\"Point\"},\"type\":\"Feature\"}]}",
                "GeoJSON (features in \"locations\")", ".locations"
            ),
            ("{\"type\":\"Topology\",\"arcs\":[]}", "this is TopoJSON", "ogr2ogr -f GeoJSONSeq OUT IN"),
            ("<?xml version=\"1.0\"?><kml/>", "XML", "gpsbabel -t -i FORMAT"),
            (
                "{\"name\":\"x\",\"crs\":{},\"type\":\"FeatureCollection\",\"features\":[]}",
                "GeoJSON (FeatureCollection)",
                "jq -c '(.features"
            ),
            ("{\"features\":[{\"type\":\"Feature\"", "GeoJSON (FeatureCollection)", "jq -c '(.features"),
            ("{\"id\":1,\"properties\":{},\"type\":\"Feature\"}\n", "GeoJSON (Feature)", "jq -c '(.features"),
            ("$GPRMC,090000,A,5231.2,N,01324.3,E,0.0,90.0,020326,,*00\r\n", "NMEA", "nmea"),
            ("$BDGGA,090000,0031.2,N,00124.3,E,1,08,0.9,34.0,M,,M,,*47\n", "NMEA", "nmea"),
            ("$PMTK011,MTKGPS*08\n$GPRMC,090000,A\n", "NMEA", "nmea"),
            ("!AIVDM,1,1,,A,13u?etPv2;0n:dDPwUM1U1Cb069D,0*24\n", "AIS messages", "gpsdecode"),
            ("\u{E}\u{10}xx\u{0}\u{0}\u{0}\u{0}.FIT\u{0}\u{0}", "FIT data", "garmin_fit"),
        ]
    )
    func `a trace in another format is named with a converter`(text: String, what: String, command: String) throws {
        let error = try #require(failure { try ReadTrace(text: text) })
        #expect(error.code == .unknownFormat)
        #expect(error.message.contains(what), "\(error)")
        #expect(error.recoverySuggestion.contains(command), "\(error)")
    }

    @Test func `a fix is not mistaken for GeoJSON, whatever else is in it`() throws {
        let fix = #""time":1767225600,"lat":1,"lon":2,"type":"Feature","features":[{"type":"Feature"}]"#
        #expect(try ReadTrace(text: "{\"device\":\"a\",\(fix)}\n").fixes.count == 1)
    }

    @Test(arguments: [
        ("owntracks/jane/phone {\"_type\":\"location\"}\n", "sed 's/^[^{]*//'"),
        ("2026-03-02 INFO {\"device\":\"a\"}\n", "sed 's/^[^{]*//'"),
        ("owntracks/jane/phone {\"_type\":\"location\",\"tid\":\"ab\"}\n", "sed 's/^[^{]*//'"),
        ("\"device\"x,time\n", "Double each quote"), ("\"device\" \"time\" \"lat\" \"lon\"\n", "not with spaces"),
    ])
    func `objects after other text are not taken for a header`(text: String, advice: String) throws {
        let error = try #require(failure { try ReadTrace(text: text) })
        #expect(error.code == .invalidHeader)
        #expect(error.recoverySuggestion.contains(advice), "\(error)")
    }

    @Test func `a Google Timeline is not mistaken for GeoJSON features`() throws {
        let timeline = """
            {"locations": [{"latitudeE7": 525200000, "longitudeE7": 134050000, "timestamp": "2026-03-02T09:00:00Z"}]}
            """
        #expect(try ReadTrace(text: timeline).fixes.count == 1)
    }

    @Test(
        arguments: [
            ("MMSI,BaseDateTime,LAT,LON\n", "Is \"BaseDateTime\" the time?"),
            ("device_id,recorded_at,lat,lon\n", "Is \"recorded_at\" the time?"),
            ("time,icao24,lat,lon\n", "Is \"icao24\" the device?"),
            (
                "entity_id,last_updated_ts,latitude,longitude\n",
                "Is \"entity_id\" the device? Is \"last_updated_ts\" the time?"
            ),
            ("device,time,gps_lat,gps_lng\n", "Is \"gps_lat\" the latitude? Is \"gps_lng\" the longitude?"),
            (
                "device,idle_time,uptime,is_updated,bytes_received,lat,lon,gps_time_utc\n",
                "Is \"gps_time_utc\" the time?"
            ),
            ("device,lat,lon,has_changed,last_updated\n", "Is \"last_updated\" the time?"),
            ("device,Time (UTC),lat,lon\n", "Is \"Time (UTC)\" the time?"),
            (
                "device,time,Latitude (rad),Longitude [m]\n",
                "Is \"Latitude (rad)\" the latitude? Is \"Longitude [m]\" the longitude?"
            ),
            ("device,date,lat,lon\n", "Is \"date\" the time?"),
            ("device,Time Stamp,lat,lon\n", "Is \"Time Stamp\" the time?"),
            ("device,date,gps_time,lat,lon\n", "Is \"gps_time\" the time?"),
            ("time;lat;lon;speed\n", "awk '{print (NR == 1 ? \"device\" : \"phone\") \";\" $0}'"),
            ("time\tlat\tlon\n", "\"phone\") \"\\t\" $0}'"),
            ("device_id,time,geom\n", "ST_Y(geom) AS latitude"),
            ("Report Type:;Route;;;\n;;;;\nValid;Time;Latitude;Longitude\n", "Remove what comes before the header"),
        ]
    )
    func `a header lacking a column gets a likely match or a fix`(header: String, hint: String) throws {
        let error = try #require(failure { try ReadTrace(text: header) })
        #expect(error.code == .invalidHeader)
        #expect(error.recoverySuggestion.contains(hint), "\(error)")
    }

    @Test(arguments: [
        ("time,lat,lon\r\n", true), ("\u{FEFF}time,lat,lon\n", true), ("sep=;\ntime;lat;lon\n", false),
        ("\n\ntime,lat,lon\n", false), (" \r\ntime,lat,lon\r\n", false), ("time,lat,lon\r1,2,3\r", false),
        ("time,lat,lon,\"a\nnote\"\n", false),
    ])
    func `a line-based command is offered only for a header on line 1`(header: String, isOffered: Bool) throws {
        let error = try #require(failure { try ReadTrace(text: header) })
        #expect(error.recoverySuggestion.contains("awk") == isOffered, "\(error)")
        #expect(error.recoverySuggestion.contains("add a column device") != isOffered, "\(error)")
    }

    @Test func `no match is suggested for a column that is present`() throws {
        let error = try #require(failure { try ReadTrace(text: "device,lat,lon,gps_lat\n") })
        #expect(!error.recoverySuggestion.contains("Is \"gps_lat\""), "\(error)")
    }

    @Test(arguments: [
        "uptime", "idle_time", "drivetime", "response.time", "is_updated", "has_changed", "packets_received",
    ])
    func `durations and counts are not suggested as the time`(name: String) throws {
        let error = try #require(failure { try ReadTrace(text: "device,lat,lon,\(name)\n") })
        #expect(!error.recoverySuggestion.contains("Is \""), "\(error)")
    }

    @Test(arguments: [
        "device,time,Latitude (deg),Longitude [degrees],Accuracy (m)",
        "device,time,lat (°),lon ( Deg ),Horizontal-Accuracy [metres]",
        "device,time,lat,lon,GPS accuracy", "device,time,y (deg),x (deg),GPS Accuracy (m)",
        "device,time,lat,lon,accuracy_meters",
        "device,time,lat,lon,location-error-numerical",
        "individual.local.identifier,timestamp,location.lat,location.long,location.error.numerical",
        "device,time,lat,lon,eobs:horizontal-accuracy-estimate", "device,time,lat,lon,horizontal_accuracy_m",
    ])
    func `a unit in brackets and names of other programs are read`(header: String) throws {
        let fix = try #require(ReadTrace(text: header + "\nphone,2026-03-02T09:00:00Z,52.52,13.4,7.5\n").fixes.first)
        #expect(fix.coordinate == Coordinate(latitude: 52.52, longitude: 13.4))
        #expect(fix.horizontalAccuracy?.meters == 7.5)
    }

    @Test(arguments: ["Accuracy (ft)", "accuracy_ft", "vertical accuracy (m)", "Accuracy (m) note", "(m)"])
    func `an accuracy in another unit or of something else is not read`(header: String) throws {
        let table = "device,time,lat,lon,\(header)\nphone,2026-03-02T09:00:00Z,52.52,13.4,7.5\n"
        #expect(try ReadTrace(text: table).fixes.first?.horizontalAccuracy == nil)
    }

    @Test func `a better name for the accuracy takes precedence`() throws {
        let table = "device,time,lat,lon,gps_accuracy,acc\nphone,2026-03-02T09:00:00Z,52.52,13.4,40,7.5\n"
        #expect(try ReadTrace(text: table).fixes.first?.horizontalAccuracy?.meters == 7.5)
    }

    @Test(arguments: [
        ("visible", "false", true), ("visible", "true", false), ("Visible", "\"FALSE\"", true), ("x", "false", false),
    ])
    func `records that a table of Movebank marks as outliers are a doubt`(name: String, value: String, isDoubt: Bool)
        throws
    {
        let columns = "event-id,\(name),timestamp,location-long,location-lat,individual-local-identifier\r\n"
        let rows = ["true", value].map { "1,\($0),2026-03-02 09:00:00.000,13.4,52.5,\"Olope, male\"\r\n" }
        let text = Array((columns + rows.joined()).utf8)
        let doubt = try TraceReader(.memory(text, name: "t"), utcOffset: .zero).doubt
        #expect((doubt != nil) == isDoubt)
        #expect(doubt?.recovery.contains("`awk -F',' 'NR == 1 || tolower($2) !~ /false/' FILE`") != false)
    }

    @Test func `a byte order mark after a prepended column is ignored`() throws {
        let table = "device,\u{FEFF}time,lat,lon\r\nphone,2026-03-02T09:00:00Z,52.52,13.4\r\n"
        #expect(try ReadTrace(text: table).fixes.count == 1)
    }

    @Test func `degrees in quotes are reported as quoted, other text is not`() throws {
        let trace = try ReadTrace(
            text: """
                {"device":"a","timestamp":"2026-03-02T09:00:00Z","latitude":"52.52","longitude":13.4}
                {"device":"a","timestamp":"2026-03-02T09:00:00Z","latitude":"52.52 N","longitude":13.4}

                """
        )
        #expect(trace.fixes.isEmpty)
        #expect(trace.rejected.map(\.reason) == [.coordinate, .coordinate])
        #expect(trace.messages.map { $0.contains("is in quotes") } == [true, false])
        // Whatever the keys are called.
        #expect(trace.recoveries[0].contains("test(\"lat|lon|lng\"; \"i\")"), "\(trace.recoveries)")
    }

    @Test func `the advice for a missing file mentions names that are not UTF-8`() throws {
        let error = try #require(failure { try ReadTrace("/nowhere/caf\u{FFFD}.csv") })
        #expect(error.code == .unreadableInput)
        #expect(error.recoverySuggestion.contains("not UTF-8"))
    }

    @Test(arguments: ["PolygonZ", "MultiPolygonZ", "POLYGONZM", "POLYGON Z", "polygonm"])
    func `well-known text with Z or M is read with or without spaces`(word: String) throws {
        let numbers = word.uppercased().hasSuffix("ZM") ? " 1 2" : " 1"
        let ring = ["0 0", "1 0", "1 1", "0 0"].map { $0 + numbers }.joined(separator: ", ")
        let shape = word.hasPrefix("Multi") ? "(((\(ring))))" : "((\(ring)))"
        let rows = ["\(word) \(shape)", "\(word)\(shape)", "SRID=4326;\(word)\(shape)", "SRID=4326; \(word)\(shape)"]
        let table = "id,wkt\n" + rows.enumerated().map { "\($0.offset),\"\($0.element)\"\n" }.joined()
        let geofences = try GeofenceFile(contents: table.utf8, name: "zones").read()
        #expect(geofences.map(\.id) == ["0", "1", "2", "3"])
        #expect(geofences.allSatisfy { $0.region == geofences[0].region })
    }

    @Test(
        arguments: [
            ("{\"version\":0.6,\"osm3s\":{},\"elements\":[]}", "Overpass", "osmtogeojson"),
            ("{\"arcs\":[],\"type\":\"Topology\"}", "TopoJSON", "ogr2ogr -f GeoJSONSeq OUT IN"),
            ("[{\"id\":1,\"area_of\":[[1,2],[3,4]]}]", "JSON array", "@csv"),
            ("<kml/>", "XML", "ID_FIELD=Name OUT IN"),
            (
                "{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[1,0],[1,1],[0,0]]]}}",
                "no identifier", "ID_FIELD=Name"
            ),
        ]
    )
    func `geofences in another format are named with a converter`(text: String, what: String, command: String)
        throws
    {
        let error = try #require(failure { try GeofenceFile(contents: text.utf8, name: "zones").read() })
        #expect(error.message.contains(what), "\(error)")
        #expect(error.recoverySuggestion.contains(command), "\(error)")
    }
}
