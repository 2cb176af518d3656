import Foundation
import Geofencing
import GeofencingStore
import TestSupport
import Testing

@testable import geofence

@Suite struct HealthReportTests {
    @Test(arguments: [(9, ""), (10, ""), (11, " and 1 more")])
    func `advice for many devices names the first ten`(count: Int, rest: String) throws {
        let folder = try TemporaryFolder()
        let store = try GeofenceStore(path: folder.url("s.db").path, opening: .createIfMissing)
        let names = (0..<count).map { DeviceID("d\(1000 + $0)") }
        for name in names {
            let report = DeviceReport(
                device: name,
                authorizationStatus: .denied,
                locationServicesEnabled: true,
                time: Timestamp(unixMilliseconds: 0)
            )
            try store.save(report)
        }
        let named = names.prefix(10).map(\.rawValue).joined(separator: ", ")
        let advice = try HealthReport(store, in: nil, wasAsked: false).advice
        #expect(advice.first == "Allow the tracking app to use the location at all times on: \(named)\(rest).")
    }

    @Test(arguments: [
        ("s.db", "s.db"), ("süd/s-1.db", "süd/s-1.db"), ("my st'ore.db", #"'my st'\''ore.db'"#), ("$a", "'$a'"),
    ])
    func `advice names the store as a shell reads it`(name: String, word: String) async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.url("süd"), withIntermediateDirectories: true)
        let store = try GeofenceStore(path: folder.url(name).path, opening: .createIfMissing)
        try store.apply([
            .upsert(Geofence("a", .circle(center: Coordinate(latitude: 0, longitude: 0), radius: .meters(9))))
        ])
        #expect(name.asShellWord == word)
        let start = try #require(HealthReport(store, in: nil, wasAsked: false).advice.first)
        #expect(start.contains("geofence watch --store \(store.path.asShellWord) --trace -"), "\(start)")
    }

    @Test func `a store without geofences is healthy, and says so`() async throws {
        let bench = try Workbench()
        let added = try await bench.run("fences add start --store s.db --latitude 52.52 --longitude 13.405 --radius 10")
        #expect(added.status == 0, "\(added.errorOutput)")
        #expect(try await bench.run("fences remove start --store s.db").status == 0)
        let health = try await bench.run("health --store s.db")
        #expect(health.status == 0)
        #expect(health.lines.first == "No active geofences")
        #expect(health.text.contains("geofence fences add"))
    }

    @Test func `--last counts the visits that began in that time, and keeps the last event of any time`() async throws {
        let bench = try Workbench()
        _ = try await bench.run("fences add start --store s.db --latitude 52.52 --longitude 13.405 --radius 10")
        let now = Timestamp.now.unixMilliseconds
        let fixes: [(Int64, Double)] = [
            (-7_200_000, 52.52), (-7_100_000, 52), (-60_000, 52.52), (-50_000, 52), (-40_000, 52.52),
            (200_000, 52), (400_000, 52.52),
        ]
        let rows = fixes.map { "dog,\(now + $0),\($1),13.405\n" }
        let trace = "device,ts_unix_ms,latitude,longitude\n" + rows.joined()
        #expect(try await bench.run("watch --store s.db --trace - --policy raw", input: trace).status == 0)
        func counts(_ options: String) async throws -> String {
            let health = try await bench.run("health --store s.db --format json \(options)")
            let match = health.text.firstMatch(of: /"last_event_unix_ms":(-?\d+),"visits":(\d+),"flaps":(\d+)/)
            return match.map { "\((Int64($0.1) ?? 0) - now) \($0.2) \($0.3)" } ?? health.text
        }
        #expect(try await counts("") == "400000 4 1")
        #expect(try await counts("--last 1h") == "400000 2 1")
        #expect(try await counts("--last 0s") == "400000 0 0")
        let text = try await bench.run("health --store s.db --last 1h").text
        #expect(text.contains(/\nvisits             2 since \d{4}-\S+Z; 0 geofences never hit\n/), "\(text)")
        let json = try await bench.run("health --store s.db --last 1h --format json").text
        let since = try #require(json.firstMatch(of: /"since_unix_ms":(\d+),"geofences":/).flatMap { Int64($0.1) })
        #expect((now - 3_600_000...Timestamp.now.unixMilliseconds - 3_600_000).contains(since))
    }

    @Test func `health counts the rejected fixes of watches by device`() async throws {
        let bench = try Workbench()
        _ = try await bench.run("fences add start --store s.db --latitude 52.52 --longitude 13.405 --radius 10")
        let header = "device,ts_unix_ms,latitude,longitude\n"
        let rows = """
            dog,1000,52.52,13.405
            dog,1000,52.52,13.405
            dog,500,52,13
            cat,7,1,1
            cat,7,1,1
            cat,nonsense,1,1
            dog,400,52,13

            """
        let watch = "watch --store s.db --trace - --policy raw"
        #expect(try await bench.run(watch, input: header + rows).status == 0)
        let health = try await bench.run("health --store s.db")
        #expect(health.text.contains("rejected           4 fixes of 2 devices\n"), "\(health.text)")
        let lines = health.lines.drop { $0 != "Devices with rejected fixes (2)" }.dropFirst(2)
        #expect(lines.first?.contains(/^  dog +3 +\S+Z +duplicate 1, late 2$/) == true, "\(health.text)")
        #expect(lines.dropFirst().first?.contains(/^  cat +1 +\S+Z +duplicate 1$/) == true, "\(health.text)")
        // The rejects of a second run of the watch are added.
        #expect(try await bench.run(watch, input: header + "dog,300,52,13\n").status == 0)
        let json = try await bench.run("health --store s.db --format json")
        #expect(
            json.text.contains(
                /"rejected":\[{"device":"dog","fixes":4,"last_unix_ms":\d+,"reasons":{"duplicate":1,"late":3}}/
            )
        )
    }
}
