import TestSupport
import Testing

/// Values of any length, and counts of one, in what the user is told.
@Suite struct MessageValueTests {
    private static let long = String(repeating: "x", count: 1000)
    private static let short = String(repeating: "x", count: 60) + "…"

    @Test(arguments: [
        ("--policy \(long)", "The value '\(short)' is invalid for '--policy <policy>'"),
        ("--earliest=\(long)", "The value '\(short)' is invalid for '--earliest <time>': give ISO 8601"),
        ("--\(long)", "Unknown option '--\(short.dropFirst(2))'"),
        ("--quiet \(long)", "Unexpected argument '\(short)'"),
    ])
    func `a long argument is shortened in every error message`(option: String, text: String) async throws {
        let run = try await Workbench().evaluate(option)
        #expect(run.status == 64)
        #expect(run.errorOutput.contains(text), "\(run.errorOutput)")
        #expect(!run.errorOutput.contains(Self.short.dropLast() + "x"))
    }

    @Test(arguments: [
        (
            "--device \(long) --geofence square",
            "there are no fixes of \"\(short)\"; the traces have fixes of 2 devices"
        ),
        (
            "--device bus --geofence \(long)",
            "there is no geofence \"\(short)\" in the files, which have 2 geofences"
        ),
        ("--device bus --geofence square --event \(long)", "\"\(short)\" is not an event of \"bus\" in \"square\""),
    ])
    func `a long unknown name is shortened`(options: String, text: String) async throws {
        let run = try await Workbench().run("explain --fences fences.geojson --trace trace.csv \(options)")
        #expect(run.status == 65 && run.errorOutput.contains(text), "\(run.errorOutput)")
        #expect(!run.errorOutput.contains(Self.short.dropLast() + "x"))
    }

    @Test func `long names from labels and event logs are shortened`() async throws {
        let bench = try Workbench()
        try bench.folder.write(
            "device,geofence,enter_unix_ms,exit_unix_ms\n\(Self.long),\(Self.long),1,2\n",
            to: "l.csv"
        )
        let labels = try await bench.run("backtest --fences fences.geojson --trace trace.csv --labels l.csv")
        #expect(labels.errorOutput.contains("such as \"\(Self.short)\""), "\(labels.errorOutput)")
        let event = #"{"event":"EXIT","device":"\#(Self.long)","geofence":"\#(Self.long)","ts_unix_ms":1}"#
        let log = try await bench.run("verify -", input: event + "\n")
        #expect(log.text.contains("\"\(Self.short)\" in \"\(Self.short)\""), "\(log.text)")
        for run in [labels, log] { #expect(!(run.text + run.errorOutput).contains(Self.short.dropLast() + "x")) }
    }

    @Test(arguments: [
        ("verify -", "event,device,geofence,ts_unix_ms\nENTER\n", "there is 1 cell for 4 columns"),
        ("lint --fences -", "id,latitude,longitude,radius_m\na\n", "the record has 1 column where the header has 4"),
        ("evaluate --fences fences.geojson --trace -", "device,time,lat,lon\na\n", "the record has 1 column where"),
        (
            "evaluate --fences fences.geojson --trace -", "device,time,lat,lon\na,2026-01-01T00:00:00Z,100,5\n",
            "1 of 1 latitude is beyond ±90"
        ),
        (
            "evaluate --fences fences.geojson --trace -",
            "device,time,lat,lon,acc\na,2026-01-01T00:00:00Z,1,2,low\n",
            " 1 accuracy or sequence that is not a number, left out"
        ),
    ])
    func `messages about a count of one use the singular`(line: String, input: String, text: String) async throws {
        let run = try await Workbench().run(line, input: input)
        #expect((run.text + run.errorOutput).contains(text), "\(run.text)\(run.errorOutput)")
    }

    @Test func `progress with a count of one uses the singular`() async throws {
        let bench = try Workbench(fences: Samples.collection([Samples.square("a")]))
        try bench.folder.write("id,latitude,longitude\np,0.5,0.5\n", to: "points.csv")
        let run = try await bench.run("locate --fences fences.geojson --points points.csv --progress always")
        #expect(run.errorOutput.contains("1 geofence, "), "\(run.errorOutput)")
        // A rate may be any number, such as 341 points/s.
        #expect(!run.errorOutput.contains(#/(?:^|[^\d,.])1 (?:geofences|points)(?!/s)/#), "\(run.errorOutput)")
    }
}
