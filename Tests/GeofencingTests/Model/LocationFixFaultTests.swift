internal import Foundation
import Testing

@testable import Geofencing

/// `Codable` and the reader of traces agree on what is wrong with a line, but for what docs/formats.md says.
@Suite struct LocationFixFaultTests {
    private static let line = """
        {"id":"6F1C0D1E-0000-4000-8000-000000000001","device":"dog-1","ts_unix_ms":1699401234567.0,"source":"watchOS",\
        "coordinate":{"latitude":37.7749,"longitude":-122.4194},"alt_m":10.0,"h_accuracy_m":5.0,"v_accuracy_m":10.0,\
        "speed_mps":0.5,"course_deg":180.0,"heading_deg":null,"battery_pct":85.0,"seq":42}
        """

    /// What the two make of a line.
    enum Verdict: Equatable {
        case bothRefuse
        /// With equal values.
        case bothTake
        /// What a trace needs is there; what is wrong is with the rest.
        case traceTakes
        /// It is in the wire format, and of no use to a trace.
        case traceRefuses(Rejection)
        /// With other values.
        case differ
    }

    private struct Reading {
        var verdict: Verdict
        var decoded: Fix?
        var read: Fix?
    }

    /// Reads a line between two good ones, from which the reader knows what lines look like.
    private static func reading(_ bytes: [UInt8]) throws -> Reading {
        let decoded = (try? JSONDecoder().decode(LocationFix.self, from: Data(bytes))).map { Fix($0) }
        let good = Array("\(line)\n".utf8)
        let text = good + bytes + Array("\n".utf8) + good
        let registry = DeviceRegistry()
        var devices = DeviceCache(registry)
        var parsed = ParsedFixes()
        FixParser(layout: .objects(ObjectFixParser())).parse(
            RecordChunk(text: text, endsWithoutLineFeed: false),
            devices: &devices,
            into: &parsed
        )
        let read = parsed.fixes.count == 3 ? parsed.fixes[1].fix(in: registry) : nil
        let verdict: Verdict =
            switch (decoded, read) {
            case (nil, nil): .bothRefuse
            case (nil, _?): .traceTakes
            case (_?, nil): .traceRefuses(try #require(parsed.rejected.first).reason)
            case (let decoded?, let read?): decoded == read ? .bothTake : .differ
            }
        return Reading(verdict: verdict, decoded: decoded, read: read)
    }

    private static func check(_ cases: [(part: String, fault: String)], _ verdict: Verdict) throws {
        for (part, fault) in cases {
            try #require(line.contains(part), "\(part)")
            let found = try reading(Array(line.replacing(part, with: fault).utf8))
            #expect(found.verdict == verdict, "\(part) as \(fault.prefix(80))")
        }
    }

    private static func nested(_ depth: Int) -> String {
        #""seq":42,"x":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    @Test func `a line cut off at any byte is rejected by both`() throws {
        let bytes = Array(Self.line.utf8)
        for count in 1..<bytes.count {
            let reading = try Self.reading(Array(bytes[..<count]))
            #expect(reading.verdict == .bothRefuse, "the first \(count) bytes")
        }
    }

    @Test func `misplaced brackets, commas, quotes and escapes are rejected by both`() throws {
        try Self.check(
            [
                (":42}", ":42} x"), (":42}", ":42}}"), (":42}", ":42},"), (":42}", ":42"), (":42}", ":42]"),
                (#""coordinate":{"#, #""coordinate":["#), ("dog-1", #"dog-1\"#), ("dog-1", #"d\x"#),
                ("dog-1", #"d\u00"#),
                ("dog-1", #"d\ud83d"#), ("dog-1", "a\u{1}b"), ("dog-1", "a\tb"), (#""alt_m":10.0"#, #""alt_m":[1,]"#),
                (#""alt_m":10.0"#, #""alt_m":"#), (#""alt_m":10.0"#, #""alt_m"10.0"#),
                (#""alt_m":10.0"#, #""alt_m":10.0,"#),
                (#""alt_m":10.0,"#, #""alt_m":10.0"#), (#""alt_m""#, "alt_m"), (#""alt_m""#, "'alt_m'"),
                (#""seq":42"#, #""seq":42,"x":{"a":1]"#), (#""seq":42"#, Self.nested(600)),
            ],
            .bothRefuse
        )
        for key in ["dog-1", "alt_m"] {
            var bytes = Array(Self.line.replacing(key, with: "a?b").utf8)
            bytes[try #require(bytes.firstIndex(of: UInt8(ascii: "?")))] = 0xFF
            #expect(try Self.reading(bytes).verdict == (key == "dog-1" ? .bothRefuse : .traceTakes), "\(key)")
        }
    }

    @Test func `faults in the values a trace needs are rejected by both`() throws {
        try Self.check(
            ["null", "NaN", "1e400", "true", "-", ""].map { ("1699401234567.0", $0) }
                + ["NaN", "Infinity", "-Infinity", "null", #""37.7749""#, "+37.7749", ".5", "5.", "0x10", "1e999"].map {
                    ("37.7749", $0)
                }
                + [
                    (#""latitude":37.7749,"#, ""), (#""ts_unix_ms":1699401234567.0,"#, ""), (#""dog-1""#, "true"),
                    (#""dog-1""#, "[]"),
                ],
            .bothRefuse
        )
    }

    @Test func `unusual but valid lines have the same values for both`() throws {
        try Self.check(
            [
                ("{\"id\"", "  {\"id\""), ("1699401234567.0", "-1"), ("37.7749", "3e1"), ("37.7749", "3E1"),
                ("37.7749", "-0"), ("37.7749", "37.7749\(String(repeating: "0", count: 40))1"),
                (#""device":"dog-1","#, ""),
                (#""dog-1""#, "null"), ("dog-1", #"d\u006fg"#), ("dog-1", #"d\ud83d\udc15"#), ("dog-1", #"a\/b"#),
                (#""watchOS""#, #""collar""#), (#""watchOS""#, #""""#), (#""h_accuracy_m":5.0"#, #""h_accuracy_m":-1"#),
                (#""h_accuracy_m":5.0"#, #""h_accuracy_m":0"#), (#""h_accuracy_m":5.0"#, #""h_accuracy_m":1e39"#),
                (#""h_accuracy_m":5.0"#, #""h_accuracy_m":1e300"#), (#""seq":42"#, #""seq":42.0"#),
                (#""seq":42"#, #""seq":\#(Int.max)"#), (#""seq":42"#, #""seq":\#(Int.min)"#), ("85.0", "-5"),
                (#""alt_m":10.0"#, #""alt_m":10.0,"alt_m":11.0"#),
                (#""seq":42"#, #""seq":42,"":1"#), (#""seq":42"#, Self.nested(31)),
                (#""seq":42"#, #""seq":42,"x":{"ts_unix_ms":1,"coordinate":{"latitude":1}}"#),
            ],
            .bothTake
        )
        let file = try TemporaryFile("\u{FEFF}\(Self.line)\n")
        #expect(try ReadTrace(file.path).fixes.count == 1)
        #expect(throws: Never.self) {
            try JSONDecoder().decode(LocationFix.self, from: Data("\u{FEFF}\(Self.line)".utf8))
        }
    }

    @Test func `the trace reader accepts lines that Codable rejects`() throws {
        let keys = ["id", "source", "h_accuracy_m", "v_accuracy_m", "speed_mps", "course_deg", "battery_pct", "seq"]
        try Self.check(
            keys.map { (#""\#($0)":"#, #""other":"#) }
                + [
                    ("6F1C0D1E", "XYZ"), (#""6F1C0D1E-0000-4000-8000-000000000001""#, "7"), (#""watchOS""#, "7"),
                    (#""watchOS""#, "null"), (#""dog-1""#, "7"), ("1699401234567.0", #""1699401234567""#),
                    (#""latitude":37.7749"#, #""lat":37.7749"#), ("37.7749", "037.7749"), ("37.7749", "1e-999"),
                    (#""coordinate":{"latitude":37.7749,"longitude":-122.4194}"#, #""lat":37.7749,"lon":-122.4194"#),
                    ("85.0", #""85""#), ("85.0", "1e999"), ("85.0", "NaN"),
                ]
                + [#""x""#, "1.2.3", "nul", "1e999", #"[1,{"a":2}]"#].map { (#""alt_m":10.0"#, #""alt_m":\#($0)"#) }
                + [#""5""#, "null", "1e999", "NaN"].map { (#""h_accuracy_m":5.0"#, #""h_accuracy_m":\#($0)"#) }
                + ["4.5", #""42""#, "null", "9223372036854775808", "1e30", "true", "042", "42/*c*/"].map {
                    (#""seq":42"#, #""seq":\#($0)"#)
                },
            .traceTakes
        )
    }

    @Test func `the trace reader rejects values it cannot use`() throws {
        let names = ["", #"a\u0001b"#, #"a\tb"#, String(repeating: "x", count: 257)]
        try Self.check(names.map { ("dog-1", $0) }, .traceRefuses(.deviceID))
        try Self.check([("37.7749", "91"), ("-122.4194", "361")], .traceRefuses(.outOfRange))
        try Self.check([("1699401234567.0", "1e18")], .traceRefuses(.timestamp))
        let twice = [
            #""seq":43"#, #""ts_unix_ms":5"#, #""device":"b""#, #""coordinate":{"latitude":1,"longitude":2}"#,
            #""latitude":1"#, #""accuracy":7"#, #""time":7"#, #""device_id":"b""#, #""source":"b""#,
            #""battery_pct":7"#,
        ]
        try Self.check(twice.map { (#""seq":42"#, #""seq":42,\#($0)"#) }, .traceRefuses(.syntax))
        try Self.check([(#""seq":42"#, Self.nested(33))], .traceRefuses(.syntax))
    }

    @Test func `large longitudes, escaped keys and sequence exponents are read differently`() throws {
        let cases = [
            ("-122.4194", "200"), (#""seq":42"#, #""s\u0065q":42"#), (#""seq":42"#, #""seq":4.2e1"#),
        ]
        try Self.check(cases, .differ)
        #expect(
            try Self.reading(Array(Self.line.replacing("-122.4194", with: "200").utf8)).read?.coordinate.longitude
                == -160
        )
        for (part, fault) in cases.dropFirst() {
            #expect(try Self.reading(Array(Self.line.replacing(part, with: fault).utf8)).read?.sequence == nil)
        }
    }

    @Test func `a line with a byte changed, dropped or doubled is never read as another fix`() throws {
        let original = Array(Self.line.utf8)
        let fix = try #require(try Self.reading(original).read)
        var lines: [[UInt8]] = []
        for place in original.indices {
            let before = Array(original[..<place])
            let after = original[(place + 1)...]
            lines.append(before + after)
            lines.append(before + [original[place], original[place]] + after)
            for byte in Array(#" ",-.09:[\]en{}"#.utf8) + [0x01, 0x09, 0x0D, 0x7F, 0xC3, 0xFF]
            where byte != original[place] {
                lines.append(before + [byte] + after)
            }
        }
        #expect(lines.count > 6000)
        for line in lines {
            let reading = try Self.reading(line)
            let text = String(decoding: line, as: UTF8.self)
            switch reading.verdict {
            case .bothRefuse, .bothTake: break
            case .traceRefuses(let reason): #expect([.outOfRange, .syntax, .deviceID].contains(reason), "\(text)")
            case .differ:
                // A longitude beyond 180 is taken around the Earth.
                let beyond = try #require(reading.decoded?.coordinate.longitude)
                #expect(abs(beyond) > 180 && reading.read?.coordinate != reading.decoded?.coordinate, "\(text)")
            case .traceTakes:
                let read = try #require(reading.read)
                // A number may begin with zeros.
                let plain = text.replacing(#/(?<start>":-?)0+(?<digit>\d)/#) { "\($0.output.start)\($0.output.digit)" }
                if plain != text, try Self.reading(Array(plain.utf8)).decoded == read { continue }
                #expect(read.time == fix.time && read.coordinate == fix.coordinate, "\(text)")
                #expect(read.horizontalAccuracy == nil || read.horizontalAccuracy == fix.horizontalAccuracy, "\(text)")
                #expect(read.sequence == nil || read.sequence == fix.sequence, "\(text)")
                // A key that is no text is one of those that are not looked into.
                let device: DeviceID = text.contains(#""device""#) ? fix.device : "watchOS"
                #expect(read.device == device, "\(text)")
            }
        }
    }
}

extension Fix {
    /// The engine keeps accuracies as 32-bit numbers.
    var inSinglePrecision: Fix {
        var fix = self
        fix.horizontalAccuracy = horizontalAccuracy.map { .meters(Double(Float($0.meters))) }
        return fix
    }
}
