// SAFETY: bytes that a String or a literal lends for the call are copied, and digits are stored eight at a time, into
// space whose size is checked; only bytes that were written are counted as written.

/// Text is written into space for a whole line: checking an array's capacity for each number costs as much as the
/// number itself.
extension OutputSpan<UInt8> {
    /// The maximum length in bytes of an integer, or of one with three decimals, including room for eight digits stored
    /// at once.
    static var longestInteger: Int { 32 }

    /// The maximum length in bytes of a number without an exponent: a sign, "0." and the 340 digits of the smallest.
    static var longestNumber: Int { 360 }

    /// Appends a literal.
    @inline(__always)
    mutating func append(_ literal: StaticString) {
        literal.withUTF8Buffer { bytes in unsafe append(copying: bytes) }
    }

    /// Appends a word as it is.
    @inline(__always)
    mutating func append(word: String) {
        var word = word
        word.withUTF8 { bytes in unsafe append(copying: bytes) }
    }
}

extension OutputSpan<UInt8> {
    /// Appends the decimal digits of an integer.
    mutating func append(decimal value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(decimal: value.magnitude, digits: 1)
    }

    /// Appends the decimal digits of an integer, padded with zeros to `digits` (1 to 8).
    mutating func append(decimal value: UInt64, digits: Int) {
        var (rest, digits) = (value, digits)
        if value >= 100_000_000 {
            let high = value / 100_000_000
            append(decimal: high, digits: digits - 8)
            (rest, digits) = (value &- high &* 100_000_000, 8)
        }
        let text = EightDigits(UInt32(truncatingIfNeeded: rest))
        append(text, from: Swift.min(text.zerosBefore, 8 - Swift.max(digits, 1)), to: 8)
    }

    /// Appends milliseconds as seconds with as many decimals as needed.
    mutating func append(seconds milliseconds: Int64) {
        if milliseconds < 0 { append(UInt8(ascii: "-")) }
        let (whole, rest) = milliseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
        append(decimal: whole, digits: 1)
        guard rest > 0 else { return }
        append(UInt8(ascii: "."))
        let text = EightDigits(UInt32(truncatingIfNeeded: rest))
        append(text, from: 5, to: 8 - text.zerosAfter)
    }

    /// Appends sixteen hexadecimal digits.
    mutating func append(hexadecimal value: UInt64) {
        append(EightDigits(hexadecimal: UInt32(truncatingIfNeeded: value &>> 32)), from: 0, to: 8)
        append(EightDigits(hexadecimal: UInt32(truncatingIfNeeded: value)), from: 0, to: 8)
    }

    /// Appends the shortest decimal number that reads back as `value`, without an exponent. `value` must be finite.
    mutating func append(shortest value: Double) {
        // With up to 7 decimals and 15 digits, a decimal number is the only one of its length with its value.
        let scaled = (value * 1e7).rounded()
        guard abs(scaled) < 1e15, scaled / 1e7 == value else { return appendPlain(value.description) }
        if value.sign == .minus { append(UInt8(ascii: "-")) }
        let (whole, fraction) = Int64(scaled).magnitude.quotientAndRemainder(dividingBy: 10_000_000)
        append(decimal: whole, digits: 1)
        guard fraction > 0 else { return }
        append(UInt8(ascii: "."))
        let text = EightDigits(UInt32(truncatingIfNeeded: fraction))
        append(text, from: 1, to: 8 - text.zerosAfter)
    }

    /// Appends the description of a number, with its exponent expanded.
    private mutating func appendPlain(_ description: String) {
        let parts = description.utf8.split(separator: UInt8(ascii: "e"))
        guard parts.count == 2, let exponent = Int(String(parts[1]) ?? "") else {
            return append(word: description.hasSuffix(".0") ? String(description.dropLast(2)) : description)
        }
        var digits = parts[0].filter { $0 != UInt8(ascii: ".") }
        if digits.first == UInt8(ascii: "-") { append(digits.removeFirst()) }
        if exponent < 0 {
            append("0.")
            append(repeating: UInt8(ascii: "0"), count: -exponent - 1)
            while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
            append(copying: digits.span)
        } else {
            append(copying: digits.span)
            append(repeating: UInt8(ascii: "0"), count: Swift.max(0, exponent + 1 - digits.count))
        }
    }

    /// Appends some of eight digits; there must be room for all eight.
    @inline(__always)
    private mutating func append(_ digits: EightDigits, from first: Int, to end: Int) {
        precondition(freeCapacity >= 8, "The line must have room for what is written.")
        let text = (digits.text &>> UInt64(8 &* first)).littleEndian
        unsafe withUnsafeMutableBufferPointer { room, count in
            unsafe UnsafeMutableRawBufferPointer(room).storeBytes(of: text, toByteOffset: count, as: UInt64.self)
            count &+= end &- first
        }
    }
}

/// Eight digits of a number, the first in the lowest byte.
private struct EightDigits {
    let text: UInt64

    /// Creates the decimal digits of a number below 100 million.
    ///
    /// Halves are divided in parallel in one word: by 10,000, by 100, by 10 (Lemire, "Converting integers to fix-digit
    /// representations quickly", 2021).
    init(_ value: UInt32) {
        let high = UInt64(value / 10_000)
        var parts = high | (UInt64(value) &- high &* 10_000) &<< 32
        let hundreds = (parts &* 10_486) &>> 20 & 0x0000_007F_0000_007F
        parts = hundreds | (parts &- hundreds &* 100) &<< 16
        let tens = (parts &* 103) &>> 10 & 0x000F_000F_000F_000F
        text = (tens | (parts &- tens &* 10) &<< 8) | Self.zeros
    }

    /// Creates the hexadecimal digits of a number: halves are moved apart in parallel until each byte has four bits.
    init(hexadecimal value: UInt32) {
        var parts = UInt64(value)
        parts = (parts &<< 16 | parts) & 0x0000_FFFF_0000_FFFF
        parts = (parts &<< 8 | parts) & 0x00FF_00FF_00FF_00FF
        parts = (parts &<< 4 | parts) & 0x0F0F_0F0F_0F0F_0F0F
        let isLetter = (parts &+ 0x0606_0606_0606_0606) &>> 4 & 0x0101_0101_0101_0101
        // The distance from "9" to "a" is 39 more than that from 9 to 10.
        text = (parts &+ Self.zeros &+ isLetter &* 39).byteSwapped
    }

    private static let zeros: UInt64 = 0x3030_3030_3030_3030

    /// The number of digits before the first nonzero one.
    var zerosBefore: Int { (text ^ Self.zeros).trailingZeroBitCount / 8 }

    /// The number of digits after the last nonzero one.
    var zerosAfter: Int { (text ^ Self.zeros).leadingZeroBitCount / 8 }
}
