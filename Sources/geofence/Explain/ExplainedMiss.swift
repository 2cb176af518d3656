internal import Geofencing

/// Why nothing happened, in sentences.
struct ExplainedMiss {
    private let miss: NearMiss
    private let report: ExplainReport

    init(_ miss: NearMiss, _ report: ExplainReport) {
        self.miss = miss
        self.report = report
    }

    var lines: [String] {
        let kind = miss.kind.rawValue
        var lines = ["no \(kind): \(reason)"]
        if let closest { lines.append("the closest fix was \(closest)") }
        if !miss.changes.isEmpty {
            lines.append("Any one of these changes would have made the \(kind):")
            lines += miss.changes.map { "  - \(text($0))" }
        } else if miss.closest != nil {
            lines.append("None of the single changes that were tried would have made one.")
        }
        return lines
    }

    private var reason: String {
        let side = miss.kind == .enter ? "inside" : "outside"
        return switch miss.reason {
        case .decided: "one was decided there"
        case .noFixes: "the device has no fix there"
        case .allRejected: "none of the fixes was used"
        case .notReached: "no used fix was \(side)"
        case .notDecided: "fixes were \(side), but not enough of them to decide"
        }
    }

    private var closest: String? {
        guard let index = miss.closest else { return nil }
        let step = report.explanation.steps[index]
        let distance = step.evidence.distance.meters
        let place = "\(ExplainTable.meters(abs(distance))) \(distance > 0 ? "outside" : "inside")"
        let line = report.trace.locations[index].line.map { ", line \($0)" } ?? ""
        return "\(place) at \(ExplainTable.moment(step.fix.time))\(line)"
    }

    private func text(_ change: NearMiss.Change) -> String {
        switch change {
        case .moved(let way):
            let isBeyond = miss.reason == .notDecided
            let direction = miss.kind == .exit ? "farther out" : isBeyond ? "deeper inside" : "nearer"
            return "that fix \(exact(way.meters)) \(direction)"
        case .radius(let change):
            guard case .circle(_, let radius) = report.explanation.geofence.region else { return "another radius" }
            let by = "\(exact(abs(change.meters))) \(change.meters > 0 ? "more" : "less")"
            return "a radius of \(exact(radius.meters + change.meters)), \(by)"
        case .accuracy(let accuracy):
            return "that fix with an accuracy of \(exact(accuracy.meters)) or better"
        case .fixes(let count):
            return "\(Quantity.counted(count, "more fix")) like that one \(when)"
        case .threshold(let key, let value):
            let isOwn = report.explanation.geofence.policy != nil
            return
                "the threshold \(key) set to \(Quantity.shortest(value)) (\(isOwn ? "of the geofence" : "in a policy file"))"
        case .using(let reason):
            let count = report.rejected[reason, default: 0]
            return
                "\(reason.option(in: report.explanation.rules.limits)) instead of rejecting \(Quantity.counted(count, "fix")) as \(reason.rawValue)"
        case .passThrough(let policy):
            let option = policy == report.explanation.rules.policy ? "" : "--policy \(policy.name) "
            return "\(option)--pass-through, which finds it on the path between two fixes"
        }
    }

    /// When more fixes like the closest one would have to come.
    private var when: String {
        guard let closest = miss.closest, let next = report.explanation.nextUsed(after: closest) else {
            return "after it, one every 10 s"
        }
        return next == closest + 1 ? "before the next" : "before the next that is used"
    }

    /// Returns a length exactly as it was tried, because a rounded one might have no effect.
    private func exact(_ meters: Double) -> String { "\(JSONText.rounded(meters).text) m" }

    var json: JSONText {
        let step = miss.closest.map { report.explanation.steps[$0] }
        return .object([
            "event": .string(miss.kind.rawValue),
            "reason": .string(miss.reason.rawValue),
            "closest_unix_ms": step.map { .number(Int($0.fix.time.unixMilliseconds)) },
            "rejected_unix_ms": miss.rejected.map {
                .number(Int(report.explanation.steps[$0].fix.time.unixMilliseconds))
            },
            "changes": .array(miss.changes.map(json)),
        ])
    }

    private func json(_ change: NearMiss.Change) -> JSONText {
        let (name, key, value): (String, String, JSONText?) =
            switch change {
            case .moved(let way): ("moved", "meters", .rounded(way.meters))
            case .radius(let way): ("radius", "meters", .rounded(way.meters))
            case .accuracy(let accuracy): ("accuracy", "meters", .rounded(accuracy.meters))
            case .fixes(let count): ("fixes", "count", .number(count))
            case .threshold(let key, let value): ("threshold", key, .rounded(value))
            case .using(let reason): ("using", "rejected", .string(reason.rawValue))
            case .passThrough(let policy): ("pass_through", "policy", .string(policy.name))
            }
        return .object([("change", .string(name))] + (value.map { [(key, $0)] } ?? []))
    }
}

extension Rejection {
    /// Returns the change to the options that keeps fixes from being rejected for this reason.
    fileprivate func option(in limits: FixLimits) -> String {
        switch self {
        case .nullIsland: "--null-island use"
        case .impossibleSpeed: "--reject-speed 0"
        case .inaccurate: "no --reject-accuracy"
        case .tooOld where limits.earliest != nil: "no --earliest"
        case .future where limits.latest != nil: "no --latest"
        default: "--unset-clock use"
        }
    }
}
