internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

struct ExplainCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show why a device did or did not enter or leave a geofence.",
        discussion: """
            Shows for each fix: the distance to the boundary in meters, negative inside; the accuracy; the distances at which \
            such a fix decides nothing; the rule of the policy that applied; how many fixes in a row count for a change; and \
            the result. If there was no event, it shows the smallest changes that would have made one; each was tried.

            Without --at, --event, --from or --to, it shows all events of the device in the geofence, or why there are none. \
            The options for geofences, traces and events are those of evaluate, and so are the decisions.

            With --store, it uses the saved geofences and the imported fixes, and explains the events that geofence events \
            lists. A watch keeps its events there, but not its fixes: import them to have its events explained.

              geofence explain --fences stops.geojson --trace buses.csv --device bus-7 \\
                --geofence stop-66
              geofence explain --store fleet.db --device bus-7 --geofence stop-66 \\
                --event 0140768c2c2937e8
            """
    )

    @Option(help: ArgumentHelp("The device.", valueName: "name"))
    var device: String

    @Option(help: ArgumentHelp("The geofence.", valueName: "id"))
    var geofence: String

    @OptionGroup(title: "Moment") var moment: MomentOptions

    @Option(help: ArgumentHelp("The output format: text, or json as one object.", valueName: "format"))
    var format = ReportFormat.text

    @OptionGroup(title: "Geofences") var fences: FenceOptions

    @OptionGroup(title: "Traces") var trace: TraceOptions

    @OptionGroup(title: "Events") var events: PolicyOptions

    @OptionGroup(title: "Between fixes") var passing: PassThroughOptions

    @OptionGroup(title: "Suspect fixes") var limits: LimitOptions

    @OptionGroup(title: "Store") var stored: StoredInputOptions

    @OptionGroup(title: "Computation") var threads: ThreadOptions

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func check() throws {
        try stored.check(fences: fences, trace: trace)
        try passing.requireUse()
        try FilePaths.check(inputs: fences.files.named + trace.named + events.named)
    }

    func perform() throws {
        let rules = try events.rules(order: trace.order, limits: limits, passing: passing)
        if let store = try stored.open() { return try explain(store, rules) }
        let loaded = try fences.load(isStrict: trace.strict, threads: threads.count, messages: messages)
        let known = try find(in: loaded)
        let own = try read(DeviceID(device), rules)
        try write(try explanation(of: own, in: known, of: loaded, rules), own)
        if !messages.quiet, loaded.skipped > 0 { Console().line(loaded.summary) }
    }

    /// Returns what the rules decide about a device's fixes and one of the geofences.
    func explanation(
        of own: DeviceTrace,
        in geofence: Geofence,
        of loaded: LoadedFences,
        _ rules: EventRules
    ) throws(GeofenceError) -> Explanation {
        if own.fixes.isEmpty { throw unknownDevice(own) }
        let engine = try GeofenceEngine(checked: loaded.geofences, rules: rules, threads: threads.count)
        return try engine.explain(own, in: geofence.id)
    }

    /// Writes the requested part of an explanation.
    func write(_ explanation: Explanation, _ own: DeviceTrace) throws {
        let passages = try ExplainedPassages(explanation, moment)
        let report = ExplainReport(explanation: explanation, trace: own, passages: passages)
        try format.write(report)
        let times = explanation.steps.lazy.map(\.fix.time)
        guard let time = moment.at, let first = times.min(), let last = times.max(), time < first || last < time,
            !messages.quiet
        else { return }
        Console().show(.outsideFixes(time, first, last))
    }

    private func read(_ device: DeviceID, _ rules: EventRules) throws(GeofenceError) -> DeviceTrace {
        let progress = ProgressLine(
            messages.progressWish,
            noun: "fix",
            totalBytes: InputSize.bytes(ofTraces: trace.trace)
        )
        var empty: [Diagnostic] = []
        defer {
            progress.clear()
            if !messages.quiet { for warning in empty { Console().show(warning) } }
        }
        return try DeviceTrace(
            device,
            traces: trace.files,
            rules: rules,
            options: trace.evaluation,
            onEmptyInput: { path, reason in empty.append(.emptyInput(path, reason)) },
            progressed: { progress.update(count: $0.records, bytes: $0.bytes) }
        )
    }

    /// Returns the requested geofence from those in the files.
    private func find(in loaded: LoadedFences) throws(GeofenceError) -> Geofence {
        let id = Geofence.ID(geofence)
        if let known = loaded.geofences.first(where: { $0.id == id }) { return known }
        if let fault = loaded.faults[id] {
            throw GeofenceError(
                .unknownGeofence,
                "the geofence \"\(geofence.shortened)\" was left out because it is invalid, so it has no events: \(fault.message)",
                at: fault.location,
                recovery: "\(fault.recoverySuggestion) --repair may do it."
            )
        }
        throw GeofenceError(
            .unknownGeofence,
            "there is no geofence \"\(geofence.shortened)\" in the files, which have \(Quantity.counted(loaded.geofences.count, "geofence"))",
            recovery: CloseNames.hint(
                geofence,
                among: loaded.geofences.lazy.map(\.id.rawValue),
                otherwise: "Check the identifier; `geofence lint` shows what is wrong with the files."
            )
        )
    }

    private func unknownDevice(_ trace: DeviceTrace) -> GeofenceError {
        var message = "there are no fixes of \"\(device.shortened)\""
        message += stored.last == nil ? "; " : " in the period of --last, in which "
        message += "\(stored.store == nil ? "the traces have" : "the store has") fixes of "
        message += Quantity.counted(trace.devices.count, "device")
        if trace.unreadable > 0 {
            message += " and \(Quantity.counted(trace.unreadable, "record")) that cannot be read"
        }
        var hint = "Check the name; a file without a column for the device may give all fixes another name."
        if stored.store != nil {
            hint = """
                Check the name. To bring fixes that a watch has read into the store, use `geofence import`; to bring back \
                forgotten ones, use `geofence import --all`.
                """
        }
        if stored.store == nil, trace.devices.isEmpty {
            hint =
                trace.unreadable > 0
                ? "Run `geofence evaluate` to see what is wrong with each record."
                : "Check that these are the right files."
        }
        if stored.last != nil { hint = "Check the name, leave out --last, or give a longer period." }
        return GeofenceError(
            .unknownDevice,
            message,
            recovery: CloseNames.hint(device, among: trace.devices.lazy.map(\.rawValue), otherwise: hint)
        )
    }
}
