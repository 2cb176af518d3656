import Foundation
import TestSupport
import Testing

/// Inputs that are not in order, or have several positions at one time.
@Suite struct AwkwardOrderTests {
    /// Two devices among the samples' geofences, with sequence numbers, in shuffled order and with several positions at
    /// some times.
    private static let trace: String = {
        let places = ["0.5,-1", "0.25,0.25", "0.5,0.5", "0.5,1.5", "0.5,2", "0.6,2", "0.5,1"]
        let rows = (0..<200).map { number in
            let time = 1_767_225_600_000 + (number * 7919 % 60) * 60_000
            return "\(number % 3 == 0 ? "car" : "bus"),\(time),\(places[number * 31 % places.count]),10,\(number)\n"
        }
        return "device_id,ts_unix_ms,latitude,longitude,accuracy,seq\n" + rows.joined()
    }()

    @Test(arguments: ["raw", "balanced", "probability"], ["time", "input"])
    func `events of a shuffled trace have no violations or repeated identifiers`(
        policy: String,
        order: String
    ) async throws {
        let bench = try Workbench(trace: Self.trace)
        let line = "--policy \(policy) --order \(order) --reject-speed 0 --visits visits.csv"
        for passing in ["", " --pass-through", " --dwell 60 --stale-after 1000"] {
            let run = try await bench.evaluate("\(line) --output events.ndjson\(passing)")
            #expect(run.status == 0, "\(run.errorOutput)")
            let verified = try await bench.run("verify events.ndjson")
            #expect(verified.status == 0, "\(verified.text)")
            let events = try bench.folder.text("events.ndjson").split(separator: "\n")
            #expect(events.count > 5)
            let visits = try bench.folder.text("visits.csv").split(separator: "\n").dropFirst().map { $0.prefix(16) }
            #expect(Set(visits).count == visits.count)
        }
    }

    @Test func `records rejected before the fixes turn out to be out of order are reported once`() async throws {
        let bench = try Workbench()
        let header = "device,time,latitude,longitude\n"
        let late = "dog,2026-01-01T00:01:00Z,0.5,0.5\ndog,never,0.5,0.5\n"
        try bench.folder.write(header + late, to: "late.csv")
        try bench.folder.write(header + "dog,2026-01-01T00:00:00Z,0.5,-1\n", to: "early.csv")
        let run = try await bench.evaluate("--reject-speed 0 --threads 1 --trace late.csv early.csv")
        #expect(run.status == 0)
        #expect(run.errorOutput.contains("fixes      9 read, 8 used, 1 rejected\n"), "\(run.errorOutput)")
        #expect(run.errorOutput.components(separatedBy: "late.csv:3:").count == 2, "\(run.errorOutput)")
    }
}
