internal import ArgumentParser
internal import Geofencing

/// The format of a report: for people, or for programs.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json

    /// Writes a report to standard output.
    func write(_ report: some Report) throws(GeofenceError) {
        try OutputFile.write(self == .json ? report.json : report.text, to: "-")
    }
}
