internal import Geofencing

/// An explanation.
struct ExplainReport: Report {
    let explanation: Explanation
    let trace: DeviceTrace
    let passages: ExplainedPassages
    /// The steps that came closest to an event, which are marked.
    let closest: [Int]
    /// Whether line numbers need the name of a file.
    let hasSeveralFiles: Bool

    init(explanation: Explanation, trace: DeviceTrace, passages: ExplainedPassages) {
        self.explanation = explanation
        self.trace = trace
        self.passages = passages
        closest = passages.passages.compactMap { $0.miss?.closest }
        hasSeveralFiles = trace.locations.contains { $0.file != trace.locations.first?.file }
    }

    /// The number of fixes that were not used, by reason.
    var rejected: [Rejection: Int] {
        var counts: [Rejection: Int] = [:]
        for step in explanation.steps {
            if let reason = step.rejection { counts[reason, default: 0] += 1 }
        }
        return counts
    }

    var used: Int { explanation.steps.count { $0.rejection == nil } }

    /// The explanation as lines of text.
    var text: String {
        var lines = head
        for passage in passages.passages {
            lines.append("")
            lines += passage.transitions.flatMap(title)
            lines += ExplainTable(self, passage).lines
            if let miss = passage.miss { lines += ExplainedMiss(miss, self).lines }
        }
        return lines.map { $0.escapingControls + "\n" }.joined()
    }

    private var head: [String] {
        let geofence = explanation.geofence
        var lines = ["device     \(explanation.device)", "geofence   \(geofence.id), \(shape)"]
        if let name = geofence.name { lines[1] += ", \"\(name)\"" }
        if !geofence.isActive {
            lines.append("           not active, so never evaluated; this is what would be decided")
        }
        lines.append("policy     \(explanation.policy.name)\(geofence.policy == nil ? "" : ", the geofence's own")")
        lines += conditions.map { "           \($0)" }
        let sum = explanation.steps.count
        lines.append(
            "fixes      \(Quantity.grouped(sum)), \(Quantity.grouped(used)) used"
                + (trace.wasSorted ? "; not all in order of time: sorted first" : "")
        )
        lines += rejected.lines
        if trace.unreadable > 0 {
            lines.append(
                "           \(Quantity.counted(trace.unreadable, "record")) of the traces, of any device, could not be read"
            )
        }
        var counts = EventCounts()
        var muted: [Transition.Kind: Int] = [:]
        for transition in explanation.transitions {
            counts.add(transition.kind)
            if geofence.isActive, explanation.isMuted(transition) { muted[transition.kind, default: 0] += 1 }
        }
        lines.append("events     \(counts.text)")
        for (kind, property) in [(Transition.Kind.enter, "notifyOnEntry"), (.exit, "notifyOnExit")] {
            guard let count = muted[kind] else { continue }
            lines.append(
                "           \(Quantity.grouped(count)) \(kind.rawValue) muted: the geofence's \(property) is false"
            )
        }
        return lines
    }

    /// The conditions for an event, in words.
    private var conditions: [String] {
        var lines = policyConditions
        if let accuracy = explanation.policy.unknownAccuracy,
            explanation.steps.contains(where: { $0.evidence.accuracy == nil })
        {
            lines.append("an unknown accuracy counts as \(ExplainTable.meters(accuracy.meters))")
        }
        if let dwell = explanation.geofence.dwell ?? explanation.rules.dwell {
            lines.append("DWELL after \(Self.seconds(dwell)) inside")
        }
        if let limit = explanation.rules.staleAfter {
            lines.append("a visit ends after more than \(Self.seconds(limit)) without a fix")
        }
        return lines
    }

    private var policyConditions: [String] {
        switch explanation.policy {
        case .raw: return []
        case .balanced(let policy):
            let scale = explanation.scale.meters
            let accuracy = ExplainTable.meters(max(scale, policy.arrivalAccuracy.meters))
            // The limit does not hold for the single fix that is far away.
            let limit = ExplainTable.meters(policy.accuracyLimit.meters)
            return [
                "in:  1 fix of \(accuracy) accuracy or better, or 2 in a row",
                "out: \(policy.exitFixes) in a row over \(Self.seconds(policy.exitSpan)), "
                    + "2 over \(Self.seconds(policy.exitAfter)), "
                    + "or 1 by more than \(ExplainTable.meters(policy.farDistance.meters)),",
                "     beyond \(Quantity.shortest(policy.accuracyFactor)) times the accuracy (for several at most \(limit)) "
                    + "and a buffer of \(ExplainTable.meters(policy.buffer(scale: scale)))",
            ]
        case .probability(let policy):
            func percent(_ share: Double) -> String { "\(Quantity.shortest(share * 100)) %" }
            return [
                "in: \(percent(policy.enter)) of the accuracy disc inside or more; out: \(percent(policy.exit)) or less"
            ]
        }
    }

    private static func seconds(_ value: Duration) -> String { "\(Quantity.shortest(value.writtenSeconds)) s" }

    private var shape: String {
        switch explanation.geofence.region {
        case .circle(_, let radius): "a circle of \(ExplainTable.meters(radius.meters))"
        case .polygon: "a polygon of size \(ExplainTable.meters(explanation.scale.meters))"
        case .multiPolygon(let polygons):
            "\(Quantity.counted(polygons.count, "polygon")) of size \(ExplainTable.meters(explanation.scale.meters))"
        }
    }

    private func title(_ transition: Transition) -> [String] {
        // If the geofence is not active, the header says so.
        transition.titleLines(isMuted: explanation.geofence.isActive && explanation.isMuted(transition))
    }
}
