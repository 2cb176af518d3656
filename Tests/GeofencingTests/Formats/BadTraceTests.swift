internal import Foundation
import TestSupport
import Testing

@testable import Geofencing

/// Bad traces and what becomes of them.
@Suite struct BadTraceTests {
    private static let header = "device_id,timestamp,latitude,longitude,horizontal_accuracy\n"

    @Test(
        arguments: [
            ("a,2026-01-01T00:00:00Z,nan,2,5", .coordinate, 24), ("a,2026-01-01T00:00:00Z,1,inf,5", .coordinate, 26),
            ("a,2026-01-01T00:00:00Z,-Infinity,2,5", .coordinate, 24),
            ("a,2026-01-01T00:00:00Z,0x10,2,5", .coordinate, 24),
            ("a,2026-01-01T00:00:00Z,+1,2,5", .coordinate, 24), ("a,2026-01-01T00:00:00Z,1e999,2,5", .coordinate, 24),
            ("a,2026-01-01T00:00:00Z,\"1,5\",2,5", .coordinate, 25),
            ("a,2026-01-01T00:00:00Z,N52,2,5", .coordinate, 24),
            ("a,2026-01-01T00:00:00Z,91,2,5", .outOfRange, 24),
            ("a,2026-01-01T00:00:00Z,-90.0000001,2,5", .outOfRange, 24),
            ("a,2026-01-01T00:00:00Z,1,361,5", .outOfRange, 26), ("a,2026-01-01T00:00:00Z,,2,5", .missingValue, 24),
            ("a,2026-01-01T00:00:00Z,1,,5", .missingValue, 26), ("a,,1,2,5", .missingValue, 3),
            (",2026-01-01T00:00:00Z,1,2,5", .deviceID, 1), ("\"\",2026-01-01T00:00:00Z,1,2,5", .deviceID, 2),
            ("a\u{1},2026-01-01T00:00:00Z,1,2,5", .deviceID, 1), ("a,2026-02-30T00:00:00Z,1,2,5", .timestamp, 3),
            ("a,2026-01-01T00:00:00,1,2,5", .timestamp, 3), ("a,01/02/2026,1,2,5", .timestamp, 3),
            ("a,99999999999999999999,1,2,5", .timestamp, 3), ("a,2026-01-01T00:00:00Z,1,5", .columnCount, 1),
            ("a,2026-01-01T00:00:00Z,1,2,5,6", .columnCount, 1), ("a,2026-01-01T00:00:00Z,1,5,2,5", .columnCount, 1),
            ("a,2026-01-01T00:00:00Z,1,\"2\"x,5", .syntax, 29), ("\"a,2026-01-01T00:00:00Z,1,2,5", .syntax, 1),
            (",,,,", .deviceID, 1), ("\u{1}\u{1}\u{1},1,2,3,4", .deviceID, 1),
        ] as [(String, Rejection, Int)]
    )
    func `a bad CSV record is rejected with its location`(_ row: String, _ reason: Rejection, _ column: Int) throws {
        let good = "ok,2026-01-01T00:00:00Z,1,2,5\n"
        let file = try TemporaryFile(Self.header + good + row + "\n" + good)
        let trace = try ReadTrace(file.path)
        #expect(trace.fixes.count == 2)
        #expect(trace.rejected == [.init(reason: reason, line: 3, column: column)])
        #expect(trace.raw == [Array(row.utf8)])
    }

