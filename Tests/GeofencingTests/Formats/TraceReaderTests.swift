import TestSupport
import Testing

@testable import Geofencing

@Suite struct TraceReaderTests {
    static let header = "device_id,timestamp,latitude,longitude,horizontal_accuracy\n"

    @Test func `a CSV trace is read into fixes`() throws {
        let trace = try ReadTrace(
            text: Self.header + """
                bus-1,2015-09-06T05:00:47Z,30.350088,-97.71197,
                bus-2,2015-09-06T05:00:48.250Z,30.5,-97.0,12.5
                "bus, 3",1441515647,0,0,-1

                """
        )
        #expect(trace.rejected.isEmpty)
        #expect(trace.lines == 3)
        #expect(trace.nullIslands == 1)
        #expect(
            trace.fixes == [
                Fix(
                    device: "bus-1",
                    time: Timestamp(unixMilliseconds: 1_441_515_647_000),
                    coordinate: Coordinate(latitude: 30.350088, longitude: -97.71197)
                ),
                Fix(
                    device: "bus-2",
                    time: Timestamp(unixMilliseconds: 1_441_515_648_250),
                    coordinate: Coordinate(latitude: 30.5, longitude: -97),
                    horizontalAccuracy: .meters(12.5)
                ),
                Fix(
                    device: "bus, 3",
                    time: Timestamp(unixMilliseconds: 1_441_515_647_000),
                    coordinate: Coordinate(latitude: 0, longitude: 0)
                ),
            ]
        )
    }

    @Test(arguments: [";", "\t"])
    func `a decimal comma is read as a point when cells are not separated by commas`(delimiter: String) throws {
        func table(_ rows: [[String]]) throws -> ReadTrace {
            try ReadTrace(text: rows.map { $0.joined(separator: delimiter) + "\n" }.joined())
        }
        let columns = ["device", "lat", "lon", "accuracy", "ts"]
        let commas = try table([
            columns, ["a", "52,5163", "-13,4", "7,25", "1767225600"], ["a", "52", "13,40", " 8,0 ", "1767225601"],
            ["a", #""52,5""#, "-0,125", "", "1767225602,5"], ["a", "1", "2", "", "1767225602500,0"],
            ["a", "1", "2", "", "2026-01-01T00:00:02,5Z"],
        ])
        let points = try table([
            columns, ["a", "52.5163", "-13.4", "7.25", "1767225600"], ["a", "52", "13.40", "8.0", "1767225601"],
            ["a", "52.5", "-0.125", "", "1767225602.5"], ["a", "1", "2", "", "1767225602500.0"],
            ["a", "1", "2", "", "2026-01-01T00:00:02.5Z"],
        ])
        #expect(commas.fixes == points.fixes)
        #expect(points.fixes.count == 5 && commas.rejected.isEmpty)
        let wrong = ["1.052,5", "52,5,1", "52,", ",5", "52,5.1", "52,5e", "52, 5"]
        let read = try table([columns] + wrong.map { ["a", $0, "13,4", "", "1767225600"] })
        #expect(read.fixes.isEmpty)
        #expect(read.rejected.map(\.reason) == wrong.map { _ in .coordinate })
        let late = ["1767225602,", "1767225602,5,0", "1767225602,5.0", "1767225602, 5"]
        let times = try table([columns] + late.map { ["a", "52,5", "13,4", "", $0] })
        #expect(times.rejected.map(\.reason) == late.map { _ in .timestamp })
    }

    @Test func `a quoted decimal comma in a comma-separated trace is rejected`() throws {
        let trace = try ReadTrace(text: Self.header + #"a,1767225600,"52,5","13,4","1,5""# + "\n")
        #expect(trace.fixes.isEmpty)
        #expect(trace.rejected.map(\.reason) == [.coordinate])
    }

    @Test func `a short time before a negative latitude is read as a number`() throws {
        for delimiter in [",", ";", "\t"] {
            let text = "device,time,lat,lon\na,99,-10,20\na,100,-10,20\na,1.5,-10,20\na,1000,-10,20\n"
            let trace = try ReadTrace(text: text.replacing(",", with: delimiter))
            #expect(trace.fixes.map { $0.time.unixMilliseconds } == [99_000, 100_000, 1500, 1_000_000])
        }
    }

    @Test func `blanks around a name do not belong to it`() throws {
        let rows = ["a", "a ", " a", " a ", "\"a\" ", "a b"].map { "\($0),1767225600,1,2\n" }.joined()
        let trace = try ReadTrace(text: "device,timestamp,lat,lon\n" + rows)
        #expect(trace.fixes.map(\.device) == ["a", "a", "a", "a", "a", "a b"])
    }

    @Test func `a trace joined with visits is read`() throws {
        let visits = "visit_id,device,geofence,enter_unix_ms"
        let trace = try ReadTrace(text: "\(visits),timestamp,lat,lon\nv,a,home,1,1767225600,1,2\n")
        #expect(trace.fixes.map(\.device) == ["a"])
        #expect(failure { try ReadTrace(text: "\(visits)\nv,a,home,1\n") }?.message.contains("visits") == true)
    }

    @Test func `an NDJSON trace is read into fixes`() throws {
        let trace = try ReadTrace(
            text: """
                {"id":"6F1C","ts_unix_ms":1699401234567.0,"source":"watchOS","coordinate":{"latitude":37.7749,"longitude":-122.4194},"alt_m":10.0,"h_accuracy_m":5.0,"heading_deg":null,"seq":42}
                {"id":"6F1D","ts_unix_ms":1699401234568.0,"source":"iOS","coordinate":{"latitude":37.775,"longitude":-122.42},"alt_m":10.0,"h_accuracy_m":6.0,"heading_deg":null,"seq":43}
                {"device":"a\\u00e9\\n","latitude":1,"longitude":2,"time":"2020-02-29T00:00:00+01:00"}
                {"device":"a\\u00e9","latitude":1,"longitude":2,"time":"2020-02-29T00:00:00+01:00"}
                """
        )
        #expect(trace.fixes.map(\.device) == ["watchOS", "iOS", "a\u{e9}"])
        #expect(trace.fixes.map(\.sequence) == [42, 43, nil])
        #expect(trace.fixes.map(\.time.unixMilliseconds) == [1_699_401_234_567, 1_699_401_234_568, 1_582_930_800_000])
        #expect(trace.fixes[0].coordinate == Coordinate(latitude: 37.7749, longitude: -122.4194))
        #expect(trace.fixes[1].horizontalAccuracy == .meters(6))
        #expect(trace.rejected == [.init(reason: .deviceID, line: 3, column: 12)])
    }
}
