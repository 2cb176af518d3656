internal import ArgumentParser
internal import Geofencing

struct BacktestCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "backtest",
        abstract: "Compare policies on your own traces.",
        discussion: """
            Reads the traces once, evaluates them with each policy, and shows how many events, visits and flaps there are, \
            and how long decisions take. A flap is a visit that begins soon after the device's previous visit to the same \
            geofence ended. With --labels, which gives the visits that really took place, it also shows how many of them \
            each policy misses, how many it makes up, and how far off its times are.

              geofence backtest --fences zones.geojson --trace may.csv
              geofence backtest --fences zones.geojson --trace may.csv \\
                --policy balanced strict.json --labels visits.csv --output best.json
              geofence evaluate --fences zones.geojson --trace june.csv --policy best.json
            """
    )

    @OptionGroup(title: "Geofences") var fences: FenceOptions

    @OptionGroup(title: "Traces") var trace: TraceOptions

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "The policies to compare: names, or files as for evaluate --policy. (default: raw balanced probability)",
            valueName: "policy"
        )
    )
    var policy: [PolicyChoice] = []

    @Option(
        help: ArgumentHelp(
            "The visits that really took place, as CSV or NDJSON like that of evaluate --visits. List all of them: others count as false.",
            valueName: "file"
        )
    )
    var labels: String?

    @Option(
        help: ArgumentHelp(
            "A visit that begins this soon after the previous one is a flap. (default: 5m)",
            valueName: "period"
        )
    )
    var flapWindow: Period?

    @OptionGroup(title: "Between fixes") var passing: PassThroughOptions

    @OptionGroup(title: "Suspect fixes") var limits: LimitOptions

    @Option(help: ArgumentHelp("The format of the comparison: text or json.", valueName: "format"))
    var format = ReportFormat.text

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Write a policy to a file for evaluate --policy: the one named by --keep, else the best by the labels.",
            valueName: "file"
        )
    )
    var output: String?

    @Option(help: ArgumentHelp("The policy that --output writes.", valueName: "policy"))
    var keep: String?

    @OptionGroup(title: "Computation") var engine: EngineOptions

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    private var choices: [PolicyChoice] {
        policy.isEmpty ? TransitionPolicy.names.compactMap { PolicyChoice(argument: $0) } : policy
    }

    func check() throws {
        try fences.files.require()
        try trace.require()
        try passing.requireUse()
        let inputs =
            fences.files.named + trace.named + NamedFile.list("--labels", [labels])
            + NamedFile.list("--policy", choices.map(\.path))
        try FilePaths.check(inputs: inputs)
        let names = choices.map(\.defaultValueDescription)
        if Set(names).count < names.count { throw ValidationError("--policy names a policy twice.") }
        if output.map(FilePaths.isStandardOutput) == true {
            throw ValidationError("--output needs a file; standard output is for the comparison.")
        }
        try FilePaths.check(NamedFile.list("--output", [output]), from: inputs)
        if let keep {
            if output == nil { throw ValidationError("--keep needs --output: it names the policy to write.") }
            if !names.contains(keep) {
                throw ValidationError("--keep \(keep) is not one of the policies: \(names.joined(separator: ", ")).")
            }
        } else if output != nil, labels == nil {
            throw ValidationError(
                "Without --labels there is no best policy: name the one that --output writes with --keep."
            )
        }
    }

    func perform() throws {
        let start = ContinuousClock.now
        // Opened before the work starts, so that an output that cannot be written is reported early.
        let file = try output.map { path throws(GeofenceError) in try OutputFile(path: path) }
        let settings = try choices.map { try $0.settings() }
        let labels = try self.labels.map { path throws(GeofenceError) in try VisitLabelReader.read(path: path) }
        let loaded = try fences.load(isStrict: trace.strict, threads: engine.threads.count, messages: messages)
        let geofences = loaded.activeByIdentifier
        let engines = try settings.map { try engine.makeEngine(geofences, rules($0)) }
        let window = flapWindow?.milliseconds ?? 300_000
        var run = TraceRun(trace: trace, threads: engine.threads.count, messages: messages)
        if labels != nil { run.times = UsedTimes() }
        var rows: [BacktestRow] = []
        var devices: Set<DeviceID> = []
        let results = try run.evaluateShowingRejects(engines)
        for (number, var result) in results.enumerated() {
            devices.formUnion(result.engine.registry.names)
            let tally = try EvaluationTally(&result, geofences: geofences, flapWindow: window)
            rows.append(
                BacktestRow(
                    name: choices[number].defaultValueDescription,
                    settings: settings[number],
                    counts: result.counts,
                    tally: tally,
                    labels: labels.map { LabelComparison(found: tally.visits, labels: $0) }
                )
            )
        }
        if !messages.quiet {
            let doubts = try RunDoubts.warnings(
                of: results[0].engine,
                results[0].counts,
                loaded.geofences,
                hasEvents: rows.contains { !$0.tally.visits.isEmpty }
            )
            for warning in doubts { Console().show(warning) }
        }
        if let labels { warn(about: labels, geofences, devices, run.times?.period, rows) }
        let report = BacktestReport(rows: rows, flapWindow: window)
        try format.write(report)
        if let file, let kept = keep.flatMap({ name in rows.first { $0.name == name } }) ?? report.best {
            try file.commit(kept.settings)
            if !messages.quiet { Console().line("\(file.path): \(kept.name)") }
        }
        guard !messages.quiet else { return }
        let seconds = Quantity.fixed((ContinuousClock.now - start) / .seconds(1), digits: 3)
        let time = "time       \(seconds) s; read once, evaluated \(rows.count == 1 ? "once" : "\(rows.count) times")"
        for line in [loaded.summary] + report.fixes + [time] { Console().line(line) }
    }

    private func rules(_ settings: PolicySettings) -> EventRules {
        var rules = EventRules(settings, order: trace.order, limits: limits, passing: passing)
        // The comparison is of visits, including those of geofences that mute their events.
        rules.recordsMuted = true
        return rules
    }
}