    @Test(
        arguments: [
            ("{\"ts_unix_ms\":1,\"latitude\":1}", .missingValue, 1), ("{}", .missingValue, 1),
            ("{\"ts_unix_ms\":1,\"latitude\":null,\"longitude\":2}", .missingValue, 28),
            ("{\"ts_unix_ms\":null,\"latitude\":1,\"longitude\":2}", .missingValue, 15),
            ("{\"ts_unix_ms\":1,\"latitude\":\"1\",\"longitude\":2}", .coordinate, 28),
            ("{\"ts_unix_ms\":1,\"latitude\":NaN,\"longitude\":2}", .coordinate, 28),
            ("{\"ts_unix_ms\":1,\"latitude\":[1],\"longitude\":2}", .coordinate, 28),
            ("{\"ts_unix_ms\":1,\"latitude\":91,\"longitude\":2}", .outOfRange, 28),
            ("{\"ts_unix_ms\":\"2026-02-30T00:00:00Z\",\"latitude\":1,\"longitude\":2}", .timestamp, 15),
            ("{\"ts_unix_ms\":true,\"latitude\":1,\"longitude\":2}", .timestamp, 15),
            ("{\"ts_unix_ms\":1,\"latitude\":1,\"latitude\":2,\"longitude\":2}", .syntax, 41),
            ("{\"ts_unix_ms\":1,\"latitude\":1,\"longitude\":2,\"battery_pct\":5,\"battery_pct\":6}", .syntax, 74),
            ("{\"ts_unix_ms\":1,\"latitude\":1,\"longitude\":2,\"source\":\"a\",\"source\":\"b\"}", .syntax, 66),
            ("{\"ts_unix_ms\":1,\"latitude\":1,\"longitude\":2,\"source\":null,\"source\":\"b\"}", .syntax, 67),
            ("{\"ts_unix_ms\":1,\"latitude\":1,\"longitude\":2,\"coordinate\":{},\"coordinate\":null}", .syntax, 73),
            ("{\"ts_unix_ms\":1,\"latitude\":1,\"longitude\":2", .syntax, 43),
            ("{\"ts_unix_ms\":1,\"latitude\":1,\"longitude\":2}}", .syntax, 44),
            ("{\"ts_unix_ms\":1,\"latitude\":1 \"longitude\":2}", .syntax, 30),
            ("{\"ts_unix_ms\" 1,\"latitude\":1,\"longitude\":2}", .syntax, 15),
            ("{ts_unix_ms:1}", .syntax, 2), ("[1,2]", .syntax, 1), ("rubbish", .syntax, 1),
            ("{\"x\":\"abc", .syntax, 10),
            ("{\"device\":\"\",\"ts_unix_ms\":1,\"latitude\":1,\"longitude\":2}", .deviceID, 12),
            ("{\"device\":true,\"ts_unix_ms\":1,\"latitude\":1,\"longitude\":2}", .deviceID, 11),
            ("{\"device\":\"\\ud800\",\"ts_unix_ms\":1,\"latitude\":1,\"longitude\":2}", .deviceID, 12),
            (
                "{\"x\":" + String(repeating: "[", count: 40) + String(repeating: "]", count: 40) + "}", .syntax, 38
            ),
        ] as [(String, Rejection, Int)]
    )
    func `a bad NDJSON record is rejected with its reason and location`(
        _ line: String,
        _ reason: Rejection,
        _ column: Int
    ) throws {
        let good = "{\"device\":\"d\",\"ts_unix_ms\":1,\"latitude\":1,\"longitude\":2}\n"
        let trace = try ReadTrace(text: good + line + "\n" + good)
        #expect(trace.fixes.count == 2)
        #expect(trace.rejected == [.init(reason: reason, line: 2, column: column)])
        #expect(trace.raw == [Array(line.utf8)])
    }

    @Test func `a duplicate key is rejected, whatever the value of an ignored key`() throws {
        let rest = "\"ts_unix_ms\":1,\"latitude\":1,\"longitude\":2,\"source\":\"a\",\"battery_pct\":5}\n"
        let values = ["[9, 9]", "{\"latitude\":9,\"longitude\":9}", "null", "{}"]
        let text = values.map { "{\"coordinate\":\($0)," + rest }.joined()
        let trace = try ReadTrace(text: text)
        #expect(trace.fixes.map(\.coordinate) == Array(repeating: Coordinate(latitude: 1, longitude: 2), count: 3))
        #expect(trace.rejected.map(\.reason) == [.syntax])
        #expect(trace.rejected.map(\.line) == [2])
    }

