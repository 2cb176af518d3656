internal import Geofencing

/// All that an evaluation writes, opened before the work: what cannot be written is better known then.
struct EvaluateOutputs: ~Copyable {
    var events: EventWriter
    let rejects: RejectBook
    /// What sending fewer fixes would change, if that is wanted.
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

    /// Writes the report, if one is wanted.
    func write(_ summary: EvaluationSummary) throws(GeofenceError) { try report?.write(summary.json) }

    /// Writes out all but the names; see `OutputFile.complete()`.
    func complete() throws(GeofenceError) {
        try rejects.complete()
        for file in files { try file.complete() }
    }

    /// Gives the results their names, all of which are written, so that a run that fails leaves what was there.
    func commit() throws(GeofenceError) {
        // What is no file gets its lines only now.
        try rejects.commit()
        for file in files { try file.commit() }
    }
}
