import TestSupport
import Testing

@testable import Geofencing

/// What programs and people really export, and what must not be misread in silence.
@Suite struct MessyExportTests {
    private static let header = "device,time,lat,lon,note\n"

    private static func row(_ second: Int, _ note: String) -> String { "a,\(1_767_225_600 + second),1,2,\(note)\n" }

    @Test(arguments: [7, 64, 1 << 20]) func `a stray quote costs its line, not the ones up to the next quote`(
        chunkSize: Int
    ) throws {
        let rows = [
            Self.row(0, "\"start"), Self.row(1, "ok"), Self.row(2, "ok"), Self.row(3, "\"bar\" closed"),
            Self.row(4, "ok"), Self.row(5, "\"two\nlines\"  "), Self.row(6, "\"doubled \"\" and\nso on\"\r"),
        ]
        let trace = try ReadTrace(text: Self.header + rows.joined(), chunkSize: chunkSize)
        #expect(trace.fixes.map { ($0.time.unixMilliseconds - 1_767_225_600_000) / 1000 } == [1, 2, 4, 5, 6])
        #expect(trace.rejected.map(\.line) == [2, 5])
        #expect(trace.rejected.allSatisfy { $0.reason == .syntax })
    }

    @Test func `a stray quote costs one geofence`() throws {
        let rows = (0..<50).map { "f\($0),1,2,100,\($0 == 0 ? "\"5 in" : $0 == 40 ? "\"bar\" x" : "ok")\n" }
        let read = try GeofenceReaderTests.read("id,lat,lon,radius_m,note\n" + rows.joined())
        #expect(read.geofences.count == 48)
        #expect(read.findings.map(\.location.line) == [2, 42])
    }

    @Test(arguments: ["sep=;\n", "\u{FEFF}sep=;\r\n", "SEP=;\n\n"])
    func `the line that tells Excel the delimiter is no header`(line: String) throws {
        let trace = try ReadTrace(text: line + "device;time;lat;lon\na;1767225600;1,5;2\na;x;1;2\n")
        #expect(trace.fixes.map(\.coordinate.latitude) == [1.5])
        #expect(trace.rejected.map(\.line) == [line.contains("\n\n") ? 5 : 4])
    }

    @Test(arguments: ["UTC", " UTC", "GMT", " GMT", "Z"]) func `a time may name UTC`(zone: String) throws {
        let trace = try ReadTrace(
            text: "device,time,lat,lon\na,2026-01-01 00:00:00\(zone),1,2\na,2026-01-01 00:00:00.5\(zone),1,2\n"
        )
        #expect(trace.fixes.map(\.time.unixMilliseconds) == [1_767_225_600_000, 1_767_225_600_500])
    }

    @Test(arguments: ["imei", "IMEI", "mmsi", "vehicleId", "deviceId", "tracker-id", "unit_id", "userId"])
    func `a column that names the device comes before the number of the row`(name: String) throws {
        let trace = try ReadTrace(text: "id,\(name),time,lat,lon\n1,bus,1767225600,1,2\n2,bus,1767225601,1,2\n")
        #expect(trace.fixes.map(\.device) == ["bus", "bus"])
    }

    @Test(arguments: ["deviceId", "vehicleId", "imei", "mmsi", "userId", "trackerId", "unitId"])
    func `an object may name its device in camel case, whatever it comes from`(key: String) throws {
        let trace = try ReadTrace(
            text:
                "{\"source\":\"gps\",\"\(key)\":\"bus\",\"time\":1767225600,\"lat\":1,\"lon\":2,\"horizontalAccuracy\":7}\n"
        )
        #expect(trace.fixes.map(\.device) == ["bus"])
        #expect(trace.fixes.map(\.horizontalAccuracy) == [.meters(7)])
    }

    @Test func `accuracy has the name that Apple gives it`() throws {
        let trace = try ReadTrace(text: "device,time,lat,lon,horizontalAccuracy\na,1767225600,1,2,7\n")
        #expect(trace.fixes.map(\.horizontalAccuracy) == [.meters(7)])
    }

    @Test func `a time of day beside a date is none`() throws {
        let trace = try ReadTrace(
            text: """
                device,date,time,lat,lon
                a,20260101,093000,1,2
                a,20260101,235959.5,1,2
                a,2026-01-01,10:00:00,1,2
                a,20260101,1767225600,1,2
                a,20260101,2026-01-01T00:00:01Z,1,2

                """
        )
        #expect(trace.fixes.map(\.time.unixMilliseconds) == [1_767_225_600_000, 1_767_225_601_000])
        #expect(trace.rejected.map(\.reason) == [.timestamp, .timestamp, .timestamp])
        #expect(trace.messages.allSatisfy { $0.contains("the column \"date\" has the day") })
        // Without such a column it is the first of January 1970, however unlikely.
        #expect(try ReadTrace(text: "device,time,lat,lon\na,93000,1,2\n").fixes.count == 1)
    }

