// No pointer is used here; ByteScanner.swift explains what keeps the position inside the text.

/// Powers of ten that a Double holds exactly.
private let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
]

/// Powers of ten up to 10^15 as integers, for combining integer and fraction digits.
let integerPowersOfTen: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
]

/// Powers of five below 2^64.
private let powersOfFive: [UInt64] = (0...27).map { power in (0..<power).reduce(1) { value, _ in value * 5 } }

extension ByteScanner {
    /// Returns the number of digits (0 to 8) at an offset, and their value.
    ///
    /// All 8 bytes are processed together; see Lemire, "Quickly parsing eight digits" (2018).
    @inline(__always)
    func digits(at offset: Int) -> (value: UInt64, count: Int) {
        let digits = word(at: offset) ^ 0x3030_3030_3030_3030
        // The high bit of each byte that is not a digit; a carry can only disturb bytes after the first such byte.
        let others = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
        let count = others.trailingZeroBitCount &>> 3
        guard count > 0 else { return (0, 0) }
        // The digits move to the high end, so that zeros precede them.
        var value = digits &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
        value = value &* 10 &+ (value &>> 8)
        let low = (value & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
        let high = ((value &>> 16) & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
        return ((low &+ high) &>> 32, count)
    }

    /// Whether a range is a number and nothing else.
    func isNumber(in range: Range<Int>) -> Bool {
        var scanner = self
        scanner.position = range.lowerBound
        return scanner.number() != nil && scanner.position == range.upperBound
    }

    /// Reads a decimal number, `-`? digits (`.` digits)? (`e` sign? digits)?, rounded correctly.
    ///
    /// The result is `nil` if the grammar is violated (the position is then at the violation) or the value is not
    /// finite.
    @inline(__always)
    mutating func number() -> Double? {
        let isNegative = byte == UInt8(ascii: "-")
        var offset = position &+ (isNegative ? 1 : 0)
        guard self[offset].isDigit else { return outlinedNumber() }
        var mantissa = UInt64(self[offset] & 15)
        offset &+= 1
        var wholeLimit = 4
        while self[offset].isDigit {
            wholeLimit &-= 1
            guard wholeLimit > 0 else { return outlinedNumber() }
            mantissa = mantissa &* 10 &+ UInt64(self[offset] & 15)
            offset &+= 1
        }
        var places = 0
        if self[offset] == UInt8(ascii: ".") {
            offset &+= 1
            let fraction = digits(at: offset)
            offset &+= fraction.count
            places = fraction.count
            mantissa = mantissa &* integerPowersOfTen[places] &+ fraction.value
            if places == 8 {
                let more = digits(at: offset)
                offset &+= more.count
                guard more.count < 7 else { return outlinedNumber() }
                places &+= more.count
                mantissa = mantissa &* integerPowersOfTen[more.count] &+ more.value
            }
            guard places > 0 else { return outlinedNumber() }
        }
        guard self[offset] | 0x20 != UInt8(ascii: "e") else { return outlinedNumber() }
        let value: Double
        if mantissa <= 1 &<< 53 {
            value = Double(mantissa) / powersOfTen[places]
        } else {
            value = Self.quotient(mantissa, places)
        }
        position = offset
        return isNegative ? -value : value
    }

    /// `number()` for any number of digits and with an exponent; outlined so that the scanner itself can stay in
    /// registers.
    @inline(__always)
    private mutating func outlinedNumber() -> Double? {
        let (value, end) = longNumber()
        position = end
        return value
    }

    @inline(never)
    private func longNumber() -> (value: Double?, end: Int) {
        var scanner = self
        let value = scanner.readLongNumber()
        return (value, scanner.position)
    }

    private mutating func readLongNumber() -> Double? {
        let first = position
        let isNegative = skip(UInt8(ascii: "-"))
        var mantissa: UInt64 = 0
        var significant = 0
        var exponent = 0
        var isTruncated = false
        func take(_ digit: UInt8) -> Bool {
            if significant < 19 {
                mantissa = mantissa * 10 + UInt64(digit & 15)
                if mantissa > 0 { significant += 1 }
                return true
            }
            if digit != UInt8(ascii: "0") { isTruncated = true }
            return false
        }
        guard byte.isDigit else { return nil }
        while byte.isDigit {
            if !take(byte) { exponent += 1 }
            position += 1
        }
        if skip(UInt8(ascii: ".")) {
            guard byte.isDigit else { return nil }
            while byte.isDigit {
                if take(byte) { exponent -= 1 }
                position += 1
            }
        }
        if byte | 0x20 == UInt8(ascii: "e") {
            position += 1
            let isDown = skip(UInt8(ascii: "-"))
            if !isDown { _ = skip(UInt8(ascii: "+")) }
            guard byte.isDigit else { return nil }
            var power = 0
            while byte.isDigit {
                if power < 100_000 { power = power * 10 + Int(byte & 15) }
                position += 1
            }
            exponent += isDown ? -power : power
        }
        let value: Double
        if mantissa == 0 {
            value = 0
        } else if let exact = Self.exact(mantissa, exponent),
            !isTruncated || exact == Self.exact(mantissa + 1, exponent)
        {
            value = exact
        } else {
            value = abs(libraryNumber(at: first))
        }
        guard value.isFinite else { return nil }
        return isNegative ? -value : value
    }

    /// Returns the Double nearest to mantissa × 10^exponent, if that takes one operation.
    private static func exact(_ mantissa: UInt64, _ exponent: Int) -> Double? {
        switch exponent {
        case -27 ... -1: quotient(mantissa, -exponent)
        case 0: Double(mantissa)
        case 1...22 where mantissa <= 1 << 53: Double(mantissa) * powersOfTen[exponent]
        default: nil
        }
    }

    /// Returns the Double nearest to mantissa / 10^places, for a mantissa above 0 and places in 0...27.
    ///
    /// One division of 128 by 64 bits: the quotient has at least 63 bits, and a remainder sets its last bit, which lies
    /// below the rounding position; so the conversion to 53 bits rounds as the true quotient would.
    private static func quotient(_ mantissa: UInt64, _ places: Int) -> Double {
        let five = powersOfFive[places]
        let dividend = mantissa << UInt64(mantissa.leadingZeroBitCount)
        let divisor = five << UInt64(five.leadingZeroBitCount)
        let (quotient, remainder) = divisor.dividingFullWidth((dividend >> 1, dividend << 63))
        let exponent = five.leadingZeroBitCount - mantissa.leadingZeroBitCount - 63 - places
        let scale = Double(sign: .plus, exponent: exponent, significand: 1)
        return Double(remainder == 0 ? quotient : quotient | 1) * scale
    }

    /// Reads an integer that fits an Int64, with an optional `-` and an optional fraction that consists of zeros.
    @inline(__always)
    mutating func integer() -> Int64? {
        let short = digits(at: position)
        let next = self[position &+ short.count]
        if short.count > 0, short.count < 8, next != UInt8(ascii: ".") {
            position &+= short.count
            return Int64(truncatingIfNeeded: short.value)
        }
        let (value, end) = longInteger()
        position = end
        return value
    }

    @inline(never)
    private func longInteger() -> (value: Int64?, end: Int) {
        var scanner = self
        let value = scanner.readLongInteger()
        return (value, scanner.position)
    }

    private mutating func readLongInteger() -> Int64? {
        let isNegative = skip(UInt8(ascii: "-"))
        guard byte.isDigit else { return nil }
        var value: Int64 = 0
        while byte.isDigit {
            let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
            let (sum, carried) = product.subtractingReportingOverflow(Int64(byte & 15))
            guard !overflowed, !carried else { return nil }
            value = sum
            position += 1
        }
        if byte == UInt8(ascii: "."), byte(ahead: 1) == UInt8(ascii: "0") {
            position += 1
            while byte == UInt8(ascii: "0") { position += 1 }
            guard !byte.isDigit else { return nil }
        }
        if isNegative { return value }
        return value == .min ? nil : -value
    }
}
