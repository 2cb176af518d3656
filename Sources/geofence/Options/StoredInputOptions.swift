internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

/// Geofences and fixes from a store, in place of files.
struct StoredInputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Take geofences and imported fixes from a store in place of --fences and --trace.",
            discussion: """
                evaluate keeps its events there, in the place of those of the evaluation before, of all days.
                """,
            valueName: "file"
        )
    )
    var store: String?

    @Option(
        help: ArgumentHelp(
            "Only the fixes of the last days, hours, minutes or seconds until now: 30d, 12h.",
            valueName: "period"
        )
    )
    var last: Period?

    /// Refuses to do without geofences and fixes, and what does not go together.
    func check(fences: FenceFiles, trace: TraceOptions) throws {
        guard store != nil else {
            if last != nil { throw ValidationError("--last needs --store.") }
            try fences.require()
            try trace.require()
            return
        }
        if !fences.fences.isEmpty || !trace.trace.isEmpty {
            throw ValidationError("--store takes the place of --fences and --trace.")
        }
        if trace.maxLateness != nil { throw ValidationError("--max-lateness is for --trace.") }
    }

    /// Refuses results that only traces have.
    func check(thinning: ThinningOptions, output: EventOutputOptions) throws {
        guard store != nil else { return }
        if thinning.thin != nil { throw ValidationError("--thin is for --trace.") }
        if output.rejects != nil {
            throw ValidationError("--rejects is for --trace: fixes of a store have no lines. The summary counts them.")
        }
    }

    /// The files of the store, if one was named.
    var named: [NamedFile] { NamedFile.list(ofStore: store) }

    /// The store, if one was named.
    func open() throws(GeofenceError) -> GeofenceStore? {
        try store.map { path throws(GeofenceError) in try GeofenceStore(path: path) }
    }
}
