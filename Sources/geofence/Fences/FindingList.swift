internal import Geofencing

/// Findings about geofences, to be shown to the user.
struct FindingList {
    /// The maximum number shown.
    static let limit = 10

    private let findings: [GeofenceFinding]

    init(_ findings: [GeofenceFinding]) { self.findings = findings }

    /// Shows the first few errors, then the first few warnings, and how many more there are.
    func show(on console: Console) {
        var hints: Set<String> = []
        for severity in [GeofenceFinding.Severity.error, .warning] {
            let all = findings.filter { $0.severity == severity }
            for finding in all.prefix(Self.limit) { console.show(Diagnostic(finding).hinting(after: &hints)) }
            if all.count > Self.limit {
                console.line(
                    "... and \(Quantity.counted(all.count - Self.limit, "more \(severity.rawValue)")) about geofences"
                )
            }
        }
    }
}

extension GeofenceFinding {
    /// Whether the finding is about a shape that can be made valid, rather than an input that cannot be read.
    var isRepairable: Bool {
        let unreadable: [GeofenceError.Code] = [
            .invalidSyntax, .invalidHeader, .invalidIdentifier, .duplicateIdentifier, .invalidCoordinate,
            .invalidRadius, .invalidRecord, .invalidRules,
        ]
        return !unreadable.contains { $0.rawValue == code.rawValue }
    }
}

extension Diagnostic {
    init(_ finding: GeofenceFinding) {
        self.init(
            severity: finding.severity == .error ? .error : .warning,
            location: finding.location,
            message: finding.message,
            reason: finding.code.rawValue,
            hint: finding.recoverySuggestion
        )
    }
}
