internal import Geofencing

/// The effect of a change of geofences on visits.
struct DiffReport: Report {
    private let loaded: (old: LoadedFences, new: LoadedFences)
    private let fences: FenceDifference
    private let difference: VisitDifference
    private let counts: (old: Int, new: Int)
    private let ends: [DeviceID: Int64]
    private let fixes: FixCounts

    init(
        fences: (old: LoadedFences, new: LoadedFences),
        fixes: FixCounts,
        visits: (old: [LabeledVisit], new: [LabeledVisit]),
        ends: [DeviceID: Int64]
    ) {
        loaded = fences
        self.fixes = fixes
        self.fences = FenceDifference(old: fences.old.geofences, new: fences.new.geofences)
        difference = VisitDifference(old: visits.old, new: visits.new, ends: ends)
        counts = (visits.old.count, visits.new.count)
        self.ends = ends
    }

    var changes: [VisitDifference.Change] { difference.changes }

    /// A table of the changes; empty if there are none.
    var text: String {
        guard !changes.isEmpty else { return "" }
        var table = TextTable(names: 5, [" ", "device", "geofence", "enter", "exit", "minutes"])
        for change in changes {
            let visit = change.visit
            table.append([
                sign(change.kind), visit.device.rawValue, visit.geofence.rawValue, Self.time(visit.enter),
                visit.exit.map(Self.time) ?? "open", signed(gain(change)),
            ])
        }
        return table.lines.map { $0 + "\n" }.joined()
    }

    /// The totals.
    var summary: String {
        let devices = Set(changes.map(\.visit.device)).count
        return """
            old        \(loaded.old.text)
            new        \(loaded.new.text)
            geofences  \(Quantity.grouped(fences.added.count)) added, \(Quantity.grouped(fences.removed.count)) removed, \
            \(Quantity.grouped(fences.changed.count)) changed
            \(fixes.lines().joined(separator: "\n"))
            visits     \(Quantity.grouped(counts.old)) before, \(Quantity.grouped(counts.new)) after: \
            \(Quantity.grouped(count(.gained))) gained, \(Quantity.grouped(count(.lost))) lost, \
            \(Quantity.grouped(count(.moved))) moved to other times
            devices    \(Quantity.grouped(devices)) affected
            minutes    \(minutes(difference.oldInside)) inside before, \(minutes(difference.newInside)) after

            """
    }

    /// The report as one JSON object and a line feed.
    var json: String {
        func ids(_ ids: [Geofence.ID]) -> JSONText { .array(ids.map { .string($0.rawValue) }) }
        return JSONText.object([
            "geofences": .object([
                "added": ids(fences.added), "removed": ids(fences.removed), "changed": ids(fences.changed),
            ]),
            "fixes_read": .number(fixes.read),
            "fixes_used": .number(fixes.used),
            "rejected": fixes.rejected.json,
            "visits": .object([
                "before": .number(counts.old), "after": .number(counts.new), "gained": .number(count(.gained)),
                "lost": .number(count(.lost)), "moved": .number(count(.moved)),
            ]),
            "inside_s": .object([
                "before": .number(Double(difference.oldInside) / 1000),
                "after": .number(Double(difference.newInside) / 1000),
            ]),
            "changes": .array(changes.map(json)),
        ])
        .line
    }

    private func json(_ change: VisitDifference.Change) -> JSONText {
        var before: LabeledVisit?
        if case .moved(let old, _) = change { before = old }
        func time(_ time: Int64?) -> JSONText? { time.map { .number(Int($0)) } }
        return .object([
            "change": .string(change.kind.rawValue),
            "device": .string(change.visit.device.rawValue),
            "geofence": .string(change.visit.geofence.rawValue),
            "enter_unix_ms": time(change.visit.enter),
            "exit_unix_ms": time(change.visit.exit),
            "before_enter_unix_ms": time(before?.enter),
            "before_exit_unix_ms": time(before?.exit),
            "inside_s": .number(Double(gain(change)) / 1000),
        ])
    }

    private func gain(_ change: VisitDifference.Change) -> Int64 {
        change.gain(until: ends[change.visit.device] ?? .min)
    }

    private func sign(_ kind: VisitDifference.Change.Kind) -> String {
        switch kind {
        case .lost: "-"
        case .gained: "+"
        case .moved: "~"
        }
    }

    private func count(_ kind: VisitDifference.Change.Kind) -> Int { changes.count { $0.kind == kind } }

    /// Returns minutes to one decimal, without a sign.
    private func minutes(_ milliseconds: Int64) -> String {
        let tenths = Int((Double(milliseconds.magnitude) / 6000).rounded())
        return "\(Quantity.grouped(tenths / 10)).\(tenths % 10)"
    }

    private func signed(_ milliseconds: Int64) -> String {
        let minutes = minutes(milliseconds)
        return minutes == "0.0" ? minutes : (milliseconds < 0 ? "-" : "+") + minutes
    }

    private static func time(_ time: Int64) -> String { Timestamp(unixMilliseconds: time).iso8601 }
}
