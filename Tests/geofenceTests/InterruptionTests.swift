import Foundation
import TestSupport
import Testing

/// Runs that are ended by a signal while they write.
@Suite(
    .enabled(
        if: FileManager.default.fileExists(atPath: "/usr/bin/timeout"),
        "there is no timeout here"
    )
)
struct InterruptionTests {
    /// Returns a script that starts an evaluation with a pipe as its trace, waits until it reads the pipe and has begun
    /// its outputs, and then runs `end`.
    ///
    /// `set -m` is needed because a shell otherwise makes its background jobs ignore SIGINT.
    private func script(starting prefix: String = "", then end: String) -> String {
        """
        mkfifo trace.fifo
        set -m
        \(prefix)geofence evaluate --policy raw --fences fences.geojson --trace trace.fifo --output e.ndjson \
        --visits v.csv --rejects r.ndjson --report s.json --quiet &
        exec 3> trace.fifo
        ls | grep -c partial
        \(end)
        wait $!
        echo "status $?"
        """
    }

    private func run(_ script: String) async throws -> (run: GeofenceProcess, names: [String]) {
        let bench = try Workbench()
        try bench.folder.write(script, to: "script.sh")
        let run = try await GeofenceProcess.shell("timeout -s KILL 100 bash script.sh", in: bench.folder)
        return (run, try bench.folder.names)
    }

    @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)])
    func `a signal leaves no unfinished file and sets the exit status`(signal: String, status: Int) async throws {
        let (run, names) = try await run(script(then: "kill -\(signal) $!"))
        #expect(run.lines == ["4", "status \(status)"], "\(run.errorOutput)")
        #expect(names == ["fences.geojson", "script.sh", "trace.csv", "trace.fifo"])
    }

    @Test func `files left after SIGKILL are removed by the next run with the same outputs`() async throws {
        let again = """
            geofence evaluate --policy raw --fences fences.geojson --trace trace.csv --output e.ndjson --visits v.csv --quiet
            """
        let (run, names) = try await run(
            script(
                then: """
                    kill -KILL $!; wait $! 2> wait.txt; ls | grep -c partial
                    \(again)
                    ls | grep partial | cut -d. -f1,2
                    """
            )
        )
        #expect(run.lines == ["4", "4", "r.ndjson", "s.json", "status 137"], "\(run.errorOutput)")
        #expect(names.contains("e.ndjson") && names.contains("v.csv"))
    }

    /// Returns a bench with the fixes of a device and as many records that cannot be read, for more text than a pipe
    /// holds.
    private func bench() throws -> Workbench {
        let fixes = (0..<20_000).map { "bus,\(1_767_225_600 + $0),0.5,\($0.isMultiple(of: 2) ? "0.5" : "1.5")\n" }
        let faults = String(repeating: "bus,never,0.5,0.5\n", count: 20_000)
        return try Workbench(trace: "device_id,timestamp,latitude,longitude\n" + fixes.joined() + faults)
    }

    @Test(arguments: [
        "evaluate --visits v.csv --rejects r.ndjson --report s.json", "evaluate --output e.csv --rejects -",
        "evaluate --threads 2 --visits v.csv", "watch --name w --rejects r.ndjson",
    ])
    func `a closed pipe leaves no unfinished file and ends the run with SIGPIPE`(line: String) async throws {
        let bench = try bench()
        let inputs = line.hasPrefix("watch") ? "--store s.db" : "--fences fences.geojson"
        let run = try await GeofenceProcess.shell(
            """
            geofence fences import --store s.db fences.geojson --quiet
            geofence \(line) --policy raw \(inputs) --trace trace.csv --quiet | head -n 1 > head.txt
            echo "status ${PIPESTATUS[0]}"
            """,
            in: bench.folder
        )
        #expect(run.lines == ["status 141"])
        #expect(run.errorOutput.isEmpty)
        #expect(try !bench.folder.names.contains { $0.contains("partial") })
    }

    @Test func `a closed pipe is an error if SIGPIPE is ignored from the start`() async throws {
        let bench = try bench()
        let run = try await GeofenceProcess.shell(
            """
            trap '' PIPE
            geofence evaluate --policy raw --fences fences.geojson --trace trace.csv --visits v.csv --quiet | true
            echo "status ${PIPESTATUS[0]}"
            """,
            in: bench.folder
        )
        #expect(run.lines == ["status 74"])
        #expect(run.errorOutput.contains("Broken pipe"))
        #expect(try bench.folder.names == ["fences.geojson", "trace.csv"])
    }

    @Test func `a signal that is ignored from the start stays ignored`() async throws {
        let (run, names) = try await run(
            script(starting: "trap '' HUP; ", then: "kill -HUP $!; cat trace.csv >&3; exec 3>&-")
        )
        #expect(run.lines == ["4", "status 0"], "\(run.errorOutput)")
        #expect(names.contains("e.ndjson") && names.contains("s.json"))
        #expect(!names.contains { $0.contains("partial") })
    }
}