    @Test(arguments: ["gps_lat,gps_lon", "latitud,longitud", "lat_deg,lon_deg"])
    func `x and y are no place beside columns that look like one`(names: String) {
        let error = #expect(throws: GeofenceError.self) {
            try ReadTrace(text: "device,time,\(names),x,y\na,1767225600,1,2,9.8,0.1\n")
        }
        #expect(error?.code == .invalidHeader)
    }

    @Test(arguments: ["late", "latency", "platform", "long_name"])
    func `x and y are the place beside other columns`(name: String) throws {
        #expect(try ReadTrace(text: "device,time,\(name),x,y\na,1767225600,1,2,3\n").fixes.count == 1)
    }

    @Test func `signs in columns of their own are refused`() {
        let error = #expect(throws: GeofenceError.self) {
            try ReadTrace(text: "device,time,latitude,N/S,longitude,E/W\na,1767225600,33.8,S,70.5,W\n")
        }
        #expect(error?.code == .invalidHeader)
        #expect(error?.message.contains("N/S") == true)
    }

    @Test func `a header between records is told`() throws {
        let trace = try ReadTrace(
            text: "device,time,lat,lon\na,1767225600,1,2\ndevice,time,lat,lon\na,1767225601,1,2\n"
        )
        #expect(trace.fixes.count == 2)
        #expect(trace.messages == ["there is a header again in the place of the time"])
    }

    @Test func `a geofence may be inactive in any spelling of a column`() throws {
        let circle = #""geometry":{"type":"Point","coordinates":[1,2]}"#
        let read = try GeofenceReaderTests.read(
            #"{"type":"Feature","properties":{"id":"a","radius_m":9,"active":false},\#(circle)}"#
        )
        #expect(read.geofences.map(\.geofence.isActive) == [false])
        let table = try GeofenceReaderTests.read("id,lat,lon,radius_m,is_active\na,1,2,9,f\nb,1,2,9,t\n")
        #expect(table.geofences.map(\.geofence.isActive) == [false, true])
    }

    @Test func `a point for thousands beside decimal commas is refused`() throws {
        func radii(_ rows: String) throws -> (radii: [Double], findings: Int) {
            let read = try GeofenceReaderTests.read("id;lat;lon;radius\n" + rows)
            let radii = read.geofences.compactMap { place in
                if case .circle(_, let radius) = place.geofence.region { radius.meters } else { nil }
            }
            return (radii, read.findings.count)
        }
        #expect(try radii("a;52,1;13,1;1.500\nb;52,1;13;999.000\n") == ([], 2))
        #expect(
            try radii("a;52.1;13.1;1.500\nb;52,1;13,1;1.5\nc;52,1;13,1;0.125\nd;52,1;13,1;1,500\n") == (
                [1.5, 1.5, 0.125, 1.5], 0
            )
        )
    }

    @Test(arguments: ["\\x", "0x", "\\X", ""]) func `binary may have the sign that databases put before it`(
        sign: String
    ) throws {
        let point = "0101000000000000000000F03F0000000000000040"
        let read = try GeofenceReaderTests.read("id,wkb,radius_m\na,\(sign)\(point),9\n")
        #expect(read.findings == [])
        #expect(
            read.geofences.map(\.geofence.region) == [
                .circle(center: Coordinate(latitude: 2, longitude: 1), radius: .meters(9))
            ]
        )
    }

    @Test func `what is of other programs is told by its name`() throws {
        func message(_ text: String) throws -> String {
            try #require(GeofenceReaderTests.read(text).findings.first).message
        }
        #expect(try message("id,wkt\na,\"CIRCLE (52.5 13.4, 150)\"\n").contains("Traccar"))
        #expect(try message(#"{"geometryType":"esriGeometryPolygon","features":[]}"#).contains("Esri JSON"))
        let workbook = "PK\u{3}\u{4}\u{14}\u{0}\u{6}\u{0}[Content_Types].xml"
        for error in [failure { try ReadTrace(text: workbook) }, failure { try GeofenceReaderTests.read(workbook) }] {
            #expect(error?.message.contains("Excel workbook") == true)
            #expect(error?.recoverySuggestion.contains("CSV") == true)
        }
    }

    @Test func `a trace without a record says why`() throws {
        func emptiness(_ text: String) throws -> String? {
            let file = try TemporaryFile(text)
            return try TraceReader(.file(file.path)).emptiness
        }
        #expect(try emptiness(#"{"_type":"encrypted","data":"abc"}"# + "\n")?.contains("encrypted") == true)
        #expect(try emptiness("<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>")?.contains("waypoints") == true)
        #expect(try emptiness(#"{"locations":[{"latitude":"1","longitude":"2"}]}"#)?.contains("latitudeE7") == true)
        for text in ["", " \n", "device,time,lat,lon\n", "device,time,lat,lon\n\n \n"] {
            #expect(try emptiness(text) == "there is no record in it")
        }
        for text in ["device,time,lat,lon\na,1767225600,1,2", "device,time,lat,lon\nbad"] {
            #expect((try? emptiness(text)) == .some(nil))
        }
        // More than is looked at.
        #expect(try emptiness("device,time,lat,lon\n" + String(repeating: "\n", count: 2000)) == nil)
    }
}
