import Foundation
import TestSupport
import Testing

@Suite struct ExitCodeTests {
    @Test(arguments: [
        ("evaluate --fences fences.geojson --trace trace.csv --polcy raw", "--polcy"),
        ("evaluate --fences fences.geojson", "--trace"),
        ("evaluate --trace trace.csv", "--fences"),
        ("evaluate --fences fences.geojson --trace trace.csv --threads 0", "--threads"),
        ("evaluate --fences fences.geojson --trace trace.csv --policy strict", "raw"),
        ("evaluate --fences fences.geojson --trace trace.csv --format xml", "ndjson"),
        ("evaluate --fences fences.geojson --trace trace.csv --repair --skip-invalid", "--skip-invalid"),
        ("evaluate --fences fences.geojson --trace trace.csv --rejects -", "--rejects"),
        ("evaluate --fences fences.geojson --trace trace.csv --report -", "--report"),
        ("evaluate --fences fences.geojson --trace trace.csv --output e --report - --rejects -", "Only one"),
        ("evaluate --fences fences.geojson --trace trace.csv --visits -", "Only one of --output and --visits"),
        ("evaluate --fences - --trace -", "once"),
        ("explain --fences fences.geojson --trace trace.csv --device bus --geofence a --max-speed 5", "--pass-through"),
        ("backtest --fences fences.geojson --trace trace.csv --max-speed 5", "--pass-through"),
        ("diff --old fences.geojson --new fences.geojson --trace trace.csv --max-speed 5", "--pass-through"),
        ("watch --store s.db --max-speed 5", "--pass-through"),
        ("nearest --fences fences.geojson --points trace.csv --count 0", "--count"),
        ("generate", "--fences-out"), ("generate --fences fences.geojson", "Unknown option '--fences'"),
        ("evaluate --fences fences.geojson --tarce trace.csv", "Did you mean '--trace'?"),
        ("evaluate --fences fences.geojson --trace trace.csv --chekpoint c --rebase", "Did you mean '--checkpoint'?"),
        ("evaluate --fences fences.geojson --trace trace.csv --tin throttle --battery 5", "Did you mean '--thin'?"),
        ("bench --fence fences.geojson --trace trace.csv", "Did you mean '--fences'?"),
        ("generate --fixes 5 --devices 0 --trace-out x.csv", "--devices"),
        ("watch --stroe s.db", "Did you mean '--store'?"), ("watch --trace -", "expected argument '--store <file>'"),
        ("diff --odl fences.geojson --trace trace.csv", "Did you mean '--old'?"),
        ("explain --trace trace.csv --gefence a", "Did you mean '--geofence'?"),
        ("fences add --store s.db --frob 1", "Unknown option '--frob'"),
        ("verify --colsed", "Did you mean '--closed'?"),
        ("forget --frob -- s.db", "expected argument '--store <file>'"),
        ("lint --fences fences.geojson --repair", "--output"),
        ("fences add --store s.db \u{FFFD} --lat 1 --lon 2 --radius 3", "is not UTF-8"),
        ("fences edit a --store s.db", "See 'geofence fences edit --help'"), ("frobnicate", "frobnicate"),
        ("evalute --fences fences.geojson", "no subcommand 'evalute'. Did you mean 'evaluate'?"),
        ("eval --fences fences.geojson", "Did you mean 'evaluate'?"), ("visit --store s.db", "'visits'?"),
        ("fences lst --store s.db", "no subcommand 'lst'. Did you mean 'list'?"),
        ("frobnicate --fences fences.geojson", "There are evaluate, explain, locate"),
    ])
    func `wrong usage is 64 and names the option`(line: String, word: String) async throws {
        let run = try await Workbench().run(line)
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(run.errorOutput.contains(word), "\(run.errorOutput)")
        #expect(run.errorOutput.contains("--help' for more information."), "\(run.errorOutput)")
    }

