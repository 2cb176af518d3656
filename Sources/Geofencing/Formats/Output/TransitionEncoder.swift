/// How transitions are written.
package enum TransitionFormat: String, Sendable, CaseIterable {
    /// One JSON object a line.
    case ndjson
    /// A table with a header.
    case csv
}

/// Names as they stand in an output, escaped once, by number.
package struct EscapedNames: Sendable {
    private let format: TransitionFormat
    private var bytes: [UInt8] = []
    private var ends: [Int] = [0]
    private var hashes: [UInt64] = []

    package init(for format: TransitionFormat) {
        self.format = format
    }

    /// How many names there are.
    package var count: Int { ends.count - 1 }

    /// Adds the name with the next number.
    package mutating func append(_ name: String) {
        switch format {
        case .ndjson: bytes.append(jsonString: name.utf8)
        case .csv: bytes.append(csvCell: name.utf8)
        }
        ends.append(bytes.count)
        hashes.append(EventID.hash(name))
    }

    /// `EventID.hash` of the name with this number.
    package func hash(of number: Int) -> UInt64 { hashes[number] }

    /// The name with this number, ready to be written.
    func text(of number: Int) -> [UInt8] { Array(bytes[ends[number]..<ends[number + 1]]) }

    /// Appends the name with this number to a text.
    func append(_ number: Int, to buffer: inout [UInt8]) {
        let (start, end) = (ends[number], ends[number + 1])
        let bytes = self.bytes.span
        buffer.append(addingCapacity: end - start) { text in
            for index in start..<end { text.append(bytes[index]) }
        }
    }
}

/// Writes transitions as text.
package struct TransitionEncoder: Sendable {
    package let format: TransitionFormat
    /// Whether identifiers, visits and bounds on times are written; without them there is what geometry alone tells.
    package let isFull: Bool
    /// Whether a table has a column for what was inferred.
    private let showsInferred: Bool
    /// Whether a table has columns for what the policies saw.
    private let showsEvidence: Bool

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

    /// Appends what stands before the first transition: the header of a table.
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

    /// Appends a transition as one line; the numbers are those of the names in `names`, which has the same format.
    package func append(
        _ record: TransitionRecord,
        device: Int,
        geofence: Int,
        of names: EscapedNames,
        evidence: Evidence? = nil,
        to buffer: inout [UInt8]
    ) {
        switch format {
        case .ndjson: appendObject(record, device, geofence, names, to: &buffer)
        case .csv: appendRow(record, device, geofence, names, to: &buffer)
        }
        if isFull {
            let keys = EventKeys(record, device: names.hash(of: device), geofence: names.hash(of: geofence))
            appendKeys(keys, record, to: &buffer)
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
        var names = EscapedNames(for: format)
        names.append(transition.device.rawValue)
        names.append(transition.geofence.rawValue)
        let record = TransitionRecord(transition, device: 0, fence: 1)
        append(record, device: 0, geofence: 1, of: names, to: &buffer)
    }

    private func appendObject(
        _ record: TransitionRecord,
        _ device: Int,
        _ geofence: Int,
        _ names: EscapedNames,
        to buffer: inout [UInt8]
    ) {
        buffer.append(contentsOf: "{\"event\":\"".utf8)
        buffer.append(contentsOf: record.kind.rawValue.utf8)
        buffer.append(contentsOf: "\",\"device\":".utf8)
        names.append(device, to: &buffer)
        buffer.append(contentsOf: ",\"geofence\":".utf8)
        names.append(geofence, to: &buffer)
        buffer.append(contentsOf: ",\"ts_unix_ms\":".utf8)
        buffer.append(decimal: record.time)
        buffer.append(contentsOf: ",\"decided_unix_ms\":".utf8)
        buffer.append(decimal: record.decidedTime)
        buffer.append(contentsOf: ",\"latitude\":".utf8)
        buffer.append(shortest: record.latitude)
        buffer.append(contentsOf: ",\"longitude\":".utf8)
        buffer.append(shortest: record.longitude)
        buffer.append(contentsOf: ",\"cause\":\"".utf8)
        buffer.append(contentsOf: record.cause.rawValue.utf8)
        buffer.append(UInt8(ascii: "\""))
    }

    private func appendRow(
        _ record: TransitionRecord,
        _ device: Int,
        _ geofence: Int,
        _ names: EscapedNames,
        to buffer: inout [UInt8]
    ) {
        let comma = UInt8(ascii: ",")
        buffer.append(contentsOf: record.kind.rawValue.utf8)
        buffer.append(comma)
        names.append(device, to: &buffer)
        buffer.append(comma)
        names.append(geofence, to: &buffer)
        buffer.append(comma)
        buffer.append(decimal: record.time)
        buffer.append(comma)
        buffer.append(decimal: record.decidedTime)
        buffer.append(comma)
        buffer.append(shortest: record.latitude)
        buffer.append(comma)
        buffer.append(shortest: record.longitude)
        buffer.append(comma)
        buffer.append(contentsOf: record.cause.rawValue.utf8)
    }
}
