extension TableHeader {
    /// Returns the cells of a record, one for each column.
    ///
    /// - Parameter isCut: Whether the record ends the input, without a line end.
    func cells(
        of record: Range<Int>,
        isCut: Bool = false,
        in scanner: inout ByteScanner
    ) throws(RecordProblem) -> [CSVCell] {
        guard let cells = scanner.cells(of: record, delimiter: delimiter) else {
            throw RecordProblem(
                isCut ? .truncated : .syntax,
                at: scanner.position,
                "the cell's quotes are unbalanced or misplaced",
                recovery: "Double each quote inside a quoted cell, and end the cell with a quote."
            )
        }
        guard cells.count == roles.count else {
            let counts = "\(cells.count.counted("column")) where the header has \(roles.count)"
            if isCut, cells.count < roles.count {
                throw RecordProblem(
                    .truncated,
                    at: record.upperBound,
                    "the input ends in the middle of the record: \(counts)",
                    recovery: "Check whether the file was copied completely."
                )
            }
            throw RecordProblem(
                .columnCount,
                at: record.lowerBound,
                "the record has \(counts)",
                recovery: advice(on: cells, of: scanner)
            )
        }
        return cells
    }

    /// Returns what to do about a record with more or fewer cells than the header.
    private func advice(on cells: [CSVCell], of scanner: ByteScanner) -> String {
        let ends = cells.contains { $0.unescaped == nil && scanner.bytes(in: $0.range).contains(.carriageReturn) }
        if ends || names.contains(where: { $0.utf8.contains(.carriageReturn) }) {
            return "End all lines with line feeds, as `tr '\\r' '\\n'` does: some end with carriage returns alone."
        }
        if cells.count > roles.count, cells.dropFirst(roles.count).allSatisfy(\.range.isEmpty) {
            return "End the header with the delimiter too, or remove it here."
        }
        if cells.count < roles.count, names.dropFirst(cells.count).allSatisfy(\.isEmpty) {
            return "End the record with the delimiter too, or remove it from the header."
        }
        if cells.count == 1, let cell = cells.first, isWhole(cell, of: scanner) {
            return "Remove the quotes around the record, which make it one cell."
        }
        if cells.count < roles.count { return "Give each record a cell for each column, empty if it has no value." }
        let rest = cells.suffix(names.count - 1).map { scanner.text(in: $0.range) }
        if cells.count == 2 * names.count - 1, rest == Array(names.dropFirst()) {
            return "End each file with a line feed before you join it with others: here, a header follows a record."
        }
        let end = delimiter == UInt8(ascii: ",") ? "; a comma is not a decimal point." : "."
        if cells.count == roles.count + 1, let cell = cells.first, isNumber(cell, of: scanner) {
            return "If the first cell is the number of the row, as R writes it, add a column for it to the header; "
                + "otherwise quote cells that contain the delimiter" + end
        }
        return "Quote cells that contain the delimiter" + end
    }

    /// Whether a cell has nothing but digits.
    private func isNumber(_ cell: CSVCell, of scanner: ByteScanner) -> Bool {
        !cell.range.isEmpty && scanner.bytes(in: cell.range).allSatisfy(\.isDigit)
    }

    /// Whether a cell contains as many delimiters as a whole record.
    private func isWhole(_ cell: CSVCell, of scanner: ByteScanner) -> Bool {
        (cell.unescaped ?? scanner.bytes(in: cell.range)).count { $0 == delimiter } >= roles.count - 1
    }
}
