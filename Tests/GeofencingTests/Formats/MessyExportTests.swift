import Synchronization
import TestSupport
import Testing

@testable import Geofencing

/// What programs and people really export, and what must not be misread in silence.
@Suite struct MessyExportTests {
    private static let header = "device,time,lat,lon,note\n"

    private static func row(_ second: Int, _ note: String) -> String { "a,\(1_767_225_600 + second),1,2,\(note)\n" }

    @Test(arguments: [7, 64, 1 << 20]) func `a stray quote loses only its line, not those up to the next quote`(
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

    @Test(arguments: [7, 64, 1 << 20], [2, 3, 40])
    func `a stray quote closed by a later line loses only its own line`(
        chunkSize: Int,
        count: Int
    ) throws {
        var rows = (0..<50).map { Self.row($0, "ok") }
        rows[3] = Self.row(3, "\"5 in")
        rows[3 + count - 1] = Self.row(3 + count - 1, "bar\"")
        let trace = try ReadTrace(text: Self.header + rows.joined(), chunkSize: chunkSize)
        #expect(trace.fixes.count == 49)
        #expect(trace.rejected == [.init(reason: .syntax, line: 5, column: 18)])
        // What only looks a little like records is a cell of several lines.
        let text = Self.header + Self.row(0, "\"one, two,\n\nthree, four, 1, 2, 4\n\"\"x\"\"\"") + Self.row(1, "ok")
        let whole = try ReadTrace(text: text, chunkSize: chunkSize)
        #expect(whole.fixes.count == 2 && whole.rejected.isEmpty)
        // The last line of such a cell has the cells behind it.
        let first = try ReadTrace(
            text: "note,device,time,lat,lon\n\"one\ntwo\",a,1767225600,1,2\n",
            chunkSize: chunkSize
        )
        #expect(first.fixes.map(\.device) == ["a"] && first.rejected.isEmpty)
    }

    @Test(arguments: [1, 40])
    func `a stray quote loses one geofence, even if a later line closes it`(last: Int) throws {
        let rows = (0..<50).map { "f\($0),1,2,100,\($0 == 0 ? "\"5 in" : $0 == last ? "bar\"" : "ok")\n" }
        let read = try GeofenceReaderTests.read("id,lat,lon,radius_m,note\n" + rows.joined())
        #expect(read.geofences.count == 49)
        #expect(read.findings.map(\.location.line) == [2])
    }

    @Test func `messages about tables damaged by spreadsheets say how to fix them`() throws {
        let trailing = try ReadTrace(text: "device,time,lat,lon\na,1767225600,1,2,\n")
        #expect(trailing.rejected.map(\.reason) == [.columnCount])
        #expect(trailing.recoveries == ["End the header with the delimiter too, or remove it here."])
        let wide: [UInt8] = Array("device,time,lat,lon\n".utf8).flatMap { byte -> [UInt8] in [byte, 0] }
        let file = try TemporaryFile(bytes: wide)
        let error = #expect(throws: GeofenceError.self) { try ReadTrace(file.path) }
        #expect(error?.message == "the trace is UTF-16 text data")
    }

    @Test func `text with the NUL bytes of a logger that lost power is told from binary data`() throws {
        let error = try #require(failure { try ReadTrace(text: Self.header + Self.row(0, "ok") + "\0\0\0") })
        #expect(error.message == "the trace is text with NUL bytes")
        #expect(error.recoverySuggestion.contains("`tr -d '\\0' < FILE`"), "\(error)")
        let binary = try #require(failure { try ReadTrace(text: "\u{1}a\n\0\0") })
        #expect(binary.message == "the trace is binary data")
    }

    @Test func `a time rounded by a spreadsheet is rejected`() throws {
        func rejected(_ times: [String], _ name: String = "time") throws -> [Int] {
            let rows = times.map { "a;\($0);1;2\n" }.joined()
            let trace = try ReadTrace(text: "device;\(name);lat;lon\n" + rows)
            #expect(trace.rejected.allSatisfy { $0.reason == .timestamp && $0.column == 3 })
            return trace.rejected.map { $0.line - 2 }
        }
        let lossy = ["1,7041E+12", "1.70407E+12", "1.70E+09", "2E+09", "1.704067E+12", "2.E+09"]
        #expect(try rejected(lossy) == [0, 1, 2, 3, 4, 5])
        // Programs that write exponents leave out zeros at the end, and nothing else.
        #expect(try rejected(["1.7041E12", "1.7041e+12", "1.704067200E+12", "1.704067200E+09"]) == [])
        #expect(try rejected(["1.70406720E+09"], "time_ms") == [])
    }

    @Test func `an empty or null value falls back to the next name`() throws {
        let rest = #""time":1767225600,"lat":1,"lon":2"#
        let names = [
            #""device":"","deviceId":"x""#, #""deviceId":"x","device":"""#, #""device":"a","deviceId":"x""#,
            #""device":null,"imei":5"#, #""device":"","user":"","mmsi":"7""#,
        ]
        let lines = (names + names.reversed()).map { "{\($0),\(rest)}\n" }
        let trace = try ReadTrace(text: lines.joined())
        #expect(trace.rejected.isEmpty)
        #expect(trace.fixes.map(\.device) == ["x", "x", "a", "5", "7", "7", "5", "a", "x", "x"])
        let alone = try ReadTrace(text: "{\"device\":\"\",\"source\":\"iOS\",\(rest)}\n")
        #expect(alone.rejected.map(\.reason) == [.deviceID])
        // Whatever the order of the keys.
        for names in [
            #""user":"","tid":null"#, #""tid":null,"user":"""#, #""imei":null,"mmsi":"""#, #""mmsi":"","imei":null"#,
        ] {
            for source in ["", #""source":"iOS","#] {
                #expect(try ReadTrace(text: "{\(names),\(source)\(rest)}\n").rejected.map(\.reason) == [.deviceID])
            }
        }
        let rows: [(String, String, Double?)] = [
            (",u,7,,4", "u", 4), ("a,u,7,3,4", "a", 3), (",,7,-1,4", "7", nil), ("\"\",\"u\"\"\",7,x,4", "u\"", 4),
            ("a,,,null,", "a", nil),
        ]
        for header in ["device,user,imei,accuracy,horizontalAccuracy", "device,user,imei,acc,horizontalaccuracy"] {
            let text = "\(header),id,time,lat,lon\n" + rows.map { "\($0.0),9,1767225600,1,2\n" }.joined()
            let table = try ReadTrace(text: text + ",,,,,9,1767225600,1,2\n")
            #expect(table.fixes.map(\.device.rawValue) == rows.map(\.1))
            #expect(table.fixes.map { $0.horizontalAccuracy?.meters } == rows.map(\.2))
            // The number of a row names no device.
            #expect(table.rejected.map(\.reason) == [.deviceID])
        }
        let feature = #"{"type":"Feature","id":"f","properties":{"id":"","radius_m":9},"geometry":"#
        let read = try GeofenceReaderTests.read(feature + #"{"type":"Point","coordinates":[1,2]}}"#)
        #expect(read.geofences.map(\.id) == ["f"])
    }

    @Test func `a stray quote loses one geofence`() throws {
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

    @Test(arguments: ["imei", "IMEI", "mmsi", "vehicleId", "deviceId", "tracker-id", "userId"])
    func `a column that names the device takes precedence over the row id`(name: String) throws {
        let trace = try ReadTrace(text: "id,\(name),time,lat,lon\n1,bus,1767225600,1,2\n2,bus,1767225601,1,2\n")
        #expect(trace.fixes.map(\.device) == ["bus", "bus"])
    }

    @Test(arguments: ["deviceId", "vehicleId", "imei", "mmsi", "userId", "trackerId"])
    func `an object may name its device in camel case`(key: String) throws {
        let trace = try ReadTrace(
            text:
                "{\"source\":\"gps\",\"\(key)\":\"bus\",\"time\":1767225600,\"lat\":1,\"lon\":2,\"horizontalAccuracy\":7}\n"
        )
        #expect(trace.fixes.map(\.device) == ["bus"])
        #expect(trace.fixes.map(\.horizontalAccuracy) == [.meters(7)])
    }

    @Test func `Apple's name for the accuracy is recognized`() throws {
        let trace = try ReadTrace(text: "device,time,lat,lon,horizontalAccuracy\na,1767225600,1,2,7\n")
        #expect(trace.fixes.map(\.horizontalAccuracy) == [.meters(7)])
    }

    @Test(arguments: [
        ("31.01.2026 12:00:00", #"`sed -E 's/([0-9]{2})\.([0-9]{2})\.([0-9]{4})/\3-\2-\1/g' FILE`"#),
        ("01/02/2026 12:00", "only you know whether 01/02 is in January"), ("01-02-2026", "only you know"),
        ("31.01.26", "Write 2026-01-31T12:00:00Z, or seconds"), ("noon", "Write 2026-01-31T12:00:00Z, or seconds"),
    ])
    func `the advice for a date whose year is last fits it`(time: String, advice: String) throws {
        let trace = try ReadTrace(text: "device;time;lat;lon\na;\(time);1;2\n")
        #expect(trace.messages == ["the time \"\(time)\" is neither an ISO 8601 date and time nor a number"])
        #expect(trace.recoveries.first?.contains(advice) == true, "\(trace.recoveries)")
    }

    @Test func `a time of day next to a date column is rejected`() throws {
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
        for name in ["UTC_DATE", "Date (UTC)", "local date", "GpsDate"] {
            let trace = try ReadTrace(text: "device,\(name),time,lat,lon\na,010126,093000,1,2\na,,09:30:00,1,2\n")
            #expect(trace.messages.count { $0.contains("the column \"\(name)\" has the day") } == 2)
        }
        // Without such a column it is the first of January 1970, however unlikely.
        #expect(try ReadTrace(text: "device,time,lat,lon\na,93000,1,2\n").fixes.count == 1)
    }

    @Test(arguments: ["gps_lat,gps_lon", "latitud,longitud", "lat_deg,lon_deg"])
    func `x and y are not coordinates next to columns that look like coordinates`(names: String) {
        let error = #expect(throws: GeofenceError.self) {
            try ReadTrace(text: "device,time,\(names),x,y\na,1767225600,1,2,9.8,0.1\n")
        }
        #expect(error?.code == .invalidHeader)
    }

    @Test(arguments: ["late", "latency", "platform", "long_name", "lat_accuracy", "lat_std"])
    func `x and y are coordinates next to unrelated columns`(name: String) throws {
        #expect(try ReadTrace(text: "device,time,\(name),x,y\na,1767225600,1,2,3\n").fixes.count == 1)
    }

    @Test(arguments: [
        ("N/S", "E/W"), ("N-S", "E-W"), ("NS", "EW"), ("lat_dir", "lon_dir"), ("latDirection", "longDirection"),
        ("Latitude Hemisphere", "Longitude Hemisphere"), ("N/S Indicator", "E/W Indicator"),
        ("GPSLatitudeRef", "GPSLongitudeRef"),
    ])
    func `signs in separate columns are refused`(north: String, east: String) {
        let error = #expect(throws: GeofenceError.self) {
            try ReadTrace(text: "device,time,latitude,\(north),longitude,\(east)\na,1767225600,33.8,S,70.5,W\n")
        }
        #expect(error?.code == .invalidHeader)
        #expect(error?.message.contains(north) == true)
    }

    @Test(arguments: ["ns", "time_ns", "direction", "lat_std", "lat_ref", "news"])
    func `a column that only resembles the signs is ignored`(name: String) throws {
        #expect(try ReadTrace(text: "device,time,lat,lon,\(name)\na,1767225600,1,2,3\n").fixes.count == 1)
    }

    @Test(arguments: [
        ("525200000,134050000", "10000000"), ("626549357,159924517", "2^31"), ("6894699.8,1492237.7", "EPSG:4326"),
        ("52,1492237.5", "EPSG:4326"), ("5231.2,1324.3", "52 + 31.2 / 60"), ("122.4,37.8", "swapped"),
        ("95,200", "Give degrees on WGS 84."), ("429.4967295,13.4", "Give degrees on WGS 84."),
    ])
    func `degrees in another notation are recognized by their size`(place: String, advice: String) throws {
        let trace = try ReadTrace(
            text: "device,time,lat,lon\na,1767225600,\(place)\na,1767225601,1,2\na,1767225602,1,2\n"
        )
        #expect(trace.rejected.map(\.reason) == [.outOfRange])
        #expect(trace.recoveries.first?.contains(advice) == true, "\(trace.recoveries)")
    }

    @Test func `an empty device is reported as empty, not as text in a wrong encoding`() throws {
        for text in ["device,time,lat,lon\n,,,\n", "{\"device\":\"\",\"time\":1767225600,\"lat\":1,\"lon\":2}\n"] {
            #expect(try ReadTrace(text: text).messages == ["the name is empty"])
        }
    }

    @Test func `a repeated header between records is reported`() throws {
        let trace = try ReadTrace(
            text: "device,time,lat,lon\na,1767225600,1,2\ndevice,time,lat,lon\na,1767225601,1,2\n"
        )
        #expect(trace.fixes.count == 2)
        #expect(trace.messages == ["this is another header line, not a record"])
        let places = try ReadTrace(text: "Lat,lon,device,time\n1,2,a,1767225600\nLat,lon,device,time\n")
        #expect(places.fixes.count == 1 && places.rejected.map(\.reason) == [.coordinate])
        #expect(places.messages == ["this is another header line, not a record"])
        for header in ["id,lat,lon,radius_m", "id,\"the \"\"name\"\"\",lat,lon,radius_m", "\"id\",wkt,radius_m,note"] {
            let read = try GeofenceReaderTests.read("\(header)\n\(header)\n")
            #expect(read.findings.map(\.message) == ["this is another header line, not a geofence"])
            #expect(read.findings.map(\.location.line) == [2])
        }
    }

    @Test(arguments: [
        ("device,time,lat,lon,", "a,1,2,3", "End the record with the delimiter too, or remove it from the header."),
        ("device,time,lat,lon,,", "a,1,2,3", "End the record with the delimiter too, or remove it from the header."),
        ("device,time,lat,lon", "a,1,2,3,", "End the header with the delimiter too, or remove it here."),
        ("device,time,lat,lon", "a,1,2,3,,", "End the header with the delimiter too, or remove it here."),
        ("device,time,lat,lon", "\"a,1,2,3\"", "Remove the quotes around the record, which make it one cell."),
        ("device,time,lat,lon", "\"a\"\"b,1,2,3\"", "Remove the quotes around the record, which make it one cell."),
        ("device,time,lat,lon", "a,1,2", "Give each record a cell for each column, empty if it has no value."),
        ("device,time,lat,lon", "a", "Give each record a cell for each column, empty if it has no value."),
        ("device,time,lat,lon", "a,1,2,3,4", "Quote cells that contain the delimiter; a comma is not a decimal point."),
        ("device;time;lat;lon", "a;1;2;3;4", "Quote cells that contain the delimiter."),
        (
            "device,time,lat,lon", "a,1,2,3\rb,1,2,3\r",
            "End all lines with line feeds, as `tr '\\r' '\\n'` does: some end with carriage returns alone."
        ),
        (
            "device,time,lat,lon,note\ra,1,2,3,", "a,1,2,3,",
            "End all lines with line feeds, as `tr '\\r' '\\n'` does: some end with carriage returns alone."
        ),
    ])
    func `the advice for a record of more or fewer cells than the header fits it`(
        header: String,
        row: String,
        advice: String
    ) throws {
        let trace = try ReadTrace(text: "\(header)\n\(row)\n")
        #expect(trace.rejected.map(\.reason) == [.columnCount])
        #expect(trace.recoveries == [advice])
        let fences = header.replacing("device", with: "id").replacing("time", with: "radius")
        let read = try GeofenceReaderTests.read("\(fences)\n\(row)\n")
        #expect(read.findings.map(\.recoverySuggestion) == [advice])
    }

    @Test func `the advice for files that were joined without a line end says so`() throws {
        let file = "device,time,lat,lon\na,1767225600,1,2"
        let trace = try ReadTrace(text: file + file + "\n")
        #expect(trace.fixes.count == 1 && trace.rejected.map(\.line) == [2])
        #expect(trace.recoveries.first?.hasPrefix("End each file with a line feed") == true, "\(trace.recoveries)")
    }

    @Test func `the advice for a row that begins with its number, as R writes it, says so`() throws {
        let trace = try ReadTrace(text: "\"device\"\ttime\tlat\tlon\n\"1\"\t\"a\"\t1767225600\t1\t2\n")
        #expect(trace.rejected.map(\.reason) == [.columnCount])
        #expect(trace.recoveries.first?.contains("add a column for it to the header") == true, "\(trace.recoveries)")
    }

    @Test(arguments: [("\u{2212}1", "U+2212"), ("1\u{A0}", "U+00A0"), ("1\u{202F}000.5", "U+202F")])
    func `a character that only looks like a minus sign or a space is named`(latitude: String, name: String) throws {
        let trace = try ReadTrace(text: "device,time,lat,lon\na,1767225600,\(latitude),1\n")
        let advice = "Remove or replace the character \(name), which only looks like a minus sign or a space."
        #expect(trace.rejected.map(\.reason) == [.coordinate] && trace.recoveries == [advice])
    }

    @Test func `the advice for a number with a plus sign is to remove it`() throws {
        let trace = try ReadTrace(text: "device,time,lat,lon\na,1767225600,+52.1,1\na,1767225600,1,+13.4\n")
        #expect(trace.recoveries == ["Remove the plus sign.", "Remove the plus sign."])
    }

    @Test func `the advice for degrees with a hemisphere says which are negative`() throws {
        let table = try ReadTrace(text: "device,time,lat,lon\na,1767225600,52.1S,1\na,1767225600,1,13°24'W\n")
        let lines = try ReadTrace(text: "{\"device\":\"a\",\"time\":1767225600,\"lat\":\"52.1S\",\"lon\":1}\n")
        let fences = try GeofenceReaderTests.read("id,lat,lon,radius\na,52.1S,1,9\n")
        let advice = table.recoveries + lines.recoveries + fences.findings.map(\.recoverySuggestion)
        #expect(advice.count == 4)
        for advice in advice { #expect(advice.hasSuffix("; south and west are negative."), "\(advice)") }
    }

    @Test func `a time may have escapes of JSON`() throws {
        let times = [
            #"2026-01-01T02:00:00\u002B02:00"#, "2026-01-01T00:00:00Z", #"2026\u002d01-01 00:00:00\u005A"#,
            #"176722\u00356\u00300"#,
        ]
        let lines = (times + times).map { #"{"device":"a","time":"\#($0)","lat":1,"lon":2}\#n"# }
        let trace = try ReadTrace(text: lines.joined())
        #expect(trace.fixes.map(\.time.unixMilliseconds) == Array(repeating: 1_767_225_600_000, count: 8))
        let faulty = [#"2026-01-01T00:00:00\q"#, #"2026-01-01T00:00:00\u00"#, #"noon\u005A"#]
        let others = try ReadTrace(text: faulty.map { #"{"device":"a","time":"\#($0)","lat":1,"lon":2}\#n"# }.joined())
        #expect(others.rejected.map(\.column) == [22, 22, 22])
        #expect(others.rejected.allSatisfy { $0.reason == .timestamp })
    }

    @Test func `a geofence may be inactive under any spelling of the key`() throws {
        let circle = #""geometry":{"type":"Point","coordinates":[1,2]}"#
        let read = try GeofenceReaderTests.read(
            #"{"type":"Feature","properties":{"id":"a","radius_m":9,"active":false},\#(circle)}"#
        )
        #expect(read.geofences.map(\.isActive) == [false])
        let table = try GeofenceReaderTests.read("id,lat,lon,radius_m,is_active\na,1,2,9,f\nb,1,2,9,t\n")
        #expect(table.geofences.map(\.isActive) == [false, true])
    }

    @Test func `a radius that may mean thousands next to other decimal marks is refused`() throws {
        func radii(_ rows: String) throws -> (radii: [Double], findings: Int) {
            let read = try GeofenceReaderTests.read("id;lat;lon;radius\n" + rows)
            let radii = read.geofences.compactMap { place in
                if case .circle(_, let radius) = place.region { radius.meters } else { nil }
            }
            return (radii, read.findings.count)
        }
        #expect(try radii("a;52,1;13,1;1.500\nb;52,1;13;999.000\n") == ([], 2))
        #expect(
            try radii("a;52.1;13.1;1,500\nb;52;13.0;999,000\nc;52.1;13.1;0,125\nd;52.1;13;1,5\n") == ([0.125, 1.5], 2)
        )
        #expect(
            try radii("a;52.1;13.1;1.500\nb;52,1;13,1;1.5\nc;52,1;13,1;0.125\nd;52,1;13,1;1,500\n") == (
                [1.5, 1.5, 0.125, 1.5], 0
            )
        )
    }

    @Test(arguments: ["\\x", "0x", "\\X", ""]) func `well-known binary may have a database's hex prefix`(
        sign: String
    ) throws {
        let point = "0101000000000000000000F03F0000000000000040"
        let read = try GeofenceReaderTests.read("id,wkb,radius_m\na,\(sign)\(point),9\n")
        #expect(read.findings == [])
        #expect(
            read.geofences.map(\.region) == [
                .circle(center: Coordinate(latitude: 2, longitude: 1), radius: .meters(9))
            ]
        )
    }

    @Test func `formats of other programs are named in the message`() throws {
        func message(_ text: String) throws -> String {
            try #require(GeofenceReaderTests.read(text).findings.first).message
        }
        #expect(try message("id,wkt\na,\"CIRCLE (52.5 13.4, 150)\"\n").contains("Traccar"))
        #expect(try message(#"{"geometryType":"esriGeometryPolygon","features":[]}"#).contains("Esri JSON"))
    }

    @Test(arguments: [
        "[Content_Types].xml", "docProps/app.xml", "mimetypeapplication/vnd.oasis.opendocument.spreadsheet",
    ])
    func `a workbook is recognized whatever its first file is`(first: String) throws {
        let workbook = "PK\u{3}\u{4}\u{14}\u{0}\u{6}\u{0}\(first)"
        for error in [failure { try ReadTrace(text: workbook) }, failure { try GeofenceReaderTests.read(workbook) }] {
            #expect(error?.message.contains("Office document") == true)
            #expect(error?.recoverySuggestion.contains("CSV") == true)
        }
        let archive = failure { try ReadTrace(text: "PK\u{3}\u{4}\u{14}\u{0}\u{6}\u{0}doc.kml") }
        #expect(archive?.recoverySuggestion.contains("Unpack it first") == true)
    }

    @Test func `a trace without a record says why`() throws {
        func emptiness(_ text: String) throws -> String {
            let file = try TemporaryFile(text)
            return try TraceReader(.file(file.path)).emptiness
        }
        #expect(try emptiness(#"{"_type":"encrypted","data":"abc"}"# + "\n").contains("encrypted"))
        #expect(try emptiness("<gpx><wpt lat=\"1\" lon=\"2\"/></gpx>").contains("waypoints"))
        #expect(try emptiness(#"{"locations":[{"latitude":"1","longitude":"2"}]}"#).contains("latitudeE7"))
        for text in ["", " \n", "device,time,lat,lon\n"] { #expect(try emptiness(text) == "no records found") }
    }

    @Test func `inputs without records are reported, however long`() throws {
        let files = try [
            TemporaryFile(String(repeating: #"{"_type":"encrypted","data":"abc"}"# + "\n", count: 5000)),
            TemporaryFile("device,time,lat,lon\na,1767225600,1,2\n"),
            TemporaryFile("device,time,lat,lon\n" + String(repeating: "\n", count: 300_000)),
            TemporaryFile("device,time,lat,lon\nnothing good\n"),
        ]
        let told = Mutex<[String]>([])
        var options = TraceEvaluation.Options()
        for lateness: Int64? in [nil, 1000] {
            options.maximumLateness = lateness
            _ = try TraceEvaluation(
                GeofenceEngine(),
                traces: files.map { TraceFile(path: $0.path) },
                options: options,
                observer: .init(onEmptyInput: { path, _ in told.withLock { $0.append(path) } })
            ).run()
            #expect(
                told.withLock { paths in
                    defer { paths = [] }; return paths
                } == [files[0].path, files[2].path]
            )
        }
    }

    @Test func `established names take precedence over names added later`() throws {
        func devices(_ lines: [String]) throws -> [DeviceID] {
            let trace = try ReadTrace(text: lines.map { "{\($0),\"time\":1767225600,\"lat\":1,\"lon\":2}\n" }.joined())
            #expect(trace.rejected.isEmpty)
            return trace.fixes.map(\.device)
        }
        #expect(
            try devices([
                #""device":"a","deviceId":7"#, #""deviceId":null,"device":"a""#, #""imei":"35","user":"bob""#,
                #""user":null,"imei":"35""#, #""imei":null,"tid":"x""#, #""imei":"","mmsi":5"#,
                #""userId":{"x":1},"tid":"q""#,
                #""source":"iOS","deviceId":{"x":1}"#, #""imei":null"#,
            ]) == ["a", "a", "bob", "35", "x", "5", "q", "iOS", "default"]
        )
        // The shape of a line is learned from those before; each must be read as if it were alone.
        let lines = [#""user":"bob","imei":"1""#, #""user":null,"imei":"2""#, #""user":"eve","imei":"3""#]
        #expect(try devices(lines + lines) == ["bob", "2", "eve", "bob", "2", "eve"])
        let table = try ReadTrace(
            text: "user,imei,device,vehicleid,accuracy,horizontalAccuracy,time,lat,lon\nu,,a,b,3,4,1767225600,1,2\n"
        )
        #expect(table.fixes.map(\.device) == ["a"])
        #expect(table.fixes.map(\.horizontalAccuracy) == [.meters(3)])
    }

    @Test func `the plain name of the accuracy takes precedence in any key order`() throws {
        let rest = #""device":"a","time":1767225600,"lat":1,"lon":2"#
        let lines = [
            #"{"horizontalAccuracy":9,"accuracy":7,\#(rest)}"#, #"{"accuracy":7,"horizontalAccuracy":9,\#(rest)}"#,
            #"{"horizontalAccuracy":9,\#(rest)}"#, #"{"horizontalAccuracy":null,\#(rest)}"#,
            #"{"horizontalAccuracy":9,"accuracy":null,\#(rest)}"#,
            #"{"accuracy":null,"horizontalAccuracy":9,\#(rest)}"#,
        ]
        for line in lines + lines.reversed() { #expect(try ReadTrace(text: line + "\n").rejected.isEmpty) }
        let trace = try ReadTrace(text: (lines + lines).joined(separator: "\n") + "\n")
        #expect(trace.fixes.prefix(6).map { $0.horizontalAccuracy?.meters } == [7, 7, 9, nil, 9, 9])
        #expect(trace.fixes.suffix(6).map { $0.horizontalAccuracy?.meters } == [7, 7, 9, nil, 9, 9])
    }

    @Test func `misplaced quotes take only linear time`() throws {
        // Without what the last search found each line would look through all that follow.
        let rows = String(repeating: "x\",\"\n", count: 100_000) + "a\"z\n"
        let read = try GeofenceReaderTests.read("id,name,latitude,longitude,radius_m\n" + rows)
        #expect(read.geofences.isEmpty)
        #expect(try ReadTrace(text: Self.header + rows).fixes.isEmpty)
    }

    @Test func `a misplaced quote rejects its record with all its lines`() throws {
        let rows = "\"a\" x,1767225602,1,2,\"line one\n\"\n" + Self.row(3, "ok") + Self.row(4, "\"\ntwo\"")
        let trace = try ReadTrace(text: Self.header + rows)
        #expect(trace.fixes.count == 2)
        #expect(trace.rejected.map(\.line) == [2])
    }

    @Test(arguments: [",", ";", "\t"]) func `a column name may contain a line end`(delimiter: String) throws {
        let text =
            ["\"note\nx\"", "device", "time", "lat", "lon"].joined(separator: delimiter) + "\n"
            + ["n", "a", "1767225600", "1", "2"].joined(separator: delimiter) + "\n"
        #expect(try ReadTrace(text: text).fixes.count == 1)
    }

    @Test(arguments: ["1", "\"Y\"", "{\"x\":1}", "null", "\"false\""])
    func `an active key that is not a Boolean is ignored`(value: String) throws {
        let circle = #""geometry":{"type":"Point","coordinates":[1,2]}"#
        let read = try GeofenceReaderTests.read(
            #"{"type":"Feature","properties":{"id":"a","radius_m":9,"active":\#(value)},\#(circle)}"#
        )
        #expect(read.findings == [])
        #expect(read.geofences.map(\.isActive) == [true])
        let both = try GeofenceReaderTests.read(
            #"{"type":"Feature","properties":{"active":false,"id":"a","isActive":true,"radius_m":9},\#(circle)}"#
        )
        #expect(both.geofences.map(\.isActive) == [true])
    }
}
