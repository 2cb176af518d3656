extension [UInt8] {
    /// Appends the decimal digits of an integer.
    mutating func append(decimal value: Int64) {
        append(addingCapacity: OutputSpan<UInt8>.longestInteger) { text in text.append(decimal: value) }
    }

    /// Appends the decimal digits of an integer, padded with zeros to `digits` (1 to 8).
    mutating func append(decimal value: UInt64, digits: Int) {
        append(addingCapacity: OutputSpan<UInt8>.longestInteger) { text in text.append(decimal: value, digits: digits) }
    }

    /// Appends milliseconds as seconds with as many decimals as needed.
    mutating func append(seconds milliseconds: Int64) {
        append(addingCapacity: OutputSpan<UInt8>.longestInteger) { text in text.append(seconds: milliseconds) }
    }

    /// Appends the shortest decimal number that reads back as `value`, without an exponent. `value` must be finite.
    package mutating func append(shortest value: Double) {
        append(addingCapacity: OutputSpan<UInt8>.longestNumber) { text in text.append(shortest: value) }
    }

    /// Appends `value` rounded to 7 decimals (1 cm on the ground). `value` must be finite.
    mutating func append(sevenDecimals value: Double) {
        let rounded = (value * 1e7).rounded() / 1e7
        // Avoids a negative zero.
        append(shortest: abs(value) < 1e8 ? rounded + 0 : value)
    }

    /// Appends a JSON string, including its quotes. It is for other modules, for which the generic form is not
    /// specialized.
    package mutating func append(jsonString text: String) { append(jsonString: text.utf8) }

    /// Appends a JSON string, including its quotes.
    package mutating func append(jsonString text: some Sequence<UInt8>) {
        append(.quote)
        for byte in text {
            switch byte {
            case .quote, .backslash:
                append(.backslash)
                append(byte)
            case .lineFeed: append(contentsOf: "\\n".utf8)
            case .carriageReturn: append(contentsOf: "\\r".utf8)
            case .tab: append(contentsOf: "\\t".utf8)
            case 0..<0x20:
                append(contentsOf: "\\u00".utf8)
                for digit in [byte >> 4, byte & 15] { append(UInt8(hexadecimalDigit: digit)) }
            default: append(byte)
            }
        }
        append(.quote)
    }

    /// Appends a CSV cell, in quotes if it needs them (RFC 4180).
    package mutating func append(csvCell text: [UInt8]) {
        let isPlain = text.allSatisfy { $0 != UInt8(ascii: ",") && $0 != .quote && $0 >= .space }
        guard !isPlain || text.first == .space || text.last == .space else {
            append(contentsOf: text)
            return
        }
        append(.quote)
        for byte in text {
            if byte == .quote { append(.quote) }
            append(byte)
        }
        append(.quote)
    }

    /// Appends a time as ISO 8601 in UTC with milliseconds.
    mutating func append(iso8601 time: Timestamp) {
        let (days, ofDay) = time.unixMilliseconds.flooredQuotientAndRemainder(dividingBy: 86_400_000)
        // Hinnant, "chrono-Compatible Low-Level Date Algorithms".
        let (era, dayOfEra) = (days + 719_468).flooredQuotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        if year < 0 { append(UInt8(ascii: "-")) }
        append(decimal: year.magnitude, digits: 4)
        append(UInt8(ascii: "-"))
        append(decimal: month.magnitude, digits: 2)
        append(UInt8(ascii: "-"))
        append(decimal: (dayOfYear - (153 * shifted + 2) / 5 + 1).magnitude, digits: 2)
        append(UInt8(ascii: "T"))
        append(decimal: (ofDay / 3_600_000).magnitude, digits: 2)
        append(UInt8(ascii: ":"))
        append(decimal: (ofDay / 60_000 % 60).magnitude, digits: 2)
        append(UInt8(ascii: ":"))
        append(decimal: (ofDay / 1000 % 60).magnitude, digits: 2)
        append(UInt8(ascii: "."))
        append(decimal: (ofDay % 1000).magnitude, digits: 3)
        append(UInt8(ascii: "Z"))
    }
}

extension Int64 {
    /// Returns the quotient rounded down, and a nonnegative remainder.
    fileprivate func flooredQuotientAndRemainder(dividingBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
