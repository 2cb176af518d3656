internal import ArgumentParser
internal import Geofencing

/// Options for a run that can be killed and later resumes where it was.
struct CheckpointOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Keep how far the run is in a file, and go on from there when the same command is run again.",
            discussion: """
                The output is the same as if the run had never been ended. Needs --output and the same inputs, geofences and \
                rules; not with --store, --rejects, --thin, --evidence and --max-lateness. The file, and FILE.log beside it, are \
                removed when the run is complete.
                """,
            valueName: "file"
        )
    )
    var checkpoint: String?

    @Option(
        help: ArgumentHelp("How often, with --checkpoint, in seconds or as 5m. (default: 10)", valueName: "period")
    )
    var checkpointInterval: Period?

    @Flag(
        help: ArgumentHelp(
            "Go on from a checkpoint that was made with other geofences or rules.",
            discussion: "Each device is checked by its last fix, as after an edit."
        )
    )
    var rebase = false

    func validate() throws {
        if let checkpoint, FilePaths.isStream(checkpoint) { throw ValidationError("--checkpoint needs a file.") }
        try Period.check([("--checkpoint-interval", checkpointInterval)], in: 0...86_400_000)
    }

    /// Throws if an option needs a checkpoint that was not requested, or if a checkpoint is combined with results that
    /// cannot be taken back or that no checkpoint keeps.
    func check(
        output: EventOutputOptions,
        trace: TraceOptions,
        thinning: ThinningOptions,
        store: StoredInputOptions
    ) throws {
        guard checkpoint != nil else {
            if checkpointInterval == nil, !rebase { return }
            throw ValidationError("--checkpoint-interval and --rebase need --checkpoint.")
        }
        if store.store != nil {
            throw ValidationError("--checkpoint is for --trace: an evaluation of a store is made whole or not at all.")
        }
        if FilePaths.isStream(output.output) {
            throw ValidationError(
                "--checkpoint needs a file as --output: what a stream was given cannot be taken back."
            )
        }
        if output.rejects != nil {
            throw ValidationError("--checkpoint and --rejects cannot go together: a checkpoint keeps counts alone.")
        }
        if output.evidence {
            throw ValidationError("--checkpoint and --evidence cannot go together: a checkpoint keeps events alone.")
        }
        if trace.maxLateness != nil {
            throw ValidationError(
                "--checkpoint and --max-lateness cannot go together: a checkpoint keeps no fixes that wait."
            )
        }
        if thinning.thin != nil {
            throw ValidationError("--checkpoint and --thin cannot go together: a checkpoint keeps events alone.")
        }
    }

    /// The files that an incomplete run writes in addition to its results.
    var files: [NamedFile] {
        NamedFile.list("--checkpoint", [checkpoint])
            + NamedFile.list("the log of --checkpoint", [checkpoints?.logPath])
            + NamedFile.list("the draft of --checkpoint", [checkpoints?.draftPath])
    }

    /// Where the checkpoints are kept; `nil` if there are none.
    var checkpoints: EvaluationCheckpoints? {
        checkpoint.map { path in
            var checkpoints = EvaluationCheckpoints(path: path)
            if let checkpointInterval { checkpoints.interval = checkpointInterval.duration }
            checkpoints.isRebasing = rebase
            return checkpoints
        }
    }
}
