internal import Geofencing

/// The steps of an explanation as aligned lines.
struct ExplainTable {
    private let report: ExplainReport
    private let steps: RangeSet<Int>

    /// In a longer run of similar steps, the middle ones are left out.
    private static let longestRun = 8

    private static let header = [
        "time", "distance", "accuracy", "undecided", "inside", "rule", "in a row", "then", "line", "",
    ]
    /// The columns that contain words and are left-aligned.
    private static let words: Set<Int> = [5, 7, 9]

    /// What the steps below have in common.
    private struct Heading {
        var day = ""
        var file: String?

        /// Returns a line with what is different from the last heading; `nil` if nothing is.
        func remark(after last: Heading) -> String? {
            let parts = [day == last.day ? nil : "\(day) (UTC)", file == last.file ? nil : file].compactMap(\.self)
            return parts.isEmpty ? nil : parts.joined(separator: ", ")
        }
    }

    init(_ report: ExplainReport, _ passage: ExplainedPassages.Passage) {
        self.report = report
        steps = passage.steps
    }

    var lines: [String] {
        guard !steps.isEmpty else { return ["  no fixes"] }
        var table = TextTable(words: Self.words, Self.header, indent: "  ")
        var heading = Heading()
        for range in steps.ranges {
            if range.lowerBound != steps.ranges.first?.lowerBound { table.append(remark: "...") }
            var index = range.lowerBound
            while index < range.upperBound {
                let end = endOfRun(from: index, in: range)
                append(index..<end, to: &table, &heading)
                index = end
            }
        }
        return table.lines
    }

    /// Appends a run of similar steps, or only the first and last of them.
    private func append(_ run: Range<Int>, to table: inout TextTable, _ heading: inout Heading) {
        let isCut = !report.passages.isComplete && run.count > Self.longestRun
        for step in run {
            if isCut, step == run.lowerBound + 3 {
                table.append(remark: "... \(Quantity.grouped(run.count - 6)) more like these")
            }
            if isCut, step >= run.lowerBound + 3, step < run.upperBound - 3 { continue }
            let next = Heading(
                day: Self.date(report.explanation.steps[step].fix.time),
                file: report.hasSeveralFiles ? report.trace.locations[step].file : nil
            )
            if let remark = next.remark(after: heading) { table.append(remark: remark) }
            heading = next
            table.append(cells(of: step))
        }
    }

    /// Returns the end of the run of steps that are similar to the first.
    private func endOfRun(from first: Int, in range: Range<Int>) -> Int {
        let steps = report.explanation.steps
        guard steps[first].transitions.isEmpty, !report.closest.contains(first) else { return first + 1 }
        var end = first + 1
        while end < range.upperBound, !report.closest.contains(end), steps[end].transitions.isEmpty,
            steps[end].rejection == steps[first].rejection,
            steps[end].evidence.rule == steps[first].evidence.rule,
            steps[end].after.word == steps[first].after.word
        {
            end += 1
        }
        return end
    }

    private func cells(of index: Int) -> [String] {
        let step = report.explanation.steps[index]
        let evidence = step.evidence
        let then = step.transitions.map(\.kind.rawValue).joined(separator: ", ")
        let undecided = evidence.undecided.map {
            "\(Self.number($0.lowerBound.meters)) to \(Self.meters($0.upperBound.meters))"
        }
        let span = evidence.since.map { step.countedTime.unixMilliseconds - $0.unixMilliseconds } ?? 0
        return [
            Self.clock(step.fix.time),
            evidence.distance.meters.isFinite ? Self.distance(evidence.distance.meters) : "",
            evidence.accuracy.map { Self.meters($0.meters) } ?? "unknown",
            step.rejection == nil ? undecided ?? "" : "",
            evidence.share.map { "\(Quantity.fixed($0 * 100, digits: 0)) %" } ?? "",
            step.rejection?.rawValue ?? evidence.rule.rawValue,
            step.rejection == nil && evidence.fixes > 0 ? "\(evidence.fixes) in \(Self.seconds(span))" : "",
            !then.isEmpty ? then : step.rejection != nil ? "rejected" : step.after.word,
            report.trace.locations[index].line.map { "\($0)" } ?? "",
            report.closest.contains(index) ? "<" : "",
        ]
    }

    /// Returns a distance as shown in the lines, with the decimal points aligned.
    private static func distance(_ meters: Double) -> String {
        abs(meters) < 10_000 ? "\(Quantity.fixed(meters, digits: 1)) m" : self.meters(meters)
    }

    /// Returns a length for people to read, in kilometers from 10 km on.
    static func meters(_ meters: Double) -> String {
        abs(meters) < 10_000 ? "\(number(meters)) m" : "\(Quantity.fixed(meters / 1000, digits: 1)) km"
    }

    /// Returns a number with one decimal, which is omitted if it is zero.
    static func number(_ value: Double) -> String {
        let text = Quantity.fixed(value, digits: 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func seconds(_ milliseconds: Int64) -> String {
        milliseconds < 1_000_000 ? "\(number(Double(milliseconds) / 1000)) s" : "\(milliseconds / 60_000) min"
    }

    /// `2026-01-01 10:31:02 UTC`.
    static func moment(_ time: Timestamp) -> String { "\(date(time)) \(clock(time)) UTC" }

    static func date(_ time: Timestamp) -> String { String(time.iso8601.prefix { $0 != "T" }) }

    /// `10:31:02`, with milliseconds if they are not zero.
    static func clock(_ time: Timestamp) -> String {
        let clock = time.iso8601.drop { $0 != "T" }.dropFirst().dropLast()
        return String(clock.hasSuffix(".000") ? clock.dropLast(4) : clock)
    }
}

extension Presence {
    /// The word for it in texts for people and for programs.
    var word: String {
        switch self {
        case .unknown: "unknown"
        case .outside: "outside"
        case .inside: "inside"
        }
    }
}
