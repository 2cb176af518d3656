/// The format of written transitions.
package enum TransitionFormat: String, Sendable, CaseIterable {
    /// One JSON object per line.
    case ndjson
    /// A table with a header.
    case csv
}

/// Writes transitions as text.
package struct TransitionEncoder: Sendable {
    package let format: TransitionFormat
    /// Whether identifiers, visits and bounds on times are written; otherwise, only what the geometry alone determines.
    package let isFull: Bool
    /// Whether a table has a column for inferred transitions.
    package let showsInferred: Bool
    /// Whether the evidence of the policies is written; a table has columns for it.
    package let showsEvidence: Bool

    package init(
        format: TransitionFormat,
        isFull: Bool = false,
        showsInferred: Bool = false,
        showsEvidence: Bool = false
    ) {
        self.format = format
        self.isFull = isFull
        self.showsInferred = showsInferred
        self.showsEvidence = showsEvidence
    }

    /// Appends what precedes the first transition: the header of a table.
    package func appendHeader(to buffer: inout [UInt8]) {
        guard format == .csv else { return }
        buffer.append(contentsOf: "event,device,geofence,ts_unix_ms,decided_unix_ms,latitude,longitude,cause".utf8)
        if isFull { buffer.append(contentsOf: ",id,visit_id,dwell_s,ts_min_unix_ms,ts_max_unix_ms".utf8) }
        if showsEvidence {
            for key in Evidence.keys { buffer.append(contentsOf: ",\(key)".utf8) }
        }
        if showsInferred { buffer.append(contentsOf: ",inferred".utf8) }
        buffer.append(.lineFeed)
    }

    /// The maximum length of a line in bytes, without names and evidence: two coordinates, and less than twice as much
    /// for the rest.
    private static let longestLine = 4 * OutputSpan<UInt8>.longestNumber

    /// Appends a transition as one line; `device` and `geofence` are the numbers of their names in `names`, which has
    /// the same format.
    package func append(
        _ record: TransitionRecord,
        device: Int,
        geofence: Int,
        of names: borrowing EscapedNames,
        evidence: Evidence? = nil,
        to buffer: inout [UInt8]
    ) {
        let length = Self.longestLine + names.length(of: device) + names.length(of: geofence)
        buffer.append(addingCapacity: length) { line in
            switch format {
            case .ndjson: appendObject(record, device, geofence, names, to: &line)
            case .csv: appendRow(record, device, geofence, names, to: &line)
            }
            guard isFull else { return }
            let keys = EventKeys(record, device: names.hash(of: device), geofence: names.hash(of: geofence))
            appendKeys(keys, record, to: &line)
        }
        if format == .ndjson, let evidence {
            buffer.append(contentsOf: ",\"evidence\":".utf8)
            evidence.append(to: &buffer)
        }
        if format == .csv, showsEvidence { Evidence.appendCells(of: evidence, to: &buffer) }
        if format == .ndjson, record.isInferred { buffer.append(contentsOf: ",\"inferred\":true".utf8) }
        if showsInferred, format == .csv { buffer.append(contentsOf: (record.isInferred ? ",true" : ",").utf8) }
        if format == .ndjson { buffer.append(UInt8(ascii: "}")) }
        buffer.append(.lineFeed)
    }

    /// Appends a transition as one line.
    package func append(_ transition: Transition, to buffer: inout [UInt8]) {
        let names = EscapedNames(for: format, [transition.device.rawValue, transition.geofence.rawValue])
        let record = TransitionRecord(transition, device: 0, fence: 1)
        append(record, device: 0, geofence: 1, of: names, to: &buffer)
    }

    private func appendObject(
        _ record: TransitionRecord,
        _ device: Int,
        _ geofence: Int,
        _ names: borrowing EscapedNames,
        to line: inout OutputSpan<UInt8>
    ) {
        line.append("{\"event\":\"")
        line.append(word: record.kind.rawValue)
        line.append("\",\"device\":")
        names.append(device, to: &line)
        line.append(",\"geofence\":")
        names.append(geofence, to: &line)
        line.append(",\"ts_unix_ms\":")
        line.append(decimal: record.time)
        line.append(",\"decided_unix_ms\":")
        line.append(decimal: record.decidedTime)
        line.append(",\"latitude\":")
        line.append(shortest: record.latitude)
        line.append(",\"longitude\":")
        line.append(shortest: record.longitude)
        line.append(",\"cause\":\"")
        line.append(word: record.cause.rawValue)
        line.append("\"")
    }

    private func appendRow(
        _ record: TransitionRecord,
        _ device: Int,
        _ geofence: Int,
        _ names: borrowing EscapedNames,
        to line: inout OutputSpan<UInt8>
    ) {
        let comma = UInt8(ascii: ",")
        line.append(word: record.kind.rawValue)
        line.append(comma)
        names.append(device, to: &line)
        line.append(comma)
        names.append(geofence, to: &line)
        line.append(comma)
        line.append(decimal: record.time)
        line.append(comma)
        line.append(decimal: record.decidedTime)
        line.append(comma)
        line.append(shortest: record.latitude)
        line.append(comma)
        line.append(shortest: record.longitude)
        line.append(comma)
        line.append(word: record.cause.rawValue)
    }
}
