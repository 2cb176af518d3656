internal import ArgumentParser
internal import Geofencing

struct VerifyCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check an event log for contradictions.",
        discussion: """
            Checks for each device and geofence that ENTER and EXIT alternate, starting with an ENTER; that time never goes \
            back; that DWELL comes at most once per visit, and only inside; and that a dwell time is EXIT minus ENTER. \
            Identifiers must be unique. Each violation is written with its line; the exit code is 1 if there are any. Visits \
            that are open at the end are counted, but are violations only with --closed. Geofences that mute ENTER or EXIT do \
            not alternate.

            Reads the events of evaluate, Tile38 messages, Traccar's event table and OwnTracks transitions.

              geofence verify events.ndjson
              geofence verify --closed --findings json events.csv.gz
              mosquitto_sub -t 'owntracks/+/+/event' | geofence verify -
            """
    )

    @Argument(help: ArgumentHelp("The event log; - is standard input.", valueName: "events"))
    var events: String

    @Option(
        help: ArgumentHelp("The format of the log. (default: detected from the content)", valueName: "format")
    )
    var format: EventLogFormat?

    @Option(
        help: ArgumentHelp(
            "The format of the violations: text, or json with one object per line.",
            valueName: "style"
        )
    )
    var findings = ReportFormat.text

    @Flag(help: "Report a visit without an EXIT as a violation too.")
    var closed = false

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func check() throws { try FilePaths.check(inputs: NamedFile.list("the event log", [events])) }

    func perform() throws {
        let reader = try EventLogReader(path: events, format: format)
        let results = try OutputFile(path: "-")
        let progress = ProgressLine(messages.progressWish, noun: "event", totalBytes: InputSize.bytes(of: [events]))
        defer { progress.clear() }
        var verifier = EventVerifier()
        var (read, others, violations) = (0, 0, 0)
        func write(_ found: [EventViolation]) throws(GeofenceError) {
            violations += found.count
            for violation in found { try results.write(text(violation)) }
        }
        var goesOn = true
        while goesOn {
            goesOn = try reader.read { record throws(GeofenceError) in
                read += 1
                switch record {
                case .event(let event): try write(verifier.add(event))
                case .other: others += 1
                case .unreadable(let line, let message):
                    try write([EventViolation(.unreadable, line: line, message)])
                }
            }
            progress.update(count: read, bytes: reader.byteCount)
        }
        let open = verifier.openVisits
        try write(verifier.finish(isClosed: closed))
        try results.commit()
        progress.clear()
        if !messages.quiet {
            let console = Console()
            let counts = [LoggedEvent.Kind.enter, .exit, .dwell].map { kind in
                "\(Quantity.grouped(verifier.counts[kind] ?? 0)) \(kind.rawValue)"
            }
            if read == 0 {
                console.show(.emptyInput(events))
            } else if read == others, let reason = reader.format?.emptiness {
                console.show(.emptyInput(events, reason))
            }
            others += verifier.counts[.forgotten] ?? 0
            console.line("log        \(reader.format?.rawValue ?? "empty"), \(Quantity.counted(read, "record"))")
            console.line("events     \(counts.joined(separator: ", ")); \(Quantity.grouped(others)) of other kinds")
            console.line("visits     \(Quantity.grouped(open)) open at the end")
            console.line("violations \(Quantity.grouped(violations))")
        }
        if violations > 0 { throw ExitCode.failure }
    }

    private func text(_ violation: EventViolation) -> String {
        switch findings {
        case .text:
            var message = violation.message
            if let device = violation.device, let geofence = violation.geofence {
                message = "\"\(device.shortened)\" in \"\(geofence.shortened)\": \(message)"
            }
            let diagnostic = Diagnostic(
                severity: .error,
                location: InputLocation(file: events, line: violation.line),
                message: message,
                reason: violation.code.rawValue
            )
            return diagnostic.text() + "\n"
        case .json:
            return JSONText.object([
                "code": .string(violation.code.rawValue),
                "message": .string(violation.message),
                "file": .string(events),
                "line": .number(violation.line),
                "other_line": violation.otherLine.map { .number($0) },
                "device": violation.device.map { .string($0) },
                "geofence": violation.geofence.map { .string($0) },
            ])
            .line
        }
    }
}
