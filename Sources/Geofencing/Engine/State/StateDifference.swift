/// The differences in geofences and rules between a state and an engine.
struct StateDifference {
    private let rules: [String]
    private var geofences = ""

    /// - Parameter marks: The engine's geofences; `nil` to compare the rules alone.
    init(_ state: EngineState, rules: [RuleMark], _ marks: FenceMarks? = nil) {
        self.rules = state.rules.differences(from: rules)
        if let marks, state.digest != marks.digest { geofences = Self.text(state, marks.list) }
    }

    var isEmpty: Bool { rules.isEmpty && geofences.isEmpty }

    private static func text(_ state: EngineState, _ marks: [FenceMark]) -> String {
        var (gone, changed, added): ([Geofence.ID], [Geofence.ID], [Geofence.ID]) = ([], [], [])
        for mark in state.geofences {
            guard let position = marks.position(of: mark.id) else {
                gone.append(mark.id)
                continue
            }
            if marks[position].fingerprint != mark.fingerprint { changed.append(mark.id) }
        }
        if state.isWhole { added = marks.map(\.id).filter { state.geofences.position(of: $0) == nil } }
        let parts = [("removed", gone), ("changed", changed), ("added", added)].filter { !$0.1.isEmpty }
        if parts.isEmpty { return "some that no device is in" }
        return parts.map { word, ids in
            let names = ids.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
            return "\(ids.count.counted("geofence")) \(word) (\(names)\(ids.count > 3 ? ", ..." : ""))"
        }
        .joined(separator: ", ")
    }

    var error: GeofenceError {
        var reasons: [String] = []
        if !rules.isEmpty { reasons.append("other rules: \(rules.joined(separator: ", "))") }
        if !geofences.isEmpty { reasons.append("other geofences: \(geofences)") }
        return GeofenceError(
            .stateMismatch,
            "the state was made with \(reasons.joined(separator: "; "))",
            recovery: "Use the same geofences and rules, or rebase, which checks every device again by its last fix."
        )
    }
}
