// Reading the place and the time of a fix, and saying what is wrong with them.
extension ObjectFixReader {
    /// Reads a latitude or a longitude.
    func degrees(_ what: String, _ scanner: inout ByteScanner) throws(RecordProblem) -> Double {
        let first = scanner.position
        if let value = number(&scanner) { return value }
        try skip(&scanner)
        let range = first..<scanner.position
        if scanner.isNull(in: range) {
            throw RecordProblem(
                .missingValue,
                at: first,
                "the \(what) is null",
                recovery: "Leave out fixes without a position."
            )
        }
        if scanner[first] == .quote, range.count > 2 {
            var inside = scanner
            inside.position = first + 1
            if inside.number() != nil, inside.position == range.upperBound - 1 {
                throw RecordProblem(
                    .coordinate,
                    at: first,
                    "the \(what) is in quotes, which makes it text, not a number",
                    recovery: """
                        Write it without quotes, as `jq -c 'walk(if type == "object" then with_entries(if .key | test("lat|lon|lng"; "i") then \
                        .value = (.value | tonumber? // .) else . end) else . end)'` does.
                        """
                )
            }
        }
        throw RecordProblem(
            .coordinate,
            at: first,
            "the \(what) \(scanner.text(in: range.prefix(40))) is not a finite number",
            recovery: advice(if: scanner[first] == UInt8(ascii: "{"))
                ?? "Write degrees as a plain number, as in 52.5163; south and west are negative."
        )
    }

    /// Reads the time, which is a string or a number.
    mutating func time(unit: EpochUnit, _ scanner: inout ByteScanner) throws(RecordProblem) -> Int64 {
        let first = scanner.position
        let isString = scanner.byte == .quote
        try skip(&scanner)
        let end = scanner.position
        let range = isString ? (first + 1)..<(end - 1) : first..<end
        if !isString, scanner.isNull(in: range) { throw RecordProblem(.empty, at: first) }
        let hasEscapes = isString && scanner.firstOffset(of: .backslash, from: first, to: end) != nil
        scanner.position = range.lowerBound
        let time: Int64
        do throws(TimeProblem) {
            time =
                hasEscapes
                ? try escapedTime(JSONString(range: range, hasEscapes: true), unit, of: scanner)
                : try scanner.time(unit: unit, to: range.upperBound, offset: parser.utcOffset)
        } catch {
            throw RecordProblem(
                error,
                at: first,
                value: scanner.text(in: range.prefix(1000)),
                advice: advice(if: scanner[first] == UInt8(ascii: "{"))
            )
        }
        // The values of a shape are read as they are.
        values.append(.init(range, hasEscapes ? nil : unit == .bySize ? .time : .timeMilliseconds))
        scanner.position = end
        return time
    }

    /// What to do about a value that is an object.
    private func advice(if isObject: Bool) -> String? { isObject ? parser.advice : nil }

    /// Returns the time in a string with escapes, as in `12:00:00\u002B02:00`, which .NET writes.
    private func escapedTime(
        _ string: JSONString,
        _ unit: EpochUnit,
        of scanner: ByteScanner
    ) throws(TimeProblem) -> Int64 {
        guard let text = scanner.unescaped(string) else { throw .syntax }
        return try withScanner(of: text) { scanner throws(TimeProblem) in
            try scanner.time(unit: unit, to: scanner.end, offset: parser.utcOffset)
        }
    }
}
