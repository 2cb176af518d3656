internal import Geofencing

extension ExplainReport {
    /// The explanation as one JSON object and a line feed.
    var json: String {
        let geofence = explanation.geofence
        let rules = explanation.rules
        return JSONText.object([
            "device": .string(explanation.device.rawValue),
            "geofence": .string(geofence.id.rawValue),
            "is_active": .bool(geofence.isActive),
            "scale_m": .rounded(explanation.scale.meters),
            "policy": .encoded { explanation.policy.append(to: &$0) },
            "dwell_s": (geofence.dwell ?? rules.dwell).map { .rounded($0.writtenSeconds) },
            "stale_after_s": rules.staleAfter.map { .rounded($0.writtenSeconds) },
            "fixes": .number(explanation.steps.count),
            "fixes_used": .number(used),
            "rejected": rejected.json,
            "unreadable": .number(trace.unreadable),
            "sorted": .bool(trace.wasSorted),
            "events": .number(explanation.transitions.count),
            "passages": .array(passages.passages.map(json)),
        ])
        .line
    }

    private func json(_ passage: ExplainedPassages.Passage) -> JSONText {
        .object([
            "why_nothing": passage.miss.map { ExplainedMiss($0, self).json },
            "steps": .array(passage.steps.ranges.joined().map(step)),
        ])
    }

    private func step(_ index: Int) -> JSONText {
        let step = explanation.steps[index]
        let location = trace.locations[index]
        return .object([
            "ts_unix_ms": .number(Int(step.fix.time.unixMilliseconds)),
            "latitude": .number(step.fix.coordinate.latitude),
            "longitude": .number(step.fix.coordinate.longitude),
            "file": location.file.map { .string($0) },
            "line": location.line.map { .number($0) },
            "before": .string(step.before.word),
            "after": .string(step.after.word),
            "rejected": step.rejection.map { .string($0.rawValue) },
            "evidence": .encoded { step.evidence.append(to: &$0) },
            "events": step.transitions.isEmpty
                ? nil
                : .array(
                    step.transitions.map { $0.json(isMuted: explanation.isMuted($0)) }
                ),
        ])
    }
}
