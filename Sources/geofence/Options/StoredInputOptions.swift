internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

/// Geofences and fixes from a store, in place of files.
struct StoredInputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Take geofences and imported fixes from a store in place of --fences and --trace, and keep the events there.",
            discussion: "They take the place of those of the evaluation before, of all days.",
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

    /// Refuses what does not go together.
    func check(
        fences: FenceFiles,
        trace: TraceOptions,
        thinning: ThinningOptions,
        output: EventOutputOptions
    ) throws {
        guard store != nil else {
            if last != nil { throw ValidationError("--last needs --store.") }
            try fences.require()
            try trace.require()
            return
        }
        if !fences.fences.isEmpty || !trace.trace.isEmpty {
            throw ValidationError("--store takes the place of --fences and --trace.")
        }
        if thinning.thin != nil { throw ValidationError("--thin is for --trace.") }
        if output.rejects != nil {
            throw ValidationError("--rejects is for --trace: fixes of a store have no lines. The summary counts them.")
        }
        if trace.maxLateness != nil { throw ValidationError("--max-lateness is for --trace.") }
    }

    /// The files of the store, if one was named.
    var named: [NamedFile] { NamedFile.list(ofStore: store) }

    /// The store, if one was named; it gets the events.
    func open() throws(GeofenceError) -> GeofenceStore? {
        try store.map { path throws(GeofenceError) in
            let store = try GeofenceStore(path: path)
            try store.checkWritable()
            return store
        }
    }
}