    @Test func `an incomplete last line is rejected as truncated`() throws {
        let csv = try ReadTrace(text: Self.header + "a,2026-01-01T00:00:00Z,1,2,5\nb,2026-01-01T00")
        #expect(csv.fixes.count == 1)
        #expect(csv.rejected == [.init(reason: .truncated, line: 3, column: 16)])
        let json = try ReadTrace(text: "{\"ts\":1,\"lat\":1,\"lon\":2}\n{\"ts\":1,\"la")
        #expect(json.rejected.map(\.reason) == [.truncated])
    }

    @Test func `a last line that is whole has its own reason, even without a line end`() throws {
        let csv = try ReadTrace(text: Self.header + "a,2026-01-01T00:00:00Z,1,2,5\na,2026-01-01T00:00:00Z,91,2,5")
        #expect(csv.rejected == [.init(reason: .outOfRange, line: 3, column: 24)])
        for (value, reason) in [("91", .outOfRange), ("null", .missingValue)] as [(String, Rejection)] {
            let json = try ReadTrace(text: "{\"ts\":1,\"lat\":1,\"lon\":2}\n{\"ts\":1,\"lat\":\(value),\"lon\":2}")
            #expect(json.rejected.map(\.reason) == [reason])
        }
    }

    @Test func `what is odd about fixes is counted once, and not for rejected records`() throws {
        let header = "ts_unix_ms,latitude,longitude,accuracy,seq,device\n"
        let rows = ["1,1,190,5,1,a", "2,1,-190,x,y,a", "3,1,190,x,1,\u{1}", "4,1,2,x,1,a"]
        let objects = [
            #"{"ts":1,"lat":1,"lon":190}"#, #"{"ts":2,"lat":1,"lon":-190,"acc":"x","seq":"y"}"#,
            #"{"ts":3,"lat":1,"lon":190,"acc":"x","device":"\u0001"}"#, #"{"ts":4,"lat":1,"lon":2,"acc":"x"}"#,
        ]
        for text in [header + rows.joined(separator: "\n"), objects.joined(separator: "\n")] {
            for chunkSize in [64, 1 << 20] {
                let trace = try ReadTrace(text: text + "\n", chunkSize: chunkSize)
                #expect(trace.fixes.count == 3 && trace.rejected.map(\.reason) == [.deviceID])
                #expect(trace.wrapped == 2 && trace.dropped == 3, "chunks of \(chunkSize)")
                #expect(trace.fixes.map(\.coordinate.longitude) == [-170, 170, 2])
            }
        }
    }

    @Test func `a name that is not UTF-8 is rejected behind names that are`() throws {
        for (start, before, after) in [
            (Self.header, "", ",2026-01-01T00:00:00Z,1,2,5\n"),
            ("", "{\"device\":\"", "\",\"ts\":1767225600,\"lat\":1,\"lon\":2}\n"),
        ] {
            var bytes = Array(start.utf8)
            for name in [Array("a".utf8), Array("é".utf8), [0xC3, 0x28], [0xED, 0xA0, 0x80], Array("b".utf8)]
                as [[UInt8]]
            {
                bytes += before.utf8
                bytes += name
                bytes += after.utf8
            }
            let file = try TemporaryFile(bytes: bytes)
            let trace = try ReadTrace(file.path)
            #expect(trace.fixes.map(\.device) == ["a", "é", "b"])
            #expect(trace.rejected.map(\.reason) == [.deviceID, .deviceID])
        }
    }

    @Test func `a record of delimiters alone is rejected, not skipped as blank`() throws {
        let trace = try ReadTrace(text: "device\ttime\tlat\tlon\n\t\t\t\n  \na\t1441515647\t1\t2\n")
        #expect(trace.fixes.count == 1)
        #expect(trace.rejected == [.init(reason: .deviceID, line: 2, column: 1)])
    }

    @Test func `an empty input or a header alone has no fixes`() throws {
        #expect(try ReadTrace(text: "").fixes.isEmpty)
        #expect(try ReadTrace(text: "\n\n \n").fixes.isEmpty)
        #expect(try ReadTrace(text: "\u{FEFF}").rejected.isEmpty)
        #expect(try ReadTrace(text: Self.header) == ReadTrace(text: String(Self.header.dropLast())))
        let file = try TemporaryFile("")
        #expect(try TraceReader(.file(file.path)).format == nil)
    }

