/// The fields that columns or keys may stand for, numbered from 0.
protocol RecordField: RawRepresentable<Int>, CaseIterable, Sendable, Hashable {}

/// The values of one record as text, by field.
struct FieldValues<Field: RecordField> {
    /// The delimiter between the cells of a table; a comma for JSON objects, whose numbers contain none.
    var delimiter = UInt8(ascii: ",")
    private var texts: [String?] = Array(repeating: nil, count: Field.allCases.count)

    subscript(field: Field) -> String? {
        get { texts[field.rawValue] }
        set { texts[field.rawValue] = newValue }
    }
}

/// The reason why a record is malformed.
struct FieldProblem: Error {
    var message: String

    init(_ message: String) { self.message = message }
}

extension FieldValues {
    /// Returns a required text.
    func text(_ field: Field, _ name: String) throws(FieldProblem) -> String {
        guard let text = self[field], !text.isEmpty else { throw FieldProblem("\"\(name)\" is missing") }
        return text
    }

    func number(_ field: Field, _ name: String) throws(FieldProblem) -> Double? {
        guard let text = self[field] else { return nil }
        let number = withScanner(of: text.utf8) { $0.number(in: 0..<$0.end, delimiter: delimiter) }
        guard let number else { throw FieldProblem("\"\(name)\" is not a number: \(text.shortened)") }
        return number
    }

    func optionalTime(
        _ field: Field,
        _ name: String,
        _ unit: EpochUnit = .milliseconds
    ) throws(FieldProblem) -> Int64? {
        self[field] == nil ? nil : try time(field, name, unit)
    }

    /// Returns a required time; one without a zone, as databases write it, is taken as UTC.
    func time(_ field: Field, _ name: String, _ unit: EpochUnit) throws(FieldProblem) -> Int64 {
        let text = try text(field, name)
        return try withScanner(of: text.utf8) { scanner throws(FieldProblem) in
            let range = 0..<scanner.end
            if scanner.hasLostDigits(range, unit) {
                throw FieldProblem(
                    "\"\(name)\" has lost its last digits, as in a spreadsheet cell: \(text.shortened)"
                )
            }
            do throws(TimeProblem) {
                return try scanner.time(in: range, unit: unit, delimiter: delimiter, offset: .zero)
            } catch {
                throw FieldProblem("\"\(name)\" is not a time: \(text.shortened)")
            }
        }
    }
}
