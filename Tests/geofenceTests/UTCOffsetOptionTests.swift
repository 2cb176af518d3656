import Foundation
import TestSupport
import Testing

@Suite struct UTCOffsetOptionTests {
    /// A minute inside, a minute outside; the last fix names its zone.
    private static let times = ["2026-01-02 03:00:00", "2026-01-02 03:01:00.500", "2026-01-02T02:02:00Z"]
    private static let places = ["0,1", "0.5,1", "0,1"]

    private static func csv(_ times: [String]) -> String {
        "device_id,latitude,longitude,timestamp\n" + zip(times, places).map { "dog,\($1),\($0)\n" }.joined()
    }

    private static func objects(_ times: [String]) -> String {
        zip(times, places).map { time, place in
            let place = place.split(separator: ",")
            return #"{"device":"dog","time":"\#(time)","latitude":\#(place[0]),"longitude":\#(place[1])}"# + "\n"
        }
        .joined()
    }

    private static let zoned = ["2026-01-02T02:00:00Z", "2026-01-02T02:01:00.500Z", "2026-01-02T02:02:00Z"]

    @Test(arguments: ["2026-01-02t03:00:00", "2026-01-01 24:00:00", "2026-01-02 02:59:60"])
    func `a time ends at the end of its cell`(time: String) async throws {
        let trace = "device_id,timestamp,longitude,latitude\ndog,\(time),151.2,-33.8\ndog,\(time),-51.2,3.8\n"
        let read = try await Workbench(trace: trace).evaluate("--utc-offset +01:00 --order input")
        #expect(read.errorOutput.contains("2 read, 2 used, 0 rejected"), "\(read.errorOutput)")
        let refused = try await Workbench(trace: trace).evaluate()
        let warning = "trace.csv:3:5: warning: the time \"\(time)\" has no zone"
        #expect(refused.errorOutput.contains(warning), "\(refused.errorOutput)")
        #expect(refused.errorOutput.contains("--utc-offset"))
        #expect(refused.errorOutput.contains("2 rejected"), "\(refused.errorOutput)")
    }

    @Test(arguments: [csv, objects])
    func `times without a zone are read with the offset`(_ write: ([String]) -> String) async throws {
        let expected = try await Workbench(fences: VisitTests.fences, trace: write(Self.zoned)).evaluate()
        #expect(expected.lines.count == 3)
        let bench = try Workbench(fences: VisitTests.fences, trace: write(Self.times))
        for threads in [1, 2] {
            let read = try await bench.evaluate("--utc-offset +01:00 --threads \(threads)")
            #expect(read.text == expected.text)
        }
        let refused = try await bench.evaluate()
        #expect(refused.lines.count == 1)
        #expect(refused.errorOutput.contains("the time \"\(Self.times[0])\" has no zone"), "\(refused.errorOutput)")
        #expect(refused.errorOutput.contains("--utc-offset"))
    }

    @Test func `all commands that read traces accept --utc-offset`() async throws {
        let bench = try Workbench(fences: VisitTests.fences, trace: Self.csv(Self.times))
        let files = "--fences fences.geojson --trace trace.csv --utc-offset +01:00 --policy raw"
        let explained = try await bench.run("explain \(files) --device dog --geofence home")
        #expect(explained.text.contains("02:01:00.5"))
        let imported = try await bench.run("import --store s.db --source s --all --utc-offset +01:00 trace.csv")
        #expect(imported.status == 0)
        #expect(try await bench.run("fences import --store s.db fences.geojson").status == 0)
        let stored = try await bench.run("evaluate --store s.db --policy raw --format csv")
        let plain = try await bench.evaluate("--utc-offset +01:00 --format csv")
        #expect(stored.shortEvents == plain.shortEvents)
        #expect(plain.shortEvents.count == 3)
        let watched = try await bench.run(
            "watch --store s.db --trace - --policy raw --utc-offset +01:00 --format csv",
            input: Self.csv(Self.times)
        )
        #expect(watched.shortEvents == plain.shortEvents)
    }
}
