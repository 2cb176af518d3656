import TestSupport
import Testing

@testable import Geofencing

/// Traces of other programs, converted piece by piece.
@Suite struct PieceConverterTests {
    private static let device = Array("d".utf8)

    private static let gpx = """
        \u{FEFF}<?xml version='1.0'?><!DOCTYPE gpx SYSTEM "a>b"><!-- <trkpt lat='9' lon='9'/> -->
        <g:gpx xmlns:g='>'>
        <g:trkpt lat='1' lon = "2"><g:ele>3</g:ele><g:time>
          2026-01-01T00:00:00Z </g:time><g:extensions><g:time>no</g:time></g:extensions></g:trkpt><g:trkpt
          lat="4"\r
          lon="5"><g:time><![CDATA[2026-01-01]]>T00:00:<!-- > -->01Z</g:time></g:trkpt>
        <g:trkpt lat="6" lon="7"/>
        <g:trkpt lat="8" lon="9"><g:time>2026-01-01T00:00:03Z</g:time>
        </g:gpx>
        <gpx><trkpt lat="10" lon="11"><time>2026</time></trkpt></gpx><gpx/>

        """

    private static let ownTracks = """
        2026-01-01T00:00:00Z\t* \t{"_type":"location","tid":"x","lat":1,"lon":2,"tst":1767225600}
        2026-01-01T00:00:00Z\tlwt\t{"_type":"lwt","tst":1767225601}\r

        no object
        {"_type":"location","topic":"owntracks/u/p","lat":1,"lon":2,"tst":1767225602}
        {"_type":"location","lat":1,"lon":2,"tst":17672256
        """

    private static let geoLife = """
        Geolife trajectory\r
        WGS 84\r
        Altitude is in Feet\r
        Reserved 3\r
        0,2,255,My Track,0,0,2,8421376\r
        0\r
        39.9,116.3,0,492,39744.1,2008-10-23,02:53:04\r

        1,2,3
        39.8,116.2,0,492,39744.1,2008-10-23,02:53:10
        """

    /// Returns the lines that a text is converted to if it arrives in pieces of `count` bytes.
    private func lines(of text: String, inPiecesOf count: Int, by start: any PieceConverter) throws -> String {
        var converter = start
        var lines = ConvertedLines()
        var rest: [UInt8] = []
        var before = 0
        var unread = Array(text.utf8)[...]
        repeat {
            rest += unread.prefix(count)
            unread = unread.dropFirst(count)
            try withScanner(of: rest) { scanner throws(DocumentProblem) in
                var counter = LineCounter(scanner, after: before)
                try converter.convert(&scanner, isAll: unread.isEmpty, to: &lines, &counter)
                before = counter.line(at: scanner.position)
                rest = scanner.bytes(in: scanner.position..<scanner.end)
            }
        } while !unread.isEmpty
        return String(decoding: lines.text, as: UTF8.self)
    }

    private func check(_ text: String, by converter: any PieceConverter, gives expected: [String]) throws {
        for count in 1...text.utf8.count {
            let lines = try lines(of: text, inPiecesOf: count, by: converter)
            #expect(
                lines.split(separator: "\n", omittingEmptySubsequences: false) == expected[...].map { $0[...] },
                "\(count)"
            )
        }
    }

    @Test func `GPX gives the same lines whatever the pieces in which it arrives`() throws {
        try check(
            Self.gpx,
            by: GPXConverter(device: Self.device),
            gives: [
                "", "", "d,2026-01-01T00:00:00Z,1,2,", "d,2026-01-01T00:00:01Z,4,5,", "", "", "d,,6,7,",
                "d,2026-01-01T00:00:03Z,8,9,", "", "d,2026,10,11,", "",
            ]
        )
    }

    @Test func `OwnTracks gives the same lines whatever the pieces in which it arrives`() throws {
        try check(
            Self.ownTracks,
            by: OwnTracksConverter(device: Self.device),
            gives: [
                #"{"device":"x","_type":"location","tid":"x","lat":1,"lon":2,"tst":1767225600}"#, "", "", "{\u{1A}",
                #"{"device":"u/p","_type":"location","topic":"owntracks/u/p","lat":1,"lon":2,"tst":1767225602}"#,
                #"{"device":"d","_type":"location","lat":1,"lon":2,"tst":17672256"#,
            ]
        )
    }

    @Test func `GeoLife gives the same lines whatever the pieces in which it arrives`() throws {
        try check(
            Self.geoLife,
            by: GeoLifeConverter(device: Self.device),
            gives: [
                "", "", "", "", "", "", "d,2008-10-23T02:53:04Z,39.9,116.3,", "", "d,",
                "d,2008-10-23T02:53:10Z,39.8,116.2,", "",
            ]
        )
    }

    @Test func `a NUL costs its record`() throws {
        let converters: [(String, any PieceConverter, String)] = [
            ("<gpx><trkpt lat='1\0' lon='2'/></gpx>", GPXConverter(device: Self.device), "d,,\"1\u{1A}\",2,\n"),
            (
                "{\"_type\":\"location\",\0}\n", OwnTracksConverter(device: []),
                "{\"device\":\"\",\"_type\":\"location\",\u{1A}}\n"
            ),
        ]
        for (text, converter, expected) in converters {
            #expect(try lines(of: text, inPiecesOf: 100, by: converter) == expected)
        }
    }

    @Test func `GPX that breaks off gives what precedes the break, and then the error`() throws {
        let point = "<trkpt lat='1' lon='2'><time>2026-01-01T00:00:00Z</time></trkpt>\n"
        let text = "<gpx>\n" + String(repeating: point, count: 30_000)
        let reader = try TraceReader(.memory(Array((text + "<trkpt lat='1'").utf8), name: "t.gpx"))
        var devices = DeviceCache(DeviceRegistry())
        var count = 0
        let error = failure { try reader.forEachChunk(devices: &devices) { parsed, _ in count += parsed.fixes.count } }
        #expect(error?.message == "the GPX breaks off after \(text.utf8.count + 14) bytes")
        #expect(count == 30_000)
    }
}
