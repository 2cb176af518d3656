internal import ArgumentParser

/// The format of a report: for people, or for programs.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}