    @Test(arguments: [
        (["evaluate", "--fences", "fences.geojson", "--trace", ""], "--trace"),
        (["evaluate", "--fences", "", "--trace", "trace.csv"], "--fences"),
        (["evaluate", "--fences", "fences.geojson", "--trace", "trace.csv", "--output", ""], "--output"),
        (
            ["evaluate", "--fences", "fences.geojson", "--trace", "trace.csv", "-o", "e", "--checkpoint", ""],
            "--checkpoint"
        ),
        (["import", "--store", "s.db", "--source", "a", ""], "an input"),
        (["import", "--store", "", "--source", "a", "trace.csv"], "--store"),
        (["locate", "--fences", "fences.geojson", "--points", ""], "--points"),
        (["verify", ""], "the event log"), (["generate", "--fences-out", ""], "--fences-out"),
        (["bench", "--fences", ""], "--fences"), (["lint", "--fences", ""], "--fences"),
        (["watch", "--store", "s.db", "--trace", ""], "--trace"),
    ])
    func `an empty text in place of a file's name is 64 and names the option`(
        arguments: [String],
        option: String
    ) async throws {
        let bench = try Workbench()
        let run = try await GeofenceProcess.run(arguments, in: bench.folder)
        #expect(run.status == 64 && run.output.isEmpty)
        let message = "Error: \(option) needs the name of a file, not an empty text.\n"
        #expect(run.errorOutput.hasPrefix(message), "\(run.errorOutput)")
        #expect(run.errorOutput.contains("--help' for more information."), "\(run.errorOutput)")
    }

    @Test(arguments: [
        "evaluate --fences fences.geojson --trace other", "evaluate --fences other --trace trace.csv",
        "locate --fences fences.geojson --points other", "verify other",
        "backtest --fences fences.geojson --trace trace.csv --policy raw --labels other",
    ])
    func `UTF-16 text, archives and workbooks are refused with a remedy`(line: String) async throws {
        let bench = try Workbench()
        let heads: [(bytes: [UInt8], word: String)] = [
            ([0xFF, 0xFE, 0x7B, 0x00], "`iconv -f UTF-16 -t UTF-8`"),
            ([0xFE, 0xFF, 0x00, 0x7B], "`iconv -f UTF-16 -t UTF-8`"),
            ([0x7B, 0x00, 0x22, 0x00], "`iconv -f UTF-16LE -t UTF-8`"),
            ([0x00, 0x7B, 0x00, 0x22], "`iconv -f UTF-16BE -t UTF-8`"), ([0x50, 0x4B, 0x03, 0x04], "Unpack"),
            ([0xD0, 0xCF, 0x11, 0xE0], "Save the sheet of a workbook as CSV"),
            ([UInt8](repeating: 0, count: 257) + Array("ustar".utf8), "Unpack"),
        ]
        for (head, word) in heads {
            try Data(head).write(to: bench.folder.url("other"))
            let run = try await bench.run(line)
            #expect(run.status == 65)
            #expect(run.errorOutput.contains(word), "\(run.errorOutput)")
        }
    }

    @Test(arguments: [
        "evaluate --fences missing.geojson --trace trace.csv", "evaluate --fences fences.geojson --trace missing.csv",
        "evaluate --fences . --trace trace.csv", "evaluate --fences fences.geojson --trace .",
        "locate --fences fences.geojson --points missing.csv", "locate --fences fences.geojson --points .",
        "nearest --fences missing.geojson --points trace.csv", "lint --fences missing.geojson",
    ])
    func `a missing input or a directory is 66`(line: String) async throws {
        let run = try await Workbench().run(line)
        #expect(run.status == 66)
        #expect(run.output.isEmpty)
        #expect(run.errorOutput.contains("error:"))
        #expect(run.errorOutput.contains("\n  hint: "))
    }

    @Test(arguments: [
        ("~/trace.csv", "write the folder itself, or $HOME"), ("https://a.example/b.csv", "fetch it first"),
        ("trace.cvs", "Check the path."),
    ])
    func `the hint for a missing file fits its name`(path: String, hint: String) async throws {
        let run = try await Workbench().run("evaluate --fences fences.geojson --trace \(path)")
        #expect(run.status == 66 && run.errorOutput.contains(hint), "\(run.errorOutput)")
    }

