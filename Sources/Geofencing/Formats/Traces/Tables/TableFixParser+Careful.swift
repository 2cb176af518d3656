// Reading a record that is in some way unusual, and saying what is wrong with it.
extension TableFixParser {
    /// Reads any record and leaves the position at its end; `nil` for a blank or rejected one.
    @inline(never)
    func readCarefully(
        _ scanner: inout ByteScanner,
        isLastWithoutLineFeed: Bool,
        after search: inout LineSearch,
        into result: inout ParsedFixes
    ) -> (RawFix, name: [UInt8]?)? {
        let first = scanner.position
        let end = recordEnd(from: first, after: &search, in: scanner)
        let text = scanner.withoutCarriageReturns(first..<end)
        defer { scanner.position = end }
        guard !scanner.isBlank(text, delimiter: header.delimiter) else { return nil }
        let notes = result.notes
        do throws(RecordProblem) {
            guard text.count <= RecordReader.recordLimit else { throw .tooLong(at: first) }
            let isCut = isLastWithoutLineFeed && end == scanner.end
            return try carefulFix(in: text, isCut: isCut, of: &scanner, into: &result)
        } catch {
            result.notes = notes
            result.reject(error, line: result.lines, record: text, of: scanner)
            return nil
        }
    }

    /// Returns the offset of the line feed that ends the record at `first`, or the end of the text if there is none.
    private func recordEnd(from first: Int, after search: inout LineSearch, in scanner: ByteScanner) -> Int {
        guard joinsLines else { return scanner.firstOffset(of: .lineFeed, from: first) ?? scanner.end }
        return scanner.recordEnd(
            from: first,
            delimiter: header.delimiter,
            columns: header.roles.count,
            after: &search
        ) { line in
            var (scanner, tally) = (scanner, ParsedFixes())
            return (try? carefulFix(in: line, isCut: false, of: &scanner, into: &tally)) != nil
        }
    }

    /// Returns the fix in a record, and the device's name if that differs from the bytes of its range.
    private func carefulFix(
        in text: Range<Int>,
        isCut: Bool,
        of scanner: inout ByteScanner,
        into result: inout ParsedFixes
    ) throws(RecordProblem) -> (RawFix, name: [UInt8]?) {
        let cells = try header.cells(of: text, isCut: isCut, in: &scanner)
        var fix = RawFix()
        var name: [UInt8]?
        var offsets = (latitude: text.lowerBound, longitude: text.lowerBound)
        for (role, cell) in zip(header.roles, cells) {
            scanner.position = cell.range.lowerBound
            switch role {
            case .device:
                let fallbacks = cell.range.isEmpty ? fallbackDevices : []
                let cell = fallbacks.lazy.map { cells[$0] }.first { !$0.range.isEmpty } ?? cell
                name = cell.unescaped
                fix.device = cell.range
                guard (1...DeviceID.lengthLimit).contains(name?.count ?? cell.range.count), scanner.isText(cell.range)
                else {
                    throw .device(at: cell.range.lowerBound, isEmpty: cell.range.isEmpty)
                }
            case .time, .timeMilliseconds:
                fix.time = try time(in: cell.range, unit: role == .time ? .bySize : .milliseconds, of: scanner)
            case .latitude:
                offsets.latitude = cell.range.lowerBound
                fix.latitude = try scanner.degrees("latitude", in: cell.range, header.delimiter)
            case .longitude:
                offsets.longitude = cell.range.lowerBound
                fix.longitude = try scanner.degrees("longitude", in: cell.range, header.delimiter)
            case .accuracy:
                let value = scanner.number(in: cell.range, delimiter: header.delimiter)
                if value == nil, !scanner.isMissing(cell.range) { result.notes.droppedFields += 1 }
                let fallback = fallbackAccuracy.map { cells[$0].range }
                if let value = value ?? fallback.flatMap({ scanner.number(in: $0, delimiter: header.delimiter) }) {
                    fix.accuracy = CompactFix.accuracy(meters: value)
                }
            case .sequence:
                if let value = scanner.integer(), scanner.position == cell.range.upperBound {
                    fix.sequence = value
                } else if !scanner.isMissing(cell.range) {
                    result.notes.droppedFields += 1
                }
            case .battery:
                if let value = scanner.number(in: cell.range, delimiter: header.delimiter) {
                    fix.battery = BatteryCharge(percent: value)
                }
            default: break
            }
        }
        try fix.normalize(latitudeOffset: offsets.latitude, longitudeOffset: offsets.longitude, into: &result)
        return (fix, name)
    }
}

extension ByteScanner {
    /// Whether a cell has no value.
    fileprivate func isMissing(_ cell: Range<Int>) -> Bool { cell.isEmpty || isNull(in: cell) }

    /// Returns the number that fills a range.
    fileprivate func degrees(
        _ what: String,
        in range: Range<Int>,
        _ delimiter: UInt8
    ) throws(RecordProblem) -> Double {
        guard !range.isEmpty else {
            throw RecordProblem(
                .missingValue,
                at: range.lowerBound,
                "the \(what) is missing",
                recovery: "Give each record a \(what) in degrees."
            )
        }
        if let value = number(in: range, delimiter: delimiter) { return value }
        let name = ColumnRole.normalized(text(in: range))
        let places: [ColumnRole] = [.latitude, .longitude]
        if places.contains(where: { $0.isNamed(name) || $0.weakNames.contains($0.bare(name)) }) {
            throw .header(.coordinate, at: range.lowerBound)
        }
        let shown = text(in: range.prefix(1000)).shortened
        throw RecordProblem(
            .coordinate,
            at: range.lowerBound,
            "the \(what) \"\(shown)\" is not a finite decimal number",
            recovery: (shown.hasPrefix("+") ? "Remove the plus sign." : Self.lookalike(in: shown))
                ?? "Write degrees with a decimal point, as in 52.5163; south and west are negative."
        )
    }

    /// Returns what to do about a number in which a minus sign or space is another character than it looks like.
    private static func lookalike(in number: String) -> String? {
        let others: Set<Unicode.Scalar> = ["\u{2212}", "\u{2013}", "\u{A0}", "\u{2009}", "\u{202F}"]
        guard let other = number.unicodeScalars.first(where: others.contains) else { return nil }
        let code = String(other.value + 0x10000, radix: 16, uppercase: true).dropFirst()
        return "Remove or replace the character U+\(code), which only looks like a minus sign or a space."
    }
}
