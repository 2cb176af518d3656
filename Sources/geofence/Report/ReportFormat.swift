internal import ArgumentParser

/// How a report is written: for people, or for programs.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}