    @Test(arguments: [
        "evaluate --fences fences.geojson --trace -", "evaluate --fences - --trace trace.csv",
        "locate --fences fences.geojson --points -", "verify -", "import - --store s.db --source a",
        "watch --store t.db",
    ])
    func `standard input that is a directory is 66`(line: String) async throws {
        let bench = try Workbench()
        #expect(try await bench.run("fences import fences.geojson --store t.db --quiet").status == 0)
        let run = try await GeofenceProcess.shell("geofence \(line) < .", in: bench.folder)
        #expect(run.status == 66, "\(run.errorOutput)")
        #expect(run.errorOutput.contains("-: error: "))
        #expect(run.errorOutput.contains("this is a directory, not a file"))
        #expect(run.errorOutput.contains("\n  hint: Name the files in it one by one."), "\(run.errorOutput)")
        #expect(!FileManager.default.fileExists(atPath: bench.folder.url("s.db").path))
    }

    @Test(arguments: [
        ("evaluate --fences fences.geojson --trace - <&-", 66, "standard input is closed", "name a file"),
        ("evaluate --fences fences.geojson --trace /dev/stdin <&-", 66, "standard input is closed", "name a file"),
        ("locate --fences - --points trace.csv <&-", 66, "standard input is closed", "name a file"),
        ("evaluate --fences fences.geojson --trace trace.csv >&-", 74, "standard output is closed", "> FILE"),
        (
            "evaluate --fences fences.geojson --trace trace.csv --report /dev/stdin <&-", 74,
            "standard input is closed", "Name a file"
        ),
        (
            "locate --fences fences.geojson --points trace.csv --output /dev/fd/0 <&-", 74, "input is closed",
            "Name a file"
        ),
        (
            "evaluate --fences fences.geojson --trace /dev/stdout --quiet --output e.csv >&-", 66,
            "standard output is closed", "Name a file"
        ),
        ("lint --fences /dev/fd/1 >&-", 66, "standard output is closed", "Name a file"),
        ("verify /dev/stdout >&-", 66, "standard output is closed", "Name a file"),
        ("fences export --store s.db >&-", 74, "standard output is closed", "> FILE"),
        ("--version >&-", 74, "standard output is closed", "> FILE"),
    ])
    func `a closed standard stream is reported`(
        line: String,
        status: Int32,
        what: String,
        hint: String
    ) async throws {
        let bench = try Workbench()
        #expect(try await bench.run("fences import fences.geojson --store s.db --quiet").status == 0)
        let run = try await GeofenceProcess.shell("geofence \(line)", in: bench.folder)
        #expect(run.status == status)
        #expect(run.errorOutput.contains(what) && run.errorOutput.contains(hint), "\(run.errorOutput)")
    }

    @Test func `a closed standard error is not an input, but streams open for reading are`()
        async throws
    {
        let bench = try Workbench()
        let evaluate = "geofence evaluate --policy raw --fences fences.geojson --quiet --trace"
        let closed = try await GeofenceProcess.shell("\(evaluate) /dev/stderr 2>&-", in: bench.folder)
        #expect(closed.status == 66 && closed.output.isEmpty)
        let open = try await GeofenceProcess.shell("\(evaluate) /dev/stderr 2< trace.csv", in: bench.folder)
        #expect(open.status == 0 && open.lines.count == 4, "\(open.text)")
        let null = try await GeofenceProcess.shell("\(evaluate) /dev/stdin < /dev/null", in: bench.folder)
        #expect(null.status == 0 && null.output.isEmpty, "\(null.errorOutput)")
    }

    @Test(arguments: [
        "evaluate --fences missing --trace trace.csv", "evaluate --fences fences.geojson --trace missing",
        "evaluate --fences fences.geojson --trace trace.csv --policy ./missing",
        "backtest --fences fences.geojson --trace trace.csv --labels missing", "verify missing",
        "bench --fences missing --trace trace.csv",
    ])
    func `the hint for a missing input is to check the path`(line: String) async throws {
        let run = try await Workbench().run(line)
        #expect(run.status == 66)
        #expect(run.errorOutput.contains("there is no such file"), "\(run.errorOutput)")
        #expect(run.errorOutput.contains("\n  hint: Check the path.\n"), "\(run.errorOutput)")
    }

