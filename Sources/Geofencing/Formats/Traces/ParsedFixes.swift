/// The contents of one chunk of a trace. Each record is either in `fixes` or in `rejected`.
package struct ParsedFixes: Sendable {
    /// The usable fixes, in input order.
    package var fixes: [CompactFix] = []

    /// The battery charge of each fix, if charges are read; otherwise empty.
    private(set) var batteries: [BatteryCharge] = []

    /// Whether `batteries` are read.
    var hasBatteries = false

    /// The rejected records, in input order.
    package var rejected: [RejectedRecord] = []

    /// The number of lines in the chunk.
    package var lines = 0

    /// What is odd about the usable fixes.
    package var notes = FixNotes()

    /// The number of rejected records that would be valid with latitude and longitude swapped.
    var swapSuspects = 0

    package init() {}

    /// The number of records read.
    package var records: Int { fixes.count + rejected.count }

    /// Adds a fix.
    @inline(__always)
    mutating func append(_ fix: CompactFix, battery: BatteryCharge) {
        fixes.append(fix)
        if hasBatteries { batteries.append(battery) }
    }

    /// Adds a record that is too long, of which the scanner has only the beginning.
    mutating func rejectOversized(_ scanner: ByteScanner, lines count: Int) {
        reject(.tooLong(at: 0), line: 0, record: 0..<scanner.end, of: scanner)
        lines = count
    }

    /// Adds a rejected record. `line` is its first line in the chunk, `record` its range.
    mutating func reject(_ problem: RecordProblem, line: Int, record: Range<Int>, of scanner: ByteScanner) {
        let text = scanner.withoutCarriageReturns(record)
        let offset = min(max(problem.offset, text.lowerBound), text.upperBound)
        rejected.append(
            RejectedRecord(
                reason: problem.reason,
                line: line,
                column: offset - text.lowerBound + 1,
                message: problem.message,
                recovery: problem.recovery,
                raw: scanner.bytes(in: text.prefix(RejectedRecord.rawLimit))
            )
        )
    }

    /// Removes the columns, which are not those of the file, from the rejected records.
    mutating func clearColumnsOfRejected() {
        for index in rejected.indices { rejected[index].column = nil }
    }

    /// Removes what describes the converted text, not the original file, from the rejected records.
    mutating func clearTextOfRejected() {
        clearColumnsOfRejected()
        for index in rejected.indices { rejected[index].raw = [] }
    }

    /// Removes the cell counts of a converted table from the messages, since the original record need not have these
    /// cells.
    mutating func clearCellsOfRejected() {
        for index in rejected.indices where [.columnCount, .truncated].contains(rejected[index].reason) {
            rejected[index].message = "the record does not have the values that its format requires"
            rejected[index].recovery = "Check whether the file was copied completely."
        }
    }

    /// Removes everything for the next chunk, keeping the capacity.
    mutating func reset() {
        fixes.removeAll(keepingCapacity: true)
        batteries.removeAll(keepingCapacity: true)
        rejected.removeAll(keepingCapacity: true)
        lines = 0
        notes = FixNotes()
        swapSuspects = 0
    }
}
