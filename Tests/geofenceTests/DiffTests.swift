import Foundation
import TestSupport
import Testing

@Suite struct DiffTests {
    private static let options = "diff --old fences.geojson --new new.geojson --trace trace.csv --policy raw"

    private func run(_ new: String, _ options: String = "") async throws -> GeofenceProcess {
        let bench = try Workbench()
        try bench.folder.write(new, to: "new.geojson")
        return try await bench.run("\(Self.options) \(options)")
    }

    @Test func `without a difference, nothing is written and the exit code is 0`() async throws {
        let same = try await run(Samples.fences)
        #expect(same.status == 0, "\(same.errorOutput)")
        #expect(same.output.isEmpty)
        #expect(same.errorOutput.contains("0 gained, 0 lost, 0 moved to other times"))
        let renamed = try await run(Samples.fences.replacing(#""id":"square""#, with: #""id":"square","name":"x""#))
        #expect(renamed.status == 0)
        #expect(renamed.errorOutput.contains("geofences  0 added, 0 removed, 1 changed"))
    }

    @Test func `lost, gained and moved visits are listed with their minutes`() async throws {
        // The bus enters a larger circle earlier; the square is gone, and another one is new.
        let new = Samples.collection([
            Samples.square("block"), Samples.circle("circle", longitude: 2, latitude: 0.5, radius: "80000"),
        ])
        let changed = try await run(new)
        #expect(changed.status == 1, "\(changed.errorOutput)")
        let lines = changed.lines.map { $0.split(separator: " ").joined(separator: " ") }
        #expect(
            lines == [
                "device geofence enter exit minutes",
                "+ bus block 2026-01-01T00:01:00.000Z 2026-01-01T00:02:00.000Z +1.0",
                "~ bus circle 2026-01-01T00:02:00.000Z open +1.0",
                "- bus square 2026-01-01T00:01:00.000Z 2026-01-01T00:02:00.000Z -1.0",
                "+ car block 2026-01-01T00:00:30.000Z open +2.0",
                "- car square 2026-01-01T00:00:30.000Z open -2.0",
            ]
        )
        #expect(changed.errorOutput.contains("geofences  1 added, 1 removed, 1 changed"))
        #expect(changed.errorOutput.contains("3 before, 3 after: 2 gained, 2 lost, 1 moved to other times"))
        #expect(changed.errorOutput.contains("devices    2 affected"))
        #expect(changed.errorOutput.contains("minutes    3.0 inside before, 4.0 after"))
    }

    @Test func `the differences can be written as JSON`() async throws {
        let run = try await run(Samples.collection([Samples.square("square")]), "--format json --quiet")
        #expect(run.status == 1)
        #expect(run.errorOutput.isEmpty)
        let object = try run.text.jsonObject()
        #expect((object["geofences"] as? [String: [String]])?["removed"] == ["circle"])
        #expect(object["visits"] as? [String: Int] == ["before": 3, "after": 2, "gained": 0, "lost": 1, "moved": 0])
        let changes = try #require(object["changes"] as? [[String: Any]])
        #expect(changes.map { $0["change"] as? String } == ["lost"])
        #expect(changes[0]["geofence"] as? String == "circle")
        #expect(changes[0]["inside_s"] as? Double == 0)
    }

    @Test func `rejects are reported as by evaluate`() async throws {
        let bench = try Workbench(trace: Samples.trace + Samples.odd)
        let diff = "diff --old fences.geojson --new fences.geojson --trace trace.csv --reject-speed 0"
        let run = try await bench.run(diff)
        #expect(
            run.errorOutput.contains(
                """
                fixes      9 read, 7 used, 2 rejected
                           1 rejected: coordinate
                           1 rejected: null_island
                visits  \u{20}
                """
            ),
            "\(run.errorOutput)"
        )
        let json = try await bench.run("\(diff) --format json")
        let object = try json.text.jsonObject()
        #expect(object["fixes_read"] as? Int == 9 && object["fixes_used"] as? Int == 7)
        #expect(object["rejected"] as? [String: Int] == ["coordinate": 1, "null_island": 1])
    }

    @Test(arguments: [
        ("--old none.geojson", 66), ("--policy none.json", 66), ("--repair --skip-invalid", 64), ("--format csv", 64),
    ])
    func `bad input has its exit code`(options: String, status: Int) async throws {
        let run = try await run(Samples.fences, options)
        #expect(Int(run.status) == status, "\(run.errorOutput)")
    }
}