    @Test func `the hint for a pattern that no file matches is that the shell left it as it is`() async throws {
        let run = try await Workbench().run("evaluate --fences fences.geojson --trace days/*.csv")
        #expect(run.status == 66)
        #expect(run.errorOutput.contains("hint: The shell replaces a pattern only if"), "\(run.errorOutput)")
    }

    @Test func `output for closed standard streams does not end up in files`() async throws {
        let bench = try Workbench()
        let plain = try await bench.evaluate("--output plain --visits plain.visits")
        #expect(!plain.errorOutput.isEmpty)
        let files = "--fences fences.geojson --trace trace.csv --output o --visits v"
        let line = "geofence evaluate --policy raw \(files) <&- >&- 2>&-"
        #expect(try await GeofenceProcess.shell(line, in: bench.folder).status == 0)
        #expect(try bench.folder.text("o") == bench.folder.text("plain"))
        #expect(try bench.folder.text("v") == bench.folder.text("plain.visits"))
    }

    @Test(.enabled(if: Unprivileged.prefix != nil, "root cannot give up its rights here"))
    func `an input without permission is 66`() async throws {
        let line = "geofence evaluate --fences fences.geojson --trace trace.csv"
        let run = try await GeofenceProcess.shell(
            "chmod 755 . && chmod 644 * && chmod 0 trace.csv && \(Unprivileged.prefix ?? "")\(line)",
            in: Workbench().folder
        )
        #expect(run.status == 66)
        #expect(run.errorOutput.hasPrefix("trace.csv: error: "), "\(run.errorOutput)")
        #expect(run.errorOutput.contains("\n  hint: Give yourself permission to read it.\n"))
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full here"),
        arguments: [
            "evaluate --fences fences.geojson --trace trace.csv",
            "evaluate --fences fences.geojson --trace trace.csv --report /dev/full",
            "locate --fences fences.geojson --points trace.csv", "nearest --fences fences.geojson --points trace.csv",
            "lint --fences bowtie.geojson", "generate --fences-out -", "--version", "help", "evaluate --help",
        ]
    )
    func `a full disk is 74`(line: String) async throws {
        let bench = try Workbench()
        try bench.folder.write(Samples.collection([Samples.bowtie("x")]), to: "bowtie.geojson")
        let run = try await GeofenceProcess.shell("geofence \(line) > /dev/full", in: bench.folder)
        #expect(run.status == 74)
        #expect(run.errorOutput.contains("No space left on device"), "\(run.errorOutput)")
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full here"),
        arguments: [
            "evaluate --fences fences.geojson --trace trace.csv --output o --report /dev/full",
            "evaluate --fences fences.geojson --trace bad.csv --output o --visits p --rejects /dev/full",
            "generate --fences-out o --trace-out /dev/full",
        ]
    )
    func `a run that cannot write one result leaves the other files as they were`(line: String) async throws {
        let bench = try Workbench()
        try bench.folder.write(bench.folder.text("trace.csv") + "bad\n", to: "bad.csv")
        try bench.folder.write("of yesterday", to: "o")
        let before = try bench.folder.names
        #expect(try await GeofenceProcess.shell("geofence \(line)", in: bench.folder).status == 74)
        #expect(try bench.folder.text("o") == "of yesterday")
        #expect(try bench.folder.names == before)
    }

    @Test func `a missing output folder is 74, and nothing is left`() async throws {
        let bench = try Workbench()
        let run = try await bench.evaluate("--output nowhere/events.csv")
        #expect(run.status == 74)
        #expect(run.errorOutput.contains("nowhere/events.csv"))
        #expect(try bench.folder.names == ["fences.geojson", "trace.csv"])
    }

    @Test func `a closed pipe ends the run with SIGPIPE, as for any filter`() async throws {
        let bench = try Workbench()
        let line = "geofence generate --geofences 20000 --fences-out - | head -n 1 > head.txt; exit ${PIPESTATUS[0]}"
        let run = try await GeofenceProcess.shell(line, in: bench.folder)
        #expect(run.status == 141)
        #expect(run.errorOutput.isEmpty)
    }

    @Test func `messages have no color outside a terminal`() async throws {
        let run = try await Workbench().run("evaluate --fences missing.geojson --trace trace.csv")
        #expect(!run.errorOutput.contains("\u{1B}"))
    }
}
