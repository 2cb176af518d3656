internal import Geofencing

/// All outputs of an evaluation. They are opened before the work starts, so that one that cannot be written is reported
/// early.
struct EvaluateOutputs: ~Copyable {
    var events: EventWriter
    let rejects: RejectBook
    /// Receives what sending fewer fixes would change, if requested.
    let changes: OutputFile?
    private let report: OutputFile?

    init(
        events: consuming EventWriter,
        report: String?,
        changes: String?,
        rejects: String?,
        mayRestart: Bool
    ) throws(GeofenceError) {
        let report = try report.map { path throws(GeofenceError) in try OutputFile(path: path) }
        let changes = try changes.map { path throws(GeofenceError) in try OutputFile(path: path) }
        self.rejects = try RejectBook(path: rejects, mayRestart: mayRestart)
        self.events = events
        self.report = report
        self.changes = changes
    }

    private var files: [OutputFile] { events.outputs + [report, changes].compactMap(\.self) }

    /// Writes the report, if one is requested.
    func write(_ summary: EvaluationSummary) throws(GeofenceError) { try report?.write(summary.json) }

    /// Writes everything to disk except the final names; see `OutputFile.complete()`.
    func complete() throws(GeofenceError) {
        try rejects.complete()
        for file in files { try file.complete() }
    }

    /// Gives the results their final names. All of them have been written by then, so a run that fails leaves existing
    /// files as they were.
    func commit() throws(GeofenceError) {
        // Outputs that are not files get their lines only now.
        try rejects.commit()
        for file in files { try file.commit() }
    }
}
