// Reading times, and detecting what people and spreadsheets write in place of them.
extension TableFixParser {
    private static let timeNames = Set(ColumnRole.time.names + ColumnRole.timeMilliseconds.names)

    /// Returns the time in a cell.
    func time(
        in cell: Range<Int>,
        unit: EpochUnit,
        of scanner: ByteScanner
    ) throws(RecordProblem) -> Int64 {
        let result = Result { () throws(TimeProblem) in
            try scanner.time(in: cell, unit: unit, delimiter: header.delimiter, offset: utcOffset)
        }
        if let dateColumn, scanner.isTimeOfDay(cell, unit, result) {
            throw RecordProblem(
                .timestamp,
                at: cell.lowerBound,
                "the time is only a time of day; the column \"\(dateColumn.shortened)\" has the day",
                recovery: "Join both in one column, as in 2026-01-31T12:00:00Z."
            )
        }
        switch result {
        case .success where scanner.hasLostDigits(cell, unit):
            throw RecordProblem(
                .timestamp,
                at: cell.lowerBound,
                "the time \(scanner.text(in: cell)) has lost its last digits, as in a spreadsheet cell",
                recovery:
                    "Format the column as a number without decimals, not General or Scientific, and export it again."
            )
        case .success(let time): return time
        case .failure(.syntax) where Self.timeNames.contains(ColumnRole.normalized(scanner.text(in: cell))):
            throw .header(.timestamp, at: cell.lowerBound)
        case .failure(let problem):
            throw RecordProblem(problem, at: cell.lowerBound, value: scanner.text(in: cell.prefix(1000)))
        }
    }
}

extension ByteScanner {
    /// Whether a cell, read as a time with this result, is a time of day without a date: `10:00:00` or `100000`.
    fileprivate func isTimeOfDay(
        _ cell: Range<Int>,
        _ unit: EpochUnit,
        _ result: Result<Int64, TimeProblem>
    ) -> Bool {
        switch result {
        // 235959 is a time of day, but as seconds since 1970 it falls on the third day.
        case .success(let time): unit == .bySize && (0..<240_000_000).contains(time)
        case .failure(.syntax):
            bytes(in: cell).allSatisfy { $0.isDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
        case .failure: false
        }
    }
}
