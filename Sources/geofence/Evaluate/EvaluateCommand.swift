internal import ArgumentParser

struct EvaluateCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Find out who entered and left which geofence, and when.",
        discussion: """
            Reads geofences and traces, and writes one event for each ENTER, EXIT and DWELL, in order of time, then of device, \
            then of decision. A summary goes to standard error. Records that cannot be used are skipped and counted by \
            reason; see --rejects and --strict.

              geofence evaluate --fences stops.geojson --trace monday.csv tuesday.csv.gz \\
                --output events.csv
              cat *.ndjson | geofence evaluate --fences stops.geojson --trace - \\
                > events.ndjson
              geofence evaluate --fences zones.geojson --repair --trace buses.csv \\
                --rejects rejects.ndjson
              geofence evaluate --store fleet.db --last 30d
              geofence evaluate --fences stops.geojson --trace year/*.csv.gz \\
                --output events.csv --checkpoint year.check
            """
    )

    @OptionGroup(title: "Geofences") var fences: FenceOptions

    @OptionGroup(title: "Traces") var trace: TraceOptions

    @OptionGroup(title: "Events") var events: PolicyOptions

    @OptionGroup(title: "Between fixes") var passing: PassThroughOptions

    @OptionGroup(title: "Suspect fixes") var limits: LimitOptions

    @OptionGroup(title: "Store") var stored: StoredInputOptions

    @OptionGroup(title: "Results") var output: EventOutputOptions

    @OptionGroup(title: "Sending fewer fixes") var thinning: ThinningOptions

    @OptionGroup(title: "Resuming an interrupted run") var checkpoints: CheckpointOptions

    @OptionGroup(title: "Computation") var engine: EngineOptions

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    @OptionGroup(title: "Messages") var performance: PerformanceOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func check() throws {
        try stored.check(fences: fences, trace: trace)
        try stored.check(thinning: thinning, output: output)
        let inputs = fences.files.named + trace.named + events.named
        try FilePaths.check(inputs: inputs)
        try checkpoints.check(output: output, trace: trace, thinning: thinning, store: stored)
        try thinning.requireUse()
        try passing.requireUse(orOf: thinning.thin)
        if passing.passThrough, thinning.thin != nil {
            throw ValidationError("--pass-through and --thin cannot be combined: one infers what the other leaves out.")
        }
        try FilePaths.check(
            output.files + NamedFile.list("--thin-events", [thinning.thinEvents]) + checkpoints.files,
            from: stored.named + inputs
        )
    }

    func perform() throws {
        try PerformanceWatch.during(performance.watchPerformance) { try evaluate() }
    }
}