    @Test func `fixes at 0, 0 are counted and kept, and longitudes beyond 180° are wrapped`() throws {
        let trace = try ReadTrace(
            text: Self.header
                + "a,1441515647,0,0,5\na,1441515647,1,190,5\na,1441515647,1,-360,5\na,1441515647,1,-180,\n"
        )
        #expect(trace.nullIslands == 1)
        #expect(trace.wrapped == 2)
        #expect(trace.fixes.map(\.coordinate.longitude) == [0, -170, 0, -180])
    }

    @Test func `an unusable accuracy is read as unknown, and an invalid one is counted`() throws {
        let trace = try ReadTrace(
            text: Self.header
                + ["", "null", "0", "-1", "nan", "x", "1e300", "5"].map { "a,1441515647,1,2,\($0)\n" }.joined()
        )
        #expect(trace.fixes.map(\.horizontalAccuracy) == [nil, nil, nil, nil, nil, nil, nil, .meters(5)])
        #expect(trace.dropped == 2)
        let json = try ReadTrace(
            text: ["null", "0", "\"5\"", "{}", "7"].map {
                "{\"ts\":1,\"lat\":1,\"lon\":2,\"acc\":\($0),\"seq\":\($0)}\n"
            }.joined()
        )
        #expect(json.fixes.map(\.horizontalAccuracy) == [nil, nil, nil, nil, .meters(7)])
        #expect(json.fixes.map(\.sequence) == [nil, 0, nil, nil, 7])
        #expect(json.dropped == 4)
    }

    @Test(
        arguments: [
            ("device,timestamp,latitude\na,1,2\n", .invalidHeader, "longitude"),
            ("device,timestamp,lat,latitude,longitude\n", .invalidHeader, "\"lat\", \"latitude\""),
            ("device,ts,time,lat,lon\n", .invalidHeader, "\"ts\", \"time\""),
            ("a,2026-01-01T00:00:00Z,1,2,5\n", .invalidHeader, "it has: \"a\""),
            ("id,name,latitude,longitude,radius_m\n", .invalidHeader, "time"),
            ("[1441515647,1,2]", .unknownFormat, "JSON array"),
            ("{\n\"timelineObjects\":[{}]}", .unknownFormat, "Semantic Location History"),
            ("{\"type\":\"FeatureCollection\",\"features\":[]}", .unknownFormat, "GeoJSON"),
            ("<?xml version=\"1.0\"?><kml/>", .unknownFormat, "XML"), ("PAR1\u{0}\u{0}", .unknownFormat, "Parquet"),
            ("\u{7f}ELF\u{1}\u{0}\u{0}", .unknownFormat, "binary"),
            (
                "device,ts,lat,lon\n" + String(repeating: "a,1441515647,-97.5,30.25\n", count: 3), .invalidHeader,
                "swapped"
            ),
        ] as [(String, GeofenceError.Code, String)]
    )
    func `an input that is not a trace is an error before any fix`(
        _ text: String,
        _ code: GeofenceError.Code,
        _ words: String
    ) throws {
        let error = try #require(failure { try ReadTrace(text: text) })
        #expect(error.code == code)
        #expect(error.message.contains(words), "\(error)")
        #expect(error.location?.file != nil)
    }

    @Test(arguments: [
        "device,ts,lat,lon\na,1441515647,-97.5,30.25\n",
        "{\"device\":\"a\",\"ts\":1441515647,\"lat\":-97.5,\"lon\":30.25}\n",
        "<gpx><trkpt lat=\"-97.5\" lon=\"30.25\"><time>2015-09-06T05:00:47Z</time></trkpt></gpx>\n",
    ])
    func `the advice for swapped coordinates fits columns, keys and values`(text: String) throws {
        let error = try #require(failure { try ReadTrace(text: text) })
        #expect(error.message.hasPrefix("latitude and longitude look swapped"), "\(error)")
        #expect(error.recoverySuggestion.contains("the names of the columns or keys, or else the values"), "\(error)")
    }

