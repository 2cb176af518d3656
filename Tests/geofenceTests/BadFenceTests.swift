import Foundation
import TestSupport
import Testing

/// Geofences that cannot be used, from the file to the exit code.
@Suite struct BadFenceTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        var name: String
        var fences: String
        /// What the message must contain.
        var says: [String]

        var testDescription: String { name }
    }

    static let faults: [Fault] = [
        Fault(
            name: "a self-intersection, with its place",
            fences: Samples.collection([Samples.square("a"), Samples.bowtie("b")]),
            says: ["fences.geojson:2", "feature 1", "geofence \"b\"", "ring 0", "0.5", "self_intersection"]
        ),
        Fault(
            name: "a duplicate identifier, with both places",
            fences: Samples.collection([Samples.square("a"), Samples.square("a")]),
            says: ["fences.geojson:2", "fences.geojson:1", "duplicate_identifier"]
        ),
        Fault(
            name: "a collection without features",
            fences: #"{"type":"FeatureCollection","name":"stops"}"#,
            says: ["fences.geojson:1", "ends without \"features\"", "invalid_syntax"]
        ),
        Fault(name: "an empty object", fences: "{}", says: ["fences.geojson:1:1", "not GeoJSON", "unknown_format"]),
        Fault(
            name: "a ring of two points",
            fences: Samples.collection([Samples.feature("a", polygon: "[[[0,0],[1,1],[0,0]]]")]),
            says: ["geofence \"a\"", "three distinct vertices"]
        ),
        Fault(
            name: "a ring without area",
            fences: Samples.collection([Samples.feature("a", polygon: "[[[0,0],[1,1],[2,2],[0,0]]]")]),
            says: ["geofence \"a\"", "error:"]
        ),
        Fault(
            name: "a hole outside",
            fences: Samples.collection([
                Samples.feature(
                    "a",
                    polygon: "[[[0,0],[1,0],[1,1],[0,1],[0,0]],[[5,5],[6,5],[6,6],[5,6],[5,5]]]"
                )
            ]),
            says: ["hole_outside_shell"]
        ),
        Fault(
            name: "a latitude of 91",
            fences: Samples.collection([Samples.feature("a", polygon: "[[[0,0],[1,91],[1,1],[0,0]]]")]),
            says: ["invalid_coordinate", "vertex 1"]
        ),
        Fault(
            name: "a vertex that is no number",
            fences: Samples.collection([Samples.feature("a", polygon: "[[[0,0],[NaN,1],[1,1],[0,0]]]")]),
            says: ["error:", "fences.geojson:1:"]
        ),
        Fault(
            name: "latitude and longitude swapped",
            fences: Samples.collection([Samples.circle("a", longitude: 52.5, latitude: 113.4, radius: "5")]),
            says: ["invalid_coordinate", "hint: Check whether latitude and longitude are swapped."]
        ),
        Fault(
            name: "meters of a map projection",
            fences: Samples.collection([Samples.feature("a", polygon: "[[[5e5,5.8e6],[5.1e5,5.8e6],[5e5,5.9e6]]]")]),
            says: ["invalid_coordinate", "`ogr2ogr -s_srs EPSG:CODE -t_srs EPSG:4326 -f GeoJSON OUT IN`"]
        ),
        Fault(
            name: "a radius of zero",
            fences: Samples.collection([Samples.circle("a", longitude: 0, latitude: 0, radius: "0")]),
            says: ["invalid_radius", "geofence \"a\""]
        ),
        Fault(
            name: "a negative radius",
            fences: Samples.collection([Samples.circle("a", longitude: 0, latitude: 0, radius: "-5")]),
            says: ["invalid_radius"]
        ),
        Fault(
            name: "a radius larger than half the Earth",
            fences: Samples.collection([Samples.circle("a", longitude: 0, latitude: 0, radius: "3e7")]),
            says: ["invalid_radius"]
        ),
        Fault(
            name: "a GeometryCollection",
            fences: Samples.collection([
                #"{"type":"Feature","properties":{"id":"a"},"geometry":{"type":"GeometryCollection","geometries":[]}}"#
            ]),
            says: ["GeometryCollection"]
        ),
        Fault(name: "text that ends in the middle", fences: String(Samples.fences.dropLast(30)), says: ["error:"]),
        Fault(name: "binary garbage", fences: "\u{0}\u{1}\u{2}\u{3}garbage\u{0}\u{0}", says: ["unknown_format"]),
        Fault(name: "an object of something else", fences: "{\"device\":\"a\",\"ts_unix_ms\":1}\n", says: ["error:"]),
        Fault(
            name: "a trace",
            fences: String(repeating: "{\"lat\":1,\"lon\":2,\"ts_unix_ms\":1}\n", count: 3),
            says: ["this is a trace, not geofences", "Give it as --trace"]
        ),
    ]

    @Test(arguments: faults)
    func `an unusable geofence ends the run with 65 before any work`(fault: Fault) async throws {
        let bench = try Workbench(fences: fault.fences)
        let run = try await bench.evaluate("--output events.csv")
        #expect(run.status == 65)
        #expect(run.output.isEmpty)
        for word in fault.says { #expect(run.errorOutput.contains(word), "\(word) in:\n\(run.errorOutput)") }
        #expect(run.errorOutput.contains("\n  hint: "))
        #expect(try bench.folder.names == ["fences.geojson", "trace.csv"])
    }

    @Test(arguments: ["lint --fences fences.geojson", "bench --fences fences.geojson"])
    func `a command without --skip-invalid does not suggest it as its own option`(line: String) async throws {
        let shapeless = #"{"type":"Feature","properties":{"id":"a"},"geometry":null}"#
        for feature in [Samples.bowtie("b"), shapeless] {
            let run = try await Workbench(fences: Samples.collection([feature])).run(line)
            let told = run.text + run.errorOutput
            let other = "a command such as `geofence evaluate --skip-invalid`"
            #expect(told.contains(other), "\(told)")
            #expect(!told.replacing(other, with: "").contains("--skip-invalid"), "\(told)")
        }
    }

    @Test func `--repair makes a valid shape and reports the change in area`() async throws {
        let bench = try Workbench(fences: Samples.collection([Samples.bowtie("b"), Samples.square("a")]))
        let run = try await bench.evaluate("--repair --format csv")
        #expect(run.status == 0)
        #expect(run.errorOutput.contains("geofence \"b\"): repaired, with"))
        #expect(run.errorOutput.contains("1 repaired"))
        // The car is at 0.25, 0.25: on the edge of the repaired shape.
        #expect(run.shortEvents.contains("ENTER,car,b,1767225630000,initial"))
    }

    @Test func `--skip-invalid leaves out invalid geofences and reports how many`() async throws {
        let bench = try Workbench(fences: Samples.collection([Samples.bowtie("b"), Samples.square("a")]))
        let run = try await bench.evaluate("--skip-invalid --report report.json")
        #expect(run.status == 0)
        #expect(run.errorOutput.contains("1 invalid and left out"))
        #expect(try bench.json("report.json")["geofences"] as? Int == 1)
    }

    @Test(arguments: [
        ("locate --fences fences.geojson --points trace.csv", ["geofences"]),
        ("nearest --fences fences.geojson --points trace.csv", ["geofences"]),
        ("backtest --fences fences.geojson --trace trace.csv", ["geofences"]),
        ("diff --old fences.geojson --new fences.geojson --trace trace.csv", ["old", "new"]),
        ("explain --fences fences.geojson --trace trace.csv --device bus --geofence a", ["geofences"]),
    ])
    func `other commands report what --skip-invalid leaves out`(line: String, labels: [String]) async throws {
        let bench = try Workbench(fences: Samples.collection([Samples.bowtie("b"), Samples.square("a")]))
        let run = try await bench.run("\(line) --skip-invalid")
        #expect(run.status == 0, "\(run.errorOutput)")
        let lines = run.errorOutput.split(separator: "\n").filter {
            $0.hasSuffix("1 (1 polygon), 1 invalid and left out")
        }
        #expect(lines.map { $0.prefix { $0 != " " } } == labels.map { $0[...] }, "\(run.errorOutput)")
    }

    @Test(arguments: ["--repair", "--skip-invalid"])
    func `a duplicate identifier is an error even with --repair or --skip-invalid`(option: String) async throws {
        let bench = try Workbench(fences: Samples.collection([Samples.square("a"), Samples.square("a")]))
        #expect(try await bench.evaluate(option).status == 65)
    }

    @Test func `an unclosed ring is closed with a warning, and is an error with --strict`() async throws {
        let open = Samples.feature("square", polygon: "[[[0,0],[1,0],[1,1],[0,1]]]")
        let circle = Samples.circle("circle", longitude: 2, latitude: 0.5, radius: "20000")
        let bench = try Workbench(fences: Samples.collection([open, circle]))
        let run = try await bench.evaluate("--format csv")
        #expect(run.status == 0)
        #expect(run.errorOutput.contains("warning:"))
        #expect(run.shortEvents == Samples.events)
        #expect(try await bench.evaluate("--strict").status == 65)
    }

    @Test func `the first ten findings are shown, then the number of the others`() async throws {
        let bench = try Workbench(fences: Samples.collection((0..<14).map { Samples.bowtie("b\($0)") }))
        let run = try await bench.evaluate()
        #expect(run.status == 65)
        #expect(run.errorOutput.contains("geofence \"b9\""))
        #expect(!run.errorOutput.contains("geofence \"b10\""))
        #expect(run.errorOutput.contains("4 more errors"))
    }

    @Test(arguments: [
        ("[NaN,2]", "5", "NaN is not a finite number [invalid_coordinate]"),
        ("[1,-Infinity]", "5", "-Infinity is not a finite number [invalid_coordinate]"),
        ("[1,2]", "NaN", "\"radius_m\" is not a finite number [invalid_syntax]"),
        ("NaN", "5", "\"coordinates\" is not an array [invalid_syntax]"),
        ("[1,2]", #"5,"note":None,"more":{"a":[True,NaN]}"#, nil),
    ])
    func `a word that JSON does not have is refused only where a number is needed, and not the other geofences with it`(
        place: String,
        radius: String,
        error: String?
    ) async throws {
        let feature = #"{"type":"Feature","id":"a","properties":{"radius_m":\#(radius)},"geometry":"#
        let bench = try Workbench(
            fences: Samples.collection([
                #"\#(feature){"type":"Point","coordinates":\#(place)}}"#,
                Samples.circle("b", longitude: 500, latitude: 0, radius: "5"),
            ])
        )
        let run = try await bench.run("lint --fences fences.geojson")
        #expect(run.status == 1 && run.text.contains("geofence \"b\""), "\(run.text)")
        if let error {
            #expect(run.text.contains("error: \(error)"), "\(run.text)")
        } else {
            #expect(!run.text.contains("geofence \"a\""), "\(run.text)")
        }
    }

    @Test func `bytes after the end of well-known binary are refused`() async throws {
        let point = "0101000000cdcccccccccc2a400000000000404a40"
        let bench = try Workbench(fences: "id,wkb,radius_m\na,\(point),100\n")
        #expect(try await bench.run("lint --fences fences.geojson").status == 0)
        for rest in ["ff", point] {
            try bench.folder.write("id,wkb,radius_m\na,\(point)\(rest),100\n", to: "more.csv")
            let run = try await bench.run("lint --fences more.csv")
            #expect(
                run.status == 1 && run.text.contains("unexpected text after the end of the geometry"),
                "\(run.text)"
            )
        }
        try bench.folder.write("id,wkb,radius_m\na,\(point)0,100\n", to: "more.csv")
        let run = try await bench.run("lint --fences more.csv")
        #expect(run.status == 1 && run.text.contains("a digit is missing"), "\(run.text)")
    }

    @Test func `a long unclosed ring in well-known text is reported promptly`() async throws {
        let corners = (0..<200_000).map { "\($0 % 180).\($0) 1" }.joined(separator: ",")
        let bench = try Workbench(fences: "id,wkt\na,\"POLYGON((7 8,\(corners)))\"\n")
        let run = try await bench.run("lint --fences fences.geojson")
        #expect(run.status == 1 && run.text.contains("the ring that begins at 7 8 is not closed"), "\(run.text)")
    }
}
