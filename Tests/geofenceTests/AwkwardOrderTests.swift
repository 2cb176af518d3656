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

    @Test(arguments: ["raw", "balanced", "probability"])
    func `a file that is given twice changes no event`(policy: String) async throws {
        let bench = try Workbench()
        let options = "--policy \(policy) --reject-speed 0 --report report.json"
        let once = try await bench.evaluate(options)
        #expect(once.lines.count == 4)
        #expect(try await bench.evaluate("\(options) --trace trace.csv").output == once.output)
        #expect(try bench.json("report.json")["rejected"] as? [String: Int] == ["duplicate": 6])
    }

    /// The fixes of a dog: two digits of the second, latitude, longitude and sequence number.
    private static func trace(_ rows: String...) -> String {
        "device,time,latitude,longitude,seq\n" + rows.map { "dog,17672256\($0)\n" }.joined()
    }

    @Test(arguments: [("", "movement", 3), ("--max-lateness 60", "movement", 3), ("--max-lateness 0", "initial", 2)])
    func `with no lateness no fix waits, and one before the last is late`(
        options: String,
        cause: String,
        used: Int
    ) async throws {
        let bench = try Workbench(trace: Self.trace("60,0.5,0.5,", "00,0.5,-1,", "90,0.5,0.5,"))
        let run = try await bench.evaluate("--format csv --report report.json \(options)")
        #expect(run.shortEvents == ["ENTER,dog,square,1767225660000,\(cause)"])
        #expect(try bench.json("report.json")["fixes_used"] as? Int == used)
    }

    @Test func `at one time a fix without a sequence comes first, and in a store the southern one`() async throws {
        let bench = try Workbench(trace: Self.trace("00,0.5,-1,1", "00,0.5,0.5,"))
        let numbered = try await bench.evaluate("--format csv")
        #expect(
            numbered.shortEvents == [
                "ENTER,dog,square,1767225600000,initial", "EXIT,dog,square,1767225600000,movement",
            ]
        )
        try bench.folder.write(Self.trace("00,0.5,0.5,", "00,0.4,-1,"), to: "trace.csv")
        #expect(try await bench.run("fences import fences.geojson --store s.db --quiet").status == 0)
        #expect(try await bench.run("import trace.csv --store s.db --source t --all --quiet").status == 0)
        let stored = try await bench.run("evaluate --store s.db --policy raw --format csv")
        #expect(stored.shortEvents == ["ENTER,dog,square,1767225600000,movement"])
    }

    @Test func `-180 and 180 are two places, and longitudes are compared once they are wrapped`() async throws {
        let bench = try Workbench(trace: Self.trace("00,10,180,", "00,10,-180,", "00,10,181,", "00,10,-179,"))
        #expect(try await bench.evaluate("--report report.json").status == 0)
        let report = try bench.json("report.json")
        #expect(report["fixes_used"] as? Int == 3 && report["rejected"] as? [String: Int] == ["duplicate": 1])
    }

    @Test func `events of one time are in order of device and geofence, by Unicode scalar`() async throws {
        let sorted = ["Zoo", "stop-10", "stop-9", "zoo", "\u{E9}", "\u{FF5E}", "\u{1F600}"]
        let fences = sorted.reversed().map { Samples.circle($0, longitude: 2, latitude: 1, radius: "100") }
        let trace = "device,time,latitude,longitude\nd-9,1767225600,1,2\nd-10,1767225600,1,2\n"
        let run = try await Workbench(fences: Samples.collection(fences), trace: trace).evaluate("--format csv")
        let pairs = run.shortEvents.map { $0.split(separator: ",")[1...2].joined(separator: " ") }
        let expected = ["d-10", "d-9"].flatMap { device in sorted.map { "\(device) \($0)" } }
        #expect(pairs == expected)
    }

    @Test(arguments: [
        ("", 1_767_226_300_000), ("--max-segment-gap 699", 1_767_226_300_000),
        ("--max-segment-gap 700", 1_767_226_066_666),
    ])
    func `a crossing has its own time only if the fixes around it are close enough`(
        options: String,
        time: Int
    ) async throws {
        let bench = try Workbench(
            trace: "device,time,latitude,longitude\ndog,1767225600,0.5,-1\ndog,1767226300,0.5,0.5\n"
        )
        let run = try await bench.evaluate("--policy balanced --format csv \(options)")
        #expect(run.shortEvents == ["ENTER,dog,square,\(time),movement"])
    }
}
