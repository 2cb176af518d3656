internal import ArgumentParser

/// How a comparison is written.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}
