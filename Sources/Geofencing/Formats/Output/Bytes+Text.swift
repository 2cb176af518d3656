extension [UInt8] {
    /// Appends the decimal digits of an integer.
    mutating func append(decimal value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(decimal: value.magnitude, digits: 1)
    }

    /// Appends the decimal digits of an integer, with zeros before them up to `digits` (at most 20).
    mutating func append(decimal value: UInt64, digits: Int) {
        append(addingCapacity: 20) { text in text.append(decimal: value, digits: digits) }
    }

    /// Appends milliseconds as seconds with as many decimals as they need.
    mutating func append(seconds milliseconds: Int64) {
        if milliseconds < 0 { append(UInt8(ascii: "-")) }
        let (whole, rest) = milliseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
        append(decimal: whole, digits: 1)
        guard rest > 0 else { return }
        append(UInt8(ascii: "."))
        append(decimal: rest, digits: 3)
        while last == UInt8(ascii: "0") { removeLast() }
    }

    /// Appends sixteen hexadecimal digits.
    mutating func append(hexadecimal value: UInt64) {
        append(addingCapacity: 16) { text in
            for shift in stride(from: UInt64(60), through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: value &>> shift) & 15
                text.append(digit &+ (digit < 10 ? 48 : 87))
            }
        }
    }

    /// Appends the shortest decimal number that reads back as `value`, without an exponent. `value` must be finite.
    package mutating func append(shortest value: Double) {
        // With up to 7 decimals and 15 digits a decimal number is the only one of its length with its value.
        let scaled = (value * 1e7).rounded()
        if abs(scaled) < 1e15, scaled / 1e7 == value {
            append(sevenDecimals: Int64(scaled), isNegative: value.sign == .minus)
            return
        }
        appendPlain(value.description)
    }

    /// Appends `value` rounded to 7 decimals (1 cm on the ground). `value` must be finite.
    mutating func append(sevenDecimals value: Double) {
        let scaled = (value * 1e7).rounded()
        guard abs(scaled) < 1e15 else { return append(shortest: value) }
        append(sevenDecimals: Int64(scaled), isNegative: scaled < 0)
    }

    /// Appends ten-millionths as a decimal number without zeros at its end.
    private mutating func append(sevenDecimals scaled: Int64, isNegative: Bool) {
        append(addingCapacity: 24) { text in
            if isNegative { text.append(UInt8(ascii: "-")) }
            let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
            text.append(decimal: whole, digits: 1)
            guard fraction > 0 else { return }
            text.append(UInt8(ascii: "."))
            text.append(decimal: fraction, digits: 7)
            while text.mutableSpan[text.count - 1] == UInt8(ascii: "0") { _ = text.removeLast() }
        }
    }

    /// Appends the description of a number, its exponent worked in.
    private mutating func appendPlain(_ description: String) {
        let parts = description.utf8.split(separator: UInt8(ascii: "e"))
        guard parts.count == 2, let exponent = Int(String(parts[1]) ?? "") else {
            append(contentsOf: description.utf8)
            return
        }
        var digits = parts[0].filter { $0 != UInt8(ascii: ".") }
        if digits.first == UInt8(ascii: "-") { append(digits.removeFirst()) }
        if exponent < 0 {
            append(contentsOf: "0.".utf8)
            append(contentsOf: repeatElement(UInt8(ascii: "0"), count: -exponent - 1))
            while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
            append(contentsOf: digits)
        } else {
            append(contentsOf: digits)
            append(contentsOf: repeatElement(UInt8(ascii: "0"), count: Swift.max(0, exponent + 1 - digits.count)))
        }
    }

    /// Appends a JSON string with its quotes.
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
                for digit in [byte >> 4, byte & 15] { append(digit + (digit < 10 ? UInt8(ascii: "0") : 87)) }
            default: append(byte)
            }
        }
        append(.quote)
    }

    /// Appends a CSV cell, in quotes if it needs them (RFC 4180).
    package mutating func append(csvCell text: some BidirectionalCollection<UInt8>) {
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

extension OutputSpan<UInt8> {
    /// Appends the decimal digits of an integer, with zeros before them up to `digits`; there must be room.
    fileprivate mutating func append(decimal value: UInt64, digits: Int) {
        var count = 1
        var power: UInt64 = 10
        while count < 20, value >= power {
            count &+= 1
            power = power &* 10
        }
        count = Swift.max(count, digits)
        append(repeating: UInt8(ascii: "0"), count: count)
        var text = mutableSpan
        var place = text.count
        var rest = value
        // Two digits a division, the slowest thing here; the tens of a number below 100 are a multiplication.
        while rest >= 10 {
            let quotient = rest / 100
            let pair = UInt32(truncatingIfNeeded: rest &- quotient &* 100)
            let tens = (pair &* 103) &>> 10
            text[place &- 1] = UInt8(truncatingIfNeeded: 48 &+ pair &- tens &* 10)
            text[place &- 2] = UInt8(truncatingIfNeeded: 48 &+ tens)
            place &-= 2
            rest = quotient
        }
        if rest > 0 { text[place &- 1] = UInt8(truncatingIfNeeded: 48 &+ rest) }
    }
}

extension Int64 {
    /// The quotient rounded down, and a remainder that is not negative.
    fileprivate func flooredQuotientAndRemainder(dividingBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
