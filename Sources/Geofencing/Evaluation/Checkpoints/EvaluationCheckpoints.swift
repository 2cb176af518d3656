/// Keeps the checkpoints of an evaluation in two files: its progress, and next to it a log of its transitions.
///
/// The log is on the disk before the checkpoint that depends on it is put in place, so whenever the process or the
/// machine ends, the files are consistent; anything in the log beyond the checkpoint is cut off.
package struct EvaluationCheckpoints: Sendable {
    /// The path of the checkpoint; the log is next to it.
    package let path: String

    /// How long the evaluation continues between two checkpoints.
    package var interval = Duration.seconds(10)

    /// Whether to accept a checkpoint that was made with other geofences or rules.
    package var isRebasing = false

    package init(path: String) { self.path = path }

    /// The path of the log of transitions.
    package var logPath: String { path + ".log" }

    /// The path to which the next checkpoint is written before it replaces the last one.
    package var draftPath: String { ReplacedFile.draft(of: path) }

    /// Removes the checkpoint of a completed run.
    package func remove() {
        // The checkpoint goes first: without it, a log is ignored, while it is damaged without its log.
        removeFile(path)
        guard case .nothing = PathKind(path: path) else { return }
        for file in [logPath, draftPath] { removeFile(file) }
    }

    func save(_ checkpoint: EvaluationCheckpoint) throws(GeofenceError) {
        try ReplacedFile.write(checkpoint.encoded, to: path)
    }

    /// Takes over the checkpoint that a previous run saved, if there is one.
    ///
    /// - Throws: `inputOutput` while another run uses the checkpoint; `invalidState` also if a file of another origin
    ///   would be overwritten and, in the end, removed.
    func take() throws(GeofenceError) -> TakenCheckpoint {
        try require(logPath, beginsWith: CheckpointLog.mark)
        try require(draftPath, beginsWith: Array(EvaluationCheckpoint.kind.mark.utf8))
        // Locked before the checkpoint is read: a run that has not ended yet would replace or remove it later.
        let log = try AppendedFile(path: logPath)
        do throws(GeofenceError) {
            let checkpoint = try ReplacedFile.read(path).map { bytes throws(GeofenceError) in
                try EvaluationCheckpoint(decoding: bytes)
            }
            return TakenCheckpoint(checkpoint: checkpoint, log: log)
        } catch {
            if log.length == 0 { removeFile(logPath) }
            throw located(error)
        }
    }

    /// Rejects a file that begins differently. A file that is empty, or truncated within its mark, was left by a
    /// process that was killed.
    private func require(_ path: String, beginsWith mark: [UInt8]) throws(GeofenceError) {
        guard let identity = FileIdentity(path: path) else { return }
        if !identity.isStream, mark.starts(with: try InputFile(path: path).peek(mark.count)) { return }
        throw GeofenceError(
            .invalidState,
            "this file does not belong to the checkpoint, which would overwrite it",
            at: InputLocation(file: path),
            recovery: "Move it away, or give the checkpoint another name."
        )
    }

    /// Returns an error that also says which checkpoint does not match, and what can be done about it.
    func located(_ error: GeofenceError) -> GeofenceError {
        guard error.location == nil else { return error }
        var located = error
        located.location = InputLocation(file: path)
        if error.code == .stateMismatch {
            located.recoverySuggestion =
                "Use the same geofences and rules, continue with the new ones with --rebase, or remove the checkpoint to start over."
        }
        return located
    }
}

/// The checkpoint of a previous run, which no other run uses.
struct TakenCheckpoint {
    /// The checkpoint; `nil` if the run begins.
    let checkpoint: EvaluationCheckpoint?
    /// The file of the log, locked.
    let log: AppendedFile

    /// Returns the log for a run with these geofences, by handle.
    func log(fences: [Geofence.ID]) throws(GeofenceError) -> CheckpointLog {
        try CheckpointLog(
            log,
            keeping: checkpoint?.logLength ?? 0,
            logFences: checkpoint?.logFences ?? [],
            fences: fences
        )
    }
}
