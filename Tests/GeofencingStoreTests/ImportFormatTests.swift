import Foundation
import GRDB
import Geofencing
import TestSupport
import Testing

@testable import GeofencingStore

/// Files of other programs through `geofence import`: which fixes are in the store afterwards.
@Suite struct ImportFormatTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        var name: String
        var text: String
        /// The fixes as `device ts_unix_ms sequence latitude longitude accuracy_m`.
        var fixes: [String]
        /// How many records are no fixes that can be used.
        var rejected = 0

        var testDescription: String { name }
    }

    static let samples = [
        Sample(
            name: "walk.gpx",
            text: """
                <?xml version="1.0"?>
                <gpx version="1.1"><wpt lat="1" lon="1"><time>2026-01-01T00:00:00Z</time></wpt>
                <trk><trkseg><trkpt lat="52.5" lon="13.4"><ele>3</ele><time>2026-01-01T00:00:00Z</time></trkpt>
                <trkpt lon='13.5' lat='-52.5'><time>2026-01-01T00:00:01.5Z</time></trkpt>
                <trkpt lat="52.5" lon="13.4"/></trkseg></trk></gpx>
                """,
            fixes: ["walk 1767225600000 - 52.5 13.4 -", "walk 1767225601500 - -52.5 13.5 -"],
            rejected: 1
        ),
        Sample(
            name: "Data/007/Trajectory/20091011140430.plt",
            text: """
                Geolife trajectory
                WGS 84
                Altitude is in Feet
                Reserved 3
                0,2,255,My Track,0,0,2,8421376
                0
                39.906631,116.385564,0,492,40097.5864583333,2009-10-11,14:04:30
                39.906554,116.385625,0,492,40097.5865162037,2009-10-11,14:04:35

                """,
            fixes: ["007 1255269870000 - 39.906631 116.385564 -", "007 1255269875000 - 39.906554 116.385625 -"]
        ),
        Sample(
            name: "2026-01.rec",
            text: [
                #"2026-01-01T00:00:00Z\#t*                 \#t"#
                    + #"{"_type":"location","lat":52.5,"lon":13.4,"tst":1767225600,"acc":7,"topic":"owntracks/jane/phone"}"#,
                #"2026-01-01T00:00:01Z\#t*                 \#t{"_type":"lwt","tst":1767225601}"#,
                #"2026-01-01T00:00:02Z\#t*                 \#t{"_type":"location","lat":1,"lon":2,"tst":1767225602,"tid":"jp"}"#,
                "",
            ].joined(separator: "\n"),
            fixes: ["jane/phone 1767225600000 - 52.5 13.4 7.0", "jp 1767225602000 - 1.0 2.0 -"]
        ),
        Sample(
            name: "owntracks.json",
            text: """
                {"_type":"location","lat":1,"lon":2,"tst":1767225602,"device":"pixel","tid":"x","vel":12}
                {"_type":"location","lat":1.5,"lon":2,"tst":1767225603,"device":"pixel","acc":4}

                """,
            fixes: ["pixel 1767225602000 - 1.0 2.0 -", "pixel 1767225603000 - 1.5 2.0 4.0"]
        ),
        // The speed is in knots; no decision depends on it, and the store does not keep it. An accuracy of 0 is none.
        Sample(
            name: "positions.csv",
            text: """
                id,protocol,deviceId,serverTime,deviceTime,fixTime,valid,latitude,longitude,altitude,speed,course,accuracy
                1,osmand,7,2026-01-01T00:00:09.000+00:00,2026-01-01T00:00:01.000+00:00,2026-01-01T00:00:00.000+00:00,true,52.5,13.4,0,10.5,0,4
                2,osmand,7,2026-01-01T00:00:19.000+00:00,2026-01-01T00:00:11.000+00:00,2026-01-01T01:00:10.000+01:00,true,52.6,13.4,0,0.0,0,0

                """,
            fixes: ["7 1767225600000 - 52.5 13.4 4.0", "7 1767225610000 - 52.6 13.4 -"]
        ),
        Sample(
            name: "Records.json",
            text: """
                {
                  "locations": [{
                    "latitudeE7": 525200001, "longitudeE7": -1334050000, "accuracy": 12,
                    "activity": [{"timestamp": "2026-01-01T00:00:00Z"}],
                    "deviceTag": 42, "timestamp": "2026-01-01T00:00:00.123Z"
                  }, {"timestampMs": "1767225600000", "latitudeE7": 10000000, "longitudeE7": 20000000}]
                }
                """,
            fixes: ["42 1767225600123 - 52.5200001 -133.405 12.0", "Records 1767225600000 - 1.0 2.0 -"]
        ),
        Sample(
            name: "Timeline.json",
            text: """
                {"semanticSegments":[{"startTime":"2026-01-01T01:00:00.000+01:00","timelinePath":[
                {"point":"52.5200000°, 13.4050000°","time":"2026-01-01T01:00:00.000+01:00"}]}],
                "rawSignals":[{"position":{"LatLng":"1.5°, -2.5°","accuracyMeters":9,"timestamp":"2026-01-01T00:00:05Z"}}]}
                """,
            fixes: ["Timeline 1767225600000 - 52.52 13.405 -", "Timeline 1767225605000 - 1.5 -2.5 9.0"]
        ),
    ]

    /// The fixes of a store, by device and time.
    private func fixes(_ path: String) throws -> [String] {
        try GeofenceStore(path: path).read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT name, ts_unix_ms, sequence, latitude, longitude, accuracy_m
                    FROM fixes JOIN devices ON devices.id = device ORDER BY 1, 2, 3
                    """
            )
            return rows.map { row in
                let sequence: Int64 = row[2]
                let accuracy: Double? = row[5]
                return "\(row[0] as String) \(row[1] as Int64) \(sequence == .min ? "-" : "\(sequence)") "
                    + "\(row[3] as Double) \(row[4] as Double) \(accuracy.map { "\($0)" } ?? "-")"
            }
        }
    }

    @Test(arguments: samples)
    func `a file from another program is imported with the expected fixes`(sample: Sample) async throws {
        let folder = try TemporaryFolder()
        let url = folder.url(sample.name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try folder.write(sample.text, to: sample.name)
        let line = ["import", sample.name, "--store", "s.db", "--source", "phone", "--all"]
        let first = try await GeofenceProcess.run(line, in: folder)
        #expect(first.status == 0, "\(first.errorOutput)")
        let count = sample.fixes.count
        #expect(
            first.errorOutput.contains("\(count + sample.rejected) read, \(count) imported"),
            "\(first.errorOutput)"
        )
        #expect(try fixes(folder.url("s.db").path) == sample.fixes)
        // Again, all is known.
        let again = try await GeofenceProcess.run(line, in: folder)
        #expect(again.errorOutput.contains("0 imported, \(count) already known"), "\(again.errorOutput)")
        #expect(try fixes(folder.url("s.db").path) == sample.fixes)
    }

    @Test func `one import reads files of all formats into one store`() async throws {
        let folder = try TemporaryFolder()
        let plain = Self.samples.filter { !$0.name.contains("/") }
        for sample in plain { try folder.write(sample.text, to: sample.name) }
        let line = ["import"] + plain.map(\.name) + ["--store", "s.db", "--source", "all", "--all", "--quiet"]
        #expect(try await GeofenceProcess.run(line, in: folder).status == 0)
        #expect(Set(try fixes(folder.url("s.db").path)) == Set(plain.flatMap(\.fixes)))
    }
}
