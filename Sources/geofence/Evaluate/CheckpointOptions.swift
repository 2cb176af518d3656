internal import ArgumentParser
internal import Geofencing

/// Options for a run that can be killed and later resumes where it was.
struct CheckpointOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Save the progress of the run to a file, and resume from it when the same command is run again.",
            discussion: """
                The output is the same as if the run had never been interrupted. Needs --output and the same inputs, geofences \
                and rules; cannot be combined with --store, --rejects, --thin, --evidence or --max-lateness. The file, and \
                FILE.log beside it, are removed once the run is complete.
                """,
            valueName: "file"
        )
    )
    var checkpoint: String?

    @Option(
        help: ArgumentHelp("How often to save the progress, in seconds or as 5m. (default: 10)", valueName: "period")
    )
    var checkpointInterval: Period?

    @Flag(
        help: ArgumentHelp(
            "Resume from a checkpoint that was made with other geofences or rules.",
            discussion: "Each device is checked at its last fix, as after an edit of geofences."
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
            throw ValidationError(
                "--checkpoint works only with --trace: the evaluation of a store is saved as a whole or not at all."
            )
        }
        if FilePaths.isStream(output.output) {
            throw ValidationError(
                "--checkpoint needs a file as --output: what was written to a stream cannot be taken back."
            )
        }
        if output.rejects != nil {
            throw ValidationError(
                "--checkpoint and --rejects cannot be combined: of rejected records, a checkpoint keeps only the counts."
            )
        }
        if output.evidence {
            throw ValidationError(
                "--checkpoint and --evidence cannot be combined: a checkpoint keeps events without their evidence."
            )
        }
        if trace.maxLateness != nil {
            throw ValidationError(
                "--checkpoint and --max-lateness cannot be combined: a checkpoint does not keep waiting fixes."
            )
        }
        if thinning.thin != nil {
            throw ValidationError("--checkpoint and --thin cannot be combined: a checkpoint keeps only events.")
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
