/// Keeps the checkpoints of an evaluation in two files: how far it has come, and beside it a log of its transitions.
///
/// The log is on the disk before the checkpoint that counts on it is put in place, so whenever the process or the machine ends,
/// what is there is whole; what the log has beyond it is cut off.
package struct EvaluationCheckpoints: Sendable {
    /// The checkpoint; the log stands beside it.
    package let path: String

    /// How long the evaluation goes on between two checkpoints.
    package var interval = Duration.seconds(10)

    /// Whether a checkpoint that was made with other geofences or rules is taken too.
    package var isRebasing = false

    package init(path: String) { self.path = path }

    /// Where the log of transitions is.
    package var logPath: String { path + ".log" }

    /// Where the next checkpoint is written before it takes the place of the last one.
    package var draftPath: String { ReplacedFile.draft(of: path) }

    /// Removes the checkpoint of a run that is complete.
    package func remove() {
        // The checkpoint first: a log without it counts for nothing.
        ReplacedFile.remove(path, logPath, draftPath)
    }

    func save(_ checkpoint: EvaluationCheckpoint) throws(GeofenceError) {
        try ReplacedFile.write(checkpoint.encoded, to: path)
    }

    /// Opens the log of a run that begins or goes on.
    func log(_ checkpoint: EvaluationCheckpoint?, fences: [Geofence.ID]) throws(GeofenceError) -> CheckpointLog {
        try CheckpointLog(
            path: logPath,
            keeping: checkpoint?.logLength ?? 0,
            logFences: checkpoint?.logFences ?? [],
            fences: fences
        )
    }

    /// What a run before has kept; `nil` if there is nothing.
    ///
    /// - Throws: `invalidState` also if a file of somebody else would be written over and, in the end, removed.
    func load() throws(GeofenceError) -> EvaluationCheckpoint? {
        try require(logPath, beginsWith: CheckpointLog.mark)
        try require(draftPath, beginsWith: Array(EvaluationCheckpoint.kind.mark.utf8))
        guard let bytes = try ReplacedFile.read(path) else { return nil }
        do throws(GeofenceError) {
            return try EvaluationCheckpoint(decoding: bytes)
        } catch {
            throw located(error)
        }
    }

    /// Refuses a file that begins in another way. One that is empty, or that was cut in its mark, was left by an end by force.
    private func require(_ path: String, beginsWith mark: [UInt8]) throws(GeofenceError) {
        guard let identity = FileIdentity(path: path) else { return }
        if !identity.isStream, mark.starts(with: try InputFile(path: path).peek(mark.count)) { return }
        throw GeofenceError(
            .invalidState,
            "this file is in the way of the checkpoint and would be replaced",
            at: InputLocation(file: path),
            recovery: "Move it away, or give the checkpoint another name."
        )
    }

    /// An error that says which checkpoint does not fit, and what can be done about it.
    func located(_ error: GeofenceError) -> GeofenceError {
        guard error.location == nil else { return error }
        var located = error
        located.location = InputLocation(file: path)
        if error.code == .stateMismatch {
            located.recoverySuggestion =
                "Use the same geofences and rules, go on with these by --rebase, or remove the checkpoint to begin again."
        }
        return located
    }
}
