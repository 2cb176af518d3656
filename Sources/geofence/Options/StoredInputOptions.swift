internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

/// Geofences and fixes from a store, in place of files.
struct StoredInputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use the geofences and imported fixes of a store instead of --fences and --trace.",
            discussion: """
                evaluate saves its events there, replacing all events of the previous evaluation, whatever their dates.
                """,
            valueName: "file"
        )
    )
    var store: String?

    @Option(
        help: ArgumentHelp(
            "Use only the fixes of the last days, hours, minutes or seconds until now: 30d, 12h.",
            valueName: "period"
        )
    )
    var last: Period?

    func validate() throws { try NamedFile.requireNames(NamedFile.list("--store", [store])) }

    /// Throws if geofences or fixes are missing, or if options do not go together.
    func check(fences: FenceOptions, trace: TraceOptions) throws {
        guard store != nil else {
            if last != nil { throw ValidationError("--last needs --store.") }
            try fences.files.require()
            try trace.require()
            return
        }
        if !fences.files.fences.isEmpty || !trace.trace.isEmpty {
            throw ValidationError("--store cannot be combined with --fences or --trace: it takes their place.")
        }
        if trace.maxLateness != nil { throw ValidationError("--max-lateness works only with --trace.") }
        if trace.zone.utcOffset != nil { throw ValidationError("--utc-offset works only with --trace.") }
        if trace.order != .time {
            throw ValidationError("--order works only with --trace: a store does not keep the order of its input.")
        }
        if trace.strict {
            throw ValidationError("--strict works only with --fences and --trace: it applies to reading files.")
        }
        if fences.invalid.repair || fences.invalid.skipInvalid {
            throw ValidationError(
                "--repair and --skip-invalid work only with --fences: the geofences of a store are valid."
            )
        }
    }

    /// Throws if results are requested that only traces can give.
    func check(thinning: ThinningOptions, output: EventOutputOptions) throws {
        guard store != nil else { return }
        if thinning.thin != nil { throw ValidationError("--thin works only with --trace.") }
        if output.rejects != nil {
            throw ValidationError(
                "--rejects works only with --trace: fixes of a store have no lines. The summary counts rejected fixes."
            )
        }
    }

    /// The files of the store, if one was named.
    var named: [NamedFile] { NamedFile.list(ofStore: store) }

    /// The store, if one was named.
    func open() throws(GeofenceError) -> GeofenceStore? {
        try store.map { path throws(GeofenceError) in try GeofenceStore(path: path) }
    }
}
