/// A problem with a record, before it is known which record it is.
struct RecordProblem: Error {
    var reason: Rejection
    /// The offset in the chunk.
    var offset: Int
    var message: String
    var recovery: String

    init(_ reason: Rejection, at offset: Int, _ message: String, recovery: String) {
        self.reason = reason
        self.offset = offset
        self.message = message
        self.recovery = recovery
    }
}

extension RecordProblem {
    /// Returns the problem of a record at `offset` that exceeds the maximum length.
    static func tooLong(at offset: Int, limit: Int = RecordReader.recordLimit) -> RecordProblem {
        RecordProblem(
            .lineTooLong,
            at: offset,
            "the record is longer than \(limit) bytes",
            recovery: "Check whether line ends are missing or a quote is not closed."
        )
    }

    /// Returns the problem of an unusable device name at `offset`.
    static func device(at offset: Int, isEmpty: Bool = false) -> RecordProblem {
        let (message, recovery) =
            isEmpty
            ? ("the name is empty", "Give each device, or point, a name, and leave out the records without one.")
            : (
                "the name must be text or a number of 1 to 256 bytes, in UTF-8 and without control characters",
                "Give each device, or point, a short name, and save the file as UTF-8."
            )
        return RecordProblem(.deviceID, at: offset, message, recovery: recovery)
    }

    /// Returns the problem of a header line among the records, of which the cell at `offset` is the name of its column.
    static func header(_ reason: Rejection, at offset: Int) -> RecordProblem {
        RecordProblem(
            reason,
            at: offset,
            "this is another header line, not a record",
            recovery:
                "Remove it; if its columns are in another order, split the file here, since the first header applies throughout."
        )
    }

    /// Creates the problem of an unusable time at `offset`.
    ///
    /// - Parameters:
    ///   - value: What is in place of a time.
    ///   - advice: What to do about it, if more is known than what is wrong with the time.
    init(_ problem: TimeProblem, at offset: Int, value: String = "", advice: String? = nil) {
        let shown = "\"\(value.shortened)\""
        let (message, recovery) =
            switch problem {
            case .empty: ("the time is missing", "Give each fix the time at which it was measured.")
            case .syntax:
                (
                    "the time \(shown) is neither an ISO 8601 date and time nor a number",
                    Self.advice(onDate: value) ?? "Write 2026-01-31T12:00:00Z, or seconds or milliseconds since 1970."
                )
            case .noSuchDate:
                ("there is no such date or time of day as \(shown)", "Check the order of year, month and day.")
            case .noZone:
                (
                    "the time \(shown) has no zone",
                    "Add Z for UTC or an offset such as +02:00, or set the offset with --utc-offset (utcOffset in code)."
                )
            case .outOfRange:
                (
                    "the time \(shown) is too far from 1970: after the year 9999, or as far before 1970",
                    "Give seconds or milliseconds since 1970; microseconds are too fine."
                )
            }
        self.init(problem == .empty ? .missingValue : .timestamp, at: offset, message, recovery: advice ?? recovery)
    }

    /// Returns what to do about a date whose year is last, `31.01.2026`; `nil` for anything else.
    private static func advice(onDate text: String) -> String? {
        let date = Array(text.utf8.prefix(10))
        let digits = [0, 1, 3, 4, 6, 7, 8, 9]
        guard date.count == 10, date[2] == date[5], digits.allSatisfy({ date[$0].isDigit }) else { return nil }
        switch date[2] {
        case UInt8(ascii: "."):
            return """
                Write the year first, as `sed -E 's/([0-9]{2})\\.([0-9]{2})\\.([0-9]{4})/\\3-\\2-\\1/g' FILE` does.
                """
        case UInt8(ascii: "/"), UInt8(ascii: "-"):
            return "Write the year first, as in 2026-01-31: only you know whether 01/02 is in January or February."
        default: return nil
        }
    }
}
