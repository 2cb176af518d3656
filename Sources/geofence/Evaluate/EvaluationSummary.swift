internal import Geofencing

/// The results of an evaluation, for people and for programs.
struct EvaluationSummary {
    let result: TraceResult
    let events: EventCounts
    /// Whether to show how many events were inferred.
    let showsInferred: Bool
    let fences: LoadedFences
    let rules: EventRules
    let engine: EngineKind
    let elapsed: Duration
    /// The part of `elapsed` spent on reading and indexing the geofences.
    let loading: Duration
    let performance: PerformanceReport
    /// What sending fewer fixes would have changed, if requested.
    let thinning: ThinningReport?

    var counts: FixCounts { result.counts }
    private var notes: FixNotes { result.notes }

    /// The rate, not counting the time to load the geofences.
    private var fixesPerSecond: Double {
        let seconds = (elapsed - loading) / .seconds(1)
        return seconds > 0 ? Double(counts.read) / seconds : 0
    }

    /// The report as one JSON object and a line feed.
    var json: String {
        JSONText.object([
            "fixes_read": .number(counts.read),
            "fixes_used": .number(counts.used),
            "rejected": counts.rejected.json,
            "noted": .object([
                "null_island": .number(notes.nullIslands), "unknown_accuracy": .number(notes.unknownAccuracies),
                "wrapped_longitude": .number(notes.wrappedLongitudes),
                "dropped_field": .number(notes.droppedFields),
            ]),
            "inferred": showsInferred ? .number(events.inferred) : nil,
            "sorted": .bool(result.wasSorted),
            "devices": .number(result.engine.deviceCount),
            "geofences": .number(result.engine.geofenceCount),
            "events": events.json,
            "elapsed_s": .rounded(elapsed / .seconds(1)),
            "loading_s": .rounded(loading / .seconds(1)),
            "fixes_per_second": .rounded(fixesPerSecond, digits: 3),
            "policy": .string(rules.policy.name),
            "engine": .string(engine.rawValue),
            "order": .string(rules.order.rawValue),
            "latency": performance.latency,
            "performance": performance.monitor,
            "thinning": thinning?.json,
        ])
        .line
    }

    /// The summary as lines of text.
    var text: String {
        var lines = [fences.summary] + counts.lines()
        if notes.nullIslands > 0 {
            lines.append("           \(Quantity.grouped(notes.nullIslands)) at latitude 0, longitude 0; used")
        }
        if notes.unknownAccuracies > 0, let assumed = rules.policy.unknownAccuracy {
            let count = Quantity.grouped(notes.unknownAccuracies)
            lines.append(
                "           \(count) without a known accuracy, taken as \(Quantity.shortest(assumed.meters)) m"
            )
        }
        if notes.wrappedLongitudes > 0 {
            lines.append(
                "           \(Quantity.grouped(notes.wrappedLongitudes)) with a longitude beyond ±180, wrapped"
            )
        }
        if notes.droppedFields > 0 {
            let what =
                notes.droppedFields == 1
                ? "accuracy or sequence that is not a number" : "accuracies or sequences that are not numbers"
            lines.append("           \(Quantity.grouped(notes.droppedFields)) \(what), left out")
        }
        if result.wasSorted { lines.append("           not in order of time within each device: sorted first") }
        lines.append("devices    \(Quantity.grouped(result.engine.deviceCount))")
        lines.append(
            "events     \(events.text)"
                + (showsInferred ? "; \(Quantity.grouped(events.inferred)) of them inferred" : "")
        )
        if let thinning { lines += thinning.lines }
        lines.append("policy     \(rules.policy.name), engine \(engine.rawValue), order \(rules.order.rawValue)")
        lines.append(
            "time       \(Quantity.fixed(elapsed / .seconds(1), digits: 3)) s, \(Quantity.fixed(loading / .seconds(1), digits: 3)) s of it for geofences; "
                + "\(Quantity.grouped(Int(fixesPerSecond))) fixes/s"
        )
        return lines.map { $0 + "\n" }.joined()
    }
}
