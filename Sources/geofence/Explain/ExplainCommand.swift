internal import ArgumentParser
internal import Geofencing

struct ExplainCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show why a device did or did not enter or leave a geofence.",
        discussion: """
            For each fix: the distance to the boundary in meters, negative inside; its accuracy; the distances at which it \
            could not be decided; the rule of the policy that acted; the fixes in a row that speak for a change; what came of \
            it. Where nothing came of it, the smallest changes that would have made an event, each of which was tried.

            Without --at, --event, --from or --to: all events of the device in the geofence, or why there are none. The options of geofences, traces \
            and events are those of evaluate, and so are the decisions.

              geofence explain --fences stops.geojson --trace buses.csv --device bus-7 --geofence stop-66
            """
    )

    @Option(help: ArgumentHelp("The device.", valueName: "name"))
    var device: String

    @Option(help: ArgumentHelp("The geofence.", valueName: "id"))
    var geofence: String

    @OptionGroup(title: "Moment") var moment: MomentOptions

    @Option(help: ArgumentHelp("How it is written: text, or json with one object.", valueName: "style"))
    var format = ReportFormat.text

    @OptionGroup(title: "Geofences") var fences: FenceOptions

    @OptionGroup(title: "Traces") var trace: TraceOptions

    @OptionGroup(title: "Events") var events: PolicyOptions

    @OptionGroup(title: "Between fixes") var passing: PassThroughOptions

    @OptionGroup(title: "Fixes that are not believed") var limits: LimitOptions

    @OptionGroup(title: "Computation") var threads: ThreadOptions

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func validate() throws {
        try fences.files.require()
        try trace.require()
        try passing.requireUse()
        try StandardInput.check(fences.files.fences + trace.trace)
    }

    func perform() throws {
        let rules = try events.rules(order: trace.order, limits: limits, passing: passing)
        let loaded = try fences.load(isStrict: trace.strict, threads: threads.count, messages: messages)
        let engine = try GeofenceEngine(checked: loaded.geofences, rules: rules, threads: threads.count)
        let known = try find(in: loaded)
        let device = DeviceID(self.device)
        let own = try read(device, rules)
        if own.fixes.isEmpty { throw unknownDevice(own) }
        let explanation = try engine.explain(own, in: known.id)
        let passages = try ExplainedPassages(explanation, moment)
        let report = ExplainReport(explanation: explanation, trace: own, passages: passages)
        try OutputFile.write(format == .json ? report.json : report.text, to: "-")
        if !messages.quiet, loaded.skipped > 0 { Console().line(loaded.summary) }
    }

    private func read(_ device: DeviceID, _ rules: EventRules) throws(GeofenceError) -> DeviceTrace {
        let progress = ProgressBar(messages.progressWish, unit: "fixes", totalBytes: InputSize.bytes(of: trace.trace))
        defer { progress.clear() }
        return try DeviceTrace(
            device,
            paths: trace.trace,
            rules: rules,
            maximumLateness: trace.maxLateness?.milliseconds,
            utcOffset: trace.zone.utcOffset,
            isStrict: trace.strict
        ) { progress.update(count: $0, bytes: $1) }
    }

    private func find(in loaded: LoadedFences) throws(GeofenceError) -> Geofence {
        let id = Geofence.ID(geofence)
        if let known = loaded.geofences.first(where: { $0.id == id }) { return known }
        if let fault = loaded.faults[id] {
            throw GeofenceError(
                .unknownGeofence,
                "the geofence \"\(id)\" was left out because it is invalid, so it has no events: \(fault.message)",
                at: fault.location,
                recovery: "\(fault.recoverySuggestion) --repair may do it."
            )
        }
        throw GeofenceError(
            .unknownGeofence,
            "there is no geofence \"\(id)\" among the \(Quantity.counted(loaded.geofences.count, "geofence"))",
            recovery: CloseNames.hint(
                geofence,
                among: loaded.geofences.lazy.map(\.id.rawValue),
                otherwise: "Check the identifier; `geofence lint` reads the files too."
            )
        )
    }

    private func unknownDevice(_ trace: DeviceTrace) -> GeofenceError {
        var message =
            "there is no fix of \"\(device)\"; the traces have \(Quantity.counted(trace.devices.count, "device"))"
        if trace.unreadable > 0 {
            message += " and \(Quantity.counted(trace.unreadable, "record")) that cannot be read"
        }
        return GeofenceError(
            .unknownDevice,
            message,
            recovery: CloseNames.hint(
                device,
                among: trace.devices.lazy.map(\.rawValue),
                otherwise: "Check the name; a file without a column for it may give all fixes another one."
            )
        )
    }
}
