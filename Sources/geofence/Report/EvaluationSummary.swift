internal import Geofencing

/// What an evaluation found, for people and for programs.
struct EvaluationSummary {
    var counts: FixCounts
    /// Fixes at latitude 0, longitude 0; they are used.
    var nullIslands: Int
    /// Fixes whose longitude was brought into -180...180; they are used.
    var wrappedLongitudes: Int
    /// Accuracies and sequences that were no numbers and were left out.
    var droppedFields: Int
    var wasSorted: Bool
    var devices: Int
    var geofences: Int
    /// What the geofences are, in words.
    var geofencesText: String
    var enters: Int
    var exits: Int
    var dwells: Int
    /// How many events were inferred; `nil` if none are looked for.
    var inferred: Int?
    var rules: EventRules
    var engine: EngineKind
    var elapsed: Duration
    /// How much of `elapsed` it took to read and index the geofences.
    var loading: Duration
    var performance: PerformanceReport
    /// What sending fewer fixes would have done, if that was asked.
    var thinning: ThinningReport?

    /// The rate once the geofences are there.
    private var fixesPerSecond: Double {
        let seconds = (elapsed - loading).inSeconds
        return seconds > 0 ? Double(counts.read) / seconds : 0
    }

    /// Reasons with their counts, in alphabetical order.
    private var rejected: [(reason: String, count: Int)] {
        counts.rejected.map { (reason: $0.key.rawValue, count: $0.value) }.sorted { $0.reason < $1.reason }
    }

    /// The report as one JSON object and a line feed.
    var json: String {
        let text = JSONText.object([
            "fixes_read": .number(counts.read),
            "fixes_used": .number(counts.used),
            "rejected": .object(rejected.map { ($0.reason, .number($0.count)) }),
            "noted": .object([
                "null_island": .number(nullIslands), "wrapped_longitude": .number(wrappedLongitudes),
                "dropped_field": .number(droppedFields),
            ]),
            "inferred": inferred.map { .number($0) },
            "sorted": .bool(wasSorted),
            "devices": .number(devices),
            "geofences": .number(geofences),
            "events": .object([
                "ENTER": .number(enters), "EXIT": .number(exits), "DWELL": dwells > 0 ? .number(dwells) : nil,
            ]),
            "elapsed_s": .number((elapsed.inSeconds * 1e6).rounded() / 1e6),
            "loading_s": .number((loading.inSeconds * 1e6).rounded() / 1e6),
            "fixes_per_second": .number((fixesPerSecond * 1000).rounded() / 1000),
            "policy": .string(rules.policy.name),
            "engine": .string(engine.rawValue),
            "order": .string(rules.order.rawValue),
            "latency": performance.latency,
            "performance": performance.monitor,
            "thinning": thinning?.json,
        ])
        return text.text + "\n"
    }

    /// The summary as lines of text.
    var text: String {
        var lines = ["geofences  \(geofencesText)"]
        let unused = counts.read - counts.used
        lines.append(
            "fixes      \(Quantity.grouped(counts.read)) read, \(Quantity.grouped(counts.used)) used, "
                + "\(Quantity.grouped(unused)) rejected"
        )
        for (reason, count) in rejected { lines.append("           \(Quantity.grouped(count)) rejected: \(reason)") }
        if nullIslands > 0 {
            lines.append("           \(Quantity.grouped(nullIslands)) at latitude 0, longitude 0; used")
        }
        if wrappedLongitudes > 0 {
            lines.append(
                "           \(Quantity.grouped(wrappedLongitudes)) with a longitude beyond ±180, wrapped; used"
            )
        }
        if droppedFields > 0 {
            lines.append(
                "           \(Quantity.grouped(droppedFields)) accuracies or sequences that are no number, left out"
            )
        }
        if wasSorted { lines.append("           not in order of time for each device: sorted first") }
        lines.append("devices    \(Quantity.grouped(devices))")
        lines.append(
            "events     \(Quantity.grouped(enters)) ENTER, \(Quantity.grouped(exits)) EXIT"
                + (dwells > 0 ? ", \(Quantity.grouped(dwells)) DWELL" : "")
                + (inferred.map { "; \(Quantity.grouped($0)) of them inferred" } ?? "")
        )
        if let thinning { lines += thinning.lines }
        lines.append("policy     \(rules.policy.name), engine \(engine.rawValue), order \(rules.order.rawValue)")
        lines.append(
            "time       \(Quantity.fixed(elapsed.inSeconds, digits: 3)) s, \(Quantity.fixed(loading.inSeconds, digits: 3)) s of it for geofences; "
                + "\(Quantity.rate(counts.read, (elapsed - loading).inSeconds)) fixes/s"
        )
        return lines.map { $0 + "\n" }.joined()
    }
}
