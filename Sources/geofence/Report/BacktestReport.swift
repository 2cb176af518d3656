internal import Geofencing

/// The result of evaluating the traces with one policy.
struct BacktestRow {
    /// The policy as the user named it.
    var name: String
    var settings: PolicySettings
    var counts: FixCounts
    var tally: EvaluationTally
    /// The comparison with the visits that took place, if they are known.
    var labels: LabelComparison?

    var events: EventCounts { EventCounts(tally) }

    /// Returns the median time to a decision, in milliseconds.
    func delay(_ kind: Transition.Kind) -> Int64? { tally.delays[kind]?.percentile(0.5) }
}

/// A comparison of policies.
struct BacktestReport: Report {
    var rows: [BacktestRow]
    /// In milliseconds.
    var flapWindow: Int64

    /// The policy with the fewest missed and false visits; among equal ones the one with the fewest flaps, then the one
    /// with the smallest time errors, then the first. `nil` without labels.
    var best: BacktestRow? {
        func rank(_ row: BacktestRow, _ labels: LabelComparison) -> (Int, Int, Int64) {
            let errors = [labels.enterErrors, labels.exitErrors].map { $0.percentile(0.95) ?? 0 }
            return (labels.missed + labels.falseVisits, row.tally.flaps, errors[0] + errors[1])
        }
        let ranked = rows.compactMap { row in row.labels.map { (row, rank(row, $0)) } }
        return ranked.min { $0.1 < $1.1 }?.0
    }

    /// The tables.
    var text: String {
        var table = TextTable(
            names: 1,
            ["policy", "ENTER", "EXIT", "visits", "open", "flaps", "ENTER delay", "EXIT delay"]
        )
        for row in rows {
            let tally = row.tally
            let counts = [
                row.events.enters, row.events.exits, tally.visits.count, tally.visits.count { $0.exit == nil },
                tally.flaps,
            ]
            table.append([row.name] + counts.map(Quantity.grouped) + [.enter, .exit].map { seconds(row.delay($0)) })
        }
        var lines = table.lines
        lines.append(
            "A flap begins less than \(Quantity.grouped(Int(flapWindow / 1000))) s after the previous visit; delays are medians."
        )
        if let labels = rows.first?.labels {
            var table = TextTable(
                names: 1,
                ["policy", "missed", "false", "ENTER off", "95 %", "EXIT off", "95 %"]
            )
            for row in rows {
                guard let labels = row.labels else { continue }
                let errors = [labels.enterErrors, labels.exitErrors].flatMap { errors in
                    [0.5, 0.95].map { seconds(errors.percentile($0)) }
                }
                table.append([row.name] + [labels.missed, labels.falseVisits].map(Quantity.grouped) + errors)
            }
            lines += ["", "Compared with \(Quantity.counted(labels.known, "visit")) that took place:"] + table.lines
            if let best { lines.append("Best: \(best.name).") }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The lines about the fixes; if policies differ in the fixes they use, each line names its policies.
    var fixes: [String] {
        var groups: [(counts: FixCounts, names: [String])] = []
        for row in rows {
            if let known = groups.firstIndex(where: { $0.counts == row.counts }) {
                groups[known].names.append(row.name)
            } else {
                groups.append((row.counts, [row.name]))
            }
        }
        return groups.flatMap { group in
            group.counts.lines(remark: groups.count > 1 ? " by \(group.names.joined(separator: ", "))" : "")
        }
    }

    private func seconds(_ milliseconds: Int64?) -> String {
        milliseconds.map(Quantity.seconds) ?? "-"
    }

    /// The report as one JSON object and a line feed.
    var json: String {
        JSONText.object([
            "flap_window_s": .number(Double(flapWindow) / 1000),
            "fixes_read": rows.first.map { .number($0.counts.read) },
            "labels": rows.first?.labels.map { .number($0.known) },
            "policies": .array(rows.map(json)),
            "best": best.map { .string($0.name) },
        ])
        .line
    }

    private func json(_ row: BacktestRow) -> JSONText {
        func seconds(_ milliseconds: Int64?) -> JSONText { milliseconds.map { .number(Double($0) / 1000) } ?? .null }
        let tally = row.tally
        let labels = row.labels.map { labels in
            JSONText.object([
                "missed": .number(labels.missed),
                "false": .number(labels.falseVisits),
                "enter_off_median_s": seconds(labels.enterErrors.percentile(0.5)),
                "enter_off_p95_s": seconds(labels.enterErrors.percentile(0.95)),
                "exit_off_median_s": seconds(labels.exitErrors.percentile(0.5)),
                "exit_off_p95_s": seconds(labels.exitErrors.percentile(0.95)),
            ])
        }
        return .object([
            "policy": .string(row.name),
            "fixes_used": .number(row.counts.used),
            "rejected": row.counts.rejected.json,
            "events": row.events.json,
            "inferred": .number(tally.inferred),
            "visits": .number(tally.visits.count),
            "open_visits": .number(tally.visits.count { $0.exit == nil }),
            "flaps": .number(tally.flaps),
            "enter_delay_median_s": seconds(row.delay(.enter)),
            "exit_delay_median_s": seconds(row.delay(.exit)),
            "against_labels": labels,
        ])
    }
}
