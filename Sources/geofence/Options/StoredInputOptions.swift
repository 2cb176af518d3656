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

    /// Throws if geofences or fixes are missing, or if options do not go together.
    func check(fences: FenceOptions, trace: TraceOptions) throws {
        guard store != nil else {
            if last != nil { throw ValidationError("--last needs --store.") }
            try fences.files.require()
            try trace.require()
            return
        }
        if !fences.files.fences.isEmpty || !trace.trace.isEmpty {
            throw ValidationError("--store takes the place of --fences and --trace.")
        }
        if trace.maxLateness != nil { throw ValidationError("--max-lateness is for --trace.") }
        if trace.zone.utcOffset != nil { throw ValidationError("--utc-offset is for --trace.") }
        if trace.order != .time { throw ValidationError("--order is for --trace: a store has no order of input.") }
        if trace.strict { throw ValidationError("--strict is for --fences and --trace, not for what was read before.") }
        if fences.invalid.repair || fences.invalid.skipInvalid {
            throw ValidationError("--repair and --skip-invalid are for --fences: geofences of a store are valid.")
        }
    }

    /// Throws if results are requested that only traces can give.
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
