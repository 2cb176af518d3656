import Foundation
import Geofencing
import TestSupport
import Testing

@Suite struct VisitTests {
    /// A device that comes from 1 km north of a circle of 100 m, stays inside for some minutes and goes back.
    static let trace =
        "device_id,timestamp,latitude,longitude,horizontal_accuracy\n"
        + [0.009, 0, 0, 0.0001, 0.009, 0.009, 0].enumerated()
        .map { "dog,\(1_767_225_600_000 + $0 * 60_000),\($1),1,10\n" }.joined()

    static let fences = Samples.collection([Samples.circle("home", longitude: 1, latitude: 0, radius: "100")])

    @Test func `visits are written with their times, closed ones first`() async throws {
        let bench = try Workbench(fences: Self.fences, trace: Self.trace)
        let run = try await bench.run(
            "evaluate --fences fences.geojson --trace trace.csv --visits visits.csv --dwell 60 --format csv --report report.json"
        )
        #expect(run.status == 0, "\(run.errorOutput)")
        let visits = try bench.folder.text("visits.csv").split(separator: "\n").map { $0.split(separator: ",").count }
        #expect(visits.count == 3)
        let kinds = run.lines.dropFirst().compactMap { $0.split(separator: ",").first }
        #expect(kinds == ["ENTER", "DWELL", "EXIT", "ENTER"])
        #expect(run.lines[0].hasSuffix(",cause,id,visit_id,dwell_s,ts_min_unix_ms,ts_max_unix_ms"))
        #expect(try bench.json("report.json")["policy"] as? String == "balanced")
    }

    @Test func `with raw, --visits does not change the events`() async throws {
        let bench = try Workbench(fences: Self.fences, trace: Self.trace)
        let plain = try await bench.evaluate("--format csv")
        let followed = try await bench.evaluate("--format csv --visits visits.ndjson")
        #expect(plain.lines.count == followed.lines.count)
        for (one, other) in zip(plain.lines, followed.lines) { #expect(other.hasPrefix(one)) }
        #expect(try bench.folder.text("visits.ndjson").split(separator: "\n").count == 2)
    }

    @Test func `the extension of a file gives its format in any case`() async throws {
        let bench = try Workbench(fences: Self.fences, trace: Self.trace)
        let run = try await bench.evaluate("--visits VISITS.CSV --output Events.Csv --rejects R.NDJSON")
        #expect(run.status == 0, "\(run.errorOutput)")
        #expect(try bench.folder.text("VISITS.CSV").hasPrefix("visit_id,"))
        #expect(try bench.folder.text("Events.Csv").hasPrefix("event,"))
        #expect(try await bench.evaluate("--visits visits.NDJson").status == 0)
        #expect(try bench.folder.text("visits.NDJson").hasPrefix("{\"visit_id\":"))
    }

    @Test func `a visit is written with its end even if the geofence mutes EXIT`() async throws {
        let bench = try Workbench(fences: Self.fences, trace: Self.trace)
        #expect(try await bench.evaluate("--visits plain.csv").status == 0)
        let home = Self.fences.replacing(#""id":"home""#, with: #""id":"home","notifyOnExit":false"#)
        try bench.folder.write(home, to: "fences.geojson")
        #expect(try await bench.evaluate("--visits muted.csv").lines.count == 2)
        let visits = try bench.folder.text("plain.csv")
        #expect(visits.contains(",closed,"))
        #expect(try bench.folder.text("muted.csv") == visits)
    }

    @Test(arguments: ["raw", "balanced", "probability"])
    func `the library's visit ledger gives the same visits as evaluate`(policy: String) async throws {
        let (fences, trace) = (
            Project.folder.appending(path: "data/fences.geojson").path,
            Project.folder.appending(path: "data/trace.csv").path
        )
        let bench = try Workbench()
        let run = try await bench.run(
            "evaluate --fences \(fences) --trace \(trace) --policy \(policy) --visits visits.ndjson"
        )
        #expect(run.status == 0, "\(run.errorOutput)")
        let engine = try GeofenceEngine(
            GeofenceFile(path: fences).read(),
            policy: try #require(TransitionPolicy(name: policy))
        )
        var ledger = VisitLedger()
        let ended = ledger.add(engine.process(try TraceFile(path: trace).read().fixes))
        let written = try bench.folder.text("visits.ndjson").split(separator: "\n").map(String.init)
        #expect(written.dropFirst(ended.count) == ArraySlice(ledger.openVisits.map { $0.json() }))
        #expect(Set(written.prefix(ended.count)) == Set(ended.map { $0.json() }))
        #expect(ended.count > 1 && !ledger.openVisits.isEmpty)
    }

    @Test func `a geofence's own policy and dwell are applied`() async throws {
        let own = Self.fences.replacing(#""radius_m""#, with: #""policy":"raw","dwell_s":90,"radius_m""#)
        let bench = try Workbench(fences: own, trace: Self.trace)
        let run = try await bench.run("evaluate --fences fences.geojson --trace trace.csv --format csv")
        let kinds = run.lines.dropFirst().compactMap { $0.split(separator: ",").first }
        #expect(kinds == ["ENTER", "DWELL", "EXIT", "ENTER"])
        let wrong = own.replacing(#""dwell_s":90"#, with: #""exit_fixes":2"#)
        let refused = try await Workbench(fences: wrong, trace: Self.trace).evaluate()
        #expect(refused.status == 65)
        #expect(refused.errorOutput.contains("exit_fixes is not a threshold of the policy raw"))
    }
}
