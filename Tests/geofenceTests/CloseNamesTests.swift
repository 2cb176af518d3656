import Geofencing
import GeofencingStore
import TestSupport
import Testing

@testable import geofence

@Suite struct CloseNamesTests {
    private func hint(_ name: String, among names: [String]) -> String {
        CloseNames.hint(name, among: names, otherwise: "none")
    }

    @Test func `the three closest names are suggested, whatever their order`() {
        let names = ["stop-12", "stop-1", "step-1", "stop-3", "stop-2", "shop-22", "depot"]
        for names in [names, names.reversed(), names + names] {
            #expect(hint("stop-22", among: names) == "Did you mean \"shop-22\", \"stop-12\" or \"stop-2\"?")
        }
        #expect(hint("DEPOTS", among: names) == "Did you mean \"depot\"?")
        #expect(hint("elephant", among: names) == "none")
        #expect(hint("x", among: []) == "none")
    }

    @Test func `a name is close if at most a third of it differs`() {
        #expect(hint("stop-22", among: ["step-21"]) == "Did you mean \"step-21\"?")
        #expect(hint("stop-22", among: ["step-31"]) == "none")
        #expect(hint("ab", among: ["ac"]) == "Did you mean \"ac\"?")
        #expect(hint("ab", among: ["cd"]) == "none")
    }

    @Test func `names that differ only in Unicode normalization are both suggested`() {
        let names = ["cafe\u{301}teria", "caf\u{e9}teria"]
        #expect(hint("cafeteria", among: names + names).count { $0 == "\"" } == 4)
    }

    @Test(arguments: [
        "fences show NAME", "fences edit NAME --radius 5", "fences remove circle NAME",
        "explain --device bus --geofence NAME", "events --geofence NAME", "visits --geofence NAME",
    ])
    func `an unknown geofence is reported with the closest names`(line: String) async throws {
        let bench = try Workbench()
        #expect(try await bench.run("fences import fences.geojson --store s.db --quiet").status == 0)
        for (name, hint) in [
            ("sqare", "Did you mean \"square\"?"), ("elephant", "`geofence fences list` lists those that are saved"),
        ] {
            let run = try await bench.run("\(line.replacing("NAME", with: name)) --store s.db")
            #expect(run.status == 65 && run.output.isEmpty)
            #expect(run.errorOutput.contains("\"\(name)\" [unknown_geofence]\n  hint: "), "\(run.errorOutput)")
            #expect(run.errorOutput.contains(hint), "\(run.errorOutput)")
        }
        #expect(try await bench.run("fences list --store s.db").lines.count == 3)
    }

    @Test func `commands that need a saved geofence do not suggest removed ones`() async throws {
        let bench = try Workbench()
        #expect(try await bench.run("fences import fences.geojson --store s.db --quiet").status == 0)
        #expect(try await bench.run("fences remove circle --store s.db").status == 0)
        let show = try await bench.run("fences show circel --store s.db")
        #expect(show.status == 65 && !show.errorOutput.contains("Did you mean"), "\(show.errorOutput)")
        let events = try await bench.run("events --geofence circel --store s.db")
        #expect(events.status == 65 && events.errorOutput.contains("Did you mean \"circle\"?"), "\(events.errorOutput)")
    }
}