    @Test func `a header with very many columns is refused quickly`() throws {
        // Takes half a minute if a pattern is compiled for each name.
        let names = (0..<9000).map { "c\($0)" } + ["flight_time", "created_at", "gps_lat"]
        let error = try #require(failure { try ReadTrace(text: names.joined(separator: ",") + "\n1,2\n") })
        #expect(error.code == .invalidHeader)
        #expect(error.recoverySuggestion.contains("Is \"gps_lat\" the latitude?"))
        #expect(error.recoverySuggestion.contains("Is \"created_at\" the time?"))
        let numbers = String(repeating: "1,", count: 30_000) + "1\n"
        #expect(failure { try ReadTrace(text: numbers) }?.message.contains("a record, not a header") == true)
    }

    @Test func `an unreadable input is an error that says why`() throws {
        let folder = FileManager.default.temporaryDirectory.path
        #expect(failure { try ReadTrace(folder) }?.message.contains("directory") == true)
        let missing = failure { try ReadTrace(folder + "/no-such-file") }
        #expect(missing?.code == .unreadableInput)
        #expect(missing?.message.contains("no such file") == true)
        let secret = try TemporaryFile("x")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: secret.path)
        let error = failure { try ReadTrace(secret.path) }
        // The superuser may read everything.
        #expect(error?.code == (getuid() == 0 ? .invalidHeader : .unreadableInput))
    }

    @Test func `column names are recognized in all their variants`() throws {
        for header in [
            "Device ID,TIMESTAMP,Lat,Lng,acc", "vehicle_id;ts_unix_ms;y;x;h-accuracy-m",
            "id\ttime\tlatitude\tlong\taccuracy",
            "\"device\",\"ts\",\"lat\",\"lon\",\"hacc\"",
        ] {
            let delimiter = header.contains(";") ? ";" : header.contains("\t") ? "\t" : ","
            let row = ["a", "1441515647000", "30.5", "-97.25", "5"].joined(separator: delimiter)
            let trace = try ReadTrace(text: "\(header)\n\(row)\n")
            #expect(trace.fixes.first?.coordinate == Coordinate(latitude: 30.5, longitude: -97.25), "\(header)")
            #expect(trace.fixes.first?.time == Timestamp(unixMilliseconds: 1_441_515_647_000))
        }
    }

    @Test func `bytes are text exactly if they are UTF-8 without control characters`() {
        var wrong: [[UInt8]] = []
        let others: [UInt8] = [0x00, 0x1F, 0x20, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF]
        for lead in UInt8.min ... .max {
            for second in others {
                for tail in [[], [0x41], [0x80], [0xBF], [0x80, 0x41], [0x80, 0x80], [0xBF, 0xBF]] as [[UInt8]] {
                    let bytes = [lead, second] + tail
                    let isText = withScanner(of: bytes) { scanner in scanner.isText(0..<scanner.end) }
                    let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
                    if isText != (isUTF8 && bytes.allSatisfy { $0 >= 0x20 }) { wrong.append(bytes) }
                }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test func `random bytes are read alike with any chunk size`() throws {
        let seed: UInt64 = 99
        var random = SplitMix64(seed: seed)
        let base = Array(
            (Self.header + String(repeating: "bus-1,2026-01-01T00:00:00Z,30.5,-97.25,5\n", count: 40)).utf8
        )
        let json = Array(
            String(
                repeating: "{\"device\":\"d\",\"ts_unix_ms\":1,\"coordinate\":{\"latitude\":1,\"longitude\":2}}\n",
                count: 30
            )
            .utf8
        )
        for round in 0..<100 {
            var bytes = round % 2 == 0 ? base : json
            // The format is told by the first line.
            let first = (bytes.firstIndex(of: .lineFeed) ?? 0) + 1
            for _ in 0..<(1 + random.next() % 20) {
                let place = first + Int(random.next() % UInt64(bytes.count - first))
                bytes[place] = UInt8(truncatingIfNeeded: random.next())
            }
            let file = try TemporaryFile(bytes: bytes)
            guard bytes.firstIndex(of: 0) == nil else { continue }
            let small = try ReadTrace(file.path, chunkSize: 128)
            #expect(try ReadTrace(file.path) == small, "round \(round), seed \(seed)")
        }
    }
}
