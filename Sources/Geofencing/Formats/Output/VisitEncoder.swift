/// Writes visits as text.
package struct VisitEncoder: Sendable {
    package let format: TransitionFormat
    private let keys: ArraySlice<String>

    /// The keys of a visit; the last one is for inferred visits.
    static let names = [
        "visit_id", "device", "geofence", "enter_unix_ms", "exit_unix_ms", "dwell_s", "state", "enter_cause",
        "exit_cause", "exit_min_unix_ms", "exit_max_unix_ms", "inferred",
    ]

    /// - Parameter showsInferred: Whether a table has a column for inferred visits.
    package init(format: TransitionFormat, showsInferred: Bool = false) {
        self.format = format
        keys = Self.names.dropLast(showsInferred ? 0 : 1)
    }

    /// Appends what precedes the first visit: the header of a table.
    package func appendHeader(to buffer: inout [UInt8]) {
        if format == .csv { buffer.append(contentsOf: (keys.joined(separator: ",") + "\n").utf8) }
    }

    /// Appends a visit as one line; `device` and `geofence` are the numbers of their names in `names`, which has the
    /// same format.
    package func append(
        _ visit: VisitRecord,
        device: Int,
        geofence: Int,
        of names: borrowing EscapedNames,
        to buffer: inout [UInt8]
    ) {
        let id = EventID(
            device: names.hash(of: device),
            geofence: names.hash(of: geofence),
            kind: .enter,
            time: visit.enter,
            ordinal: visit.ordinal
        )
        let exit = visit.exit
        let interval = exit.flatMap { $0.earliest == TransitionRecord.unknownTime ? nil : $0 }
        var dwell: [UInt8]?
        if let exit {
            var text: [UInt8] = []
            text.append(seconds: exit.time &- visit.enter)
            dwell = text
        }
        let values: [[UInt8]?] = [
            quoted(id.description), names.text(of: device), names.text(of: geofence), number(visit.enter),
            exit.map { number($0.time) }, dwell, quoted(exit == nil ? "open" : "closed"),
            quoted(visit.enterCause.rawValue), exit.map { quoted($0.cause.rawValue) },
            interval.map { number($0.earliest) }, interval.map { number($0.latest) },
            exit?.isInferred == true ? Array("true".utf8) : nil,
        ]
        if format == .ndjson { buffer.append(UInt8(ascii: "{")) }
        var isFirst = true
        for (key, value) in zip(keys, values) where format == .csv || value != nil {
            if !isFirst { buffer.append(UInt8(ascii: ",")) }
            isFirst = false
            if format == .ndjson { buffer.append(contentsOf: "\"\(key)\":".utf8) }
            buffer.append(contentsOf: value ?? [])
        }
        if format == .ndjson { buffer.append(UInt8(ascii: "}")) }
        buffer.append(.lineFeed)
    }

    /// Appends a visit as one line.
    package func append(_ visit: Visit, to buffer: inout [UInt8]) {
        let names = EscapedNames(for: format, [visit.device.rawValue, visit.geofence.rawValue])
        let record = VisitRecord(
            TransitionRecord(visit.enter, device: 0, fence: 1),
            exit: visit.exit.map { TransitionRecord($0, device: 0, fence: 1) }
        )
        append(record, device: 0, geofence: 1, of: names, to: &buffer)
    }

    private func number(_ value: Int64) -> [UInt8] { Array("\(value)".utf8) }

    /// Returns a word that needs no escaping, in quotes if the format has them.
    private func quoted(_ word: String) -> [UInt8] { Array((format == .ndjson ? "\"\(word)\"" : word).utf8) }
}
