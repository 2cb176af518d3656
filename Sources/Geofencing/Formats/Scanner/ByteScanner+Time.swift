// No pointer is used here; ByteScanner.swift explains what keeps the position inside the text.

/// The last date that was read, since most fixes of a file are from the same day.
struct DateMemory {
    /// The first 8 bytes, `yyyy-mm-`.
    fileprivate var head: UInt64 = 0
    /// The next 3 bytes, `ddT`.
    fileprivate var tail: UInt64 = 0
    /// Midnight of that day.
    fileprivate var milliseconds: Int64 = 0
    /// The offset from UTC of times without a zone, in milliseconds; `unknown` if such times are not accepted.
    fileprivate let offset: Int64

    fileprivate static let unknown = Int64.min

    /// - Parameter offset: The offset from UTC of times without a zone; `nil` if such times are invalid.
    init(_ offset: UTCOffset? = nil) { self.offset = offset?.milliseconds ?? Self.unknown }
}

/// The interpretation of a number as a time.
enum EpochUnit: UInt8, Sendable {
    /// Milliseconds since 1970, whatever its size.
    case milliseconds
    /// Seconds since 1970 below 10^11 (the year 5138), otherwise milliseconds.
    case bySize
}

/// The reason why a time is invalid.
enum TimeProblem: Error {
    case empty
    case syntax
    case noSuchDate
    case noZone
    case outOfRange
}

extension ByteScanner {
    /// The last millisecond of the year 9999.
    private static let lastMillisecond: Int64 = 253_402_300_799_999

    /// Reads `yyyy-mm-ddThh:mm:ss[.fff]Z`, also without the `Z` if `memory` has an offset, or a plain epoch integer;
    /// `nil`, with the position unchanged, for anything else.
    @inline(__always)
    mutating func commonTime(unit: EpochUnit, memory: inout DateMemory) -> Int64? {
        let (value, end) = commonTimeAndEnd(unit, &memory)
        position = end
        return value
    }

    // Outlined so that the scanner itself can stay in registers.
    @inline(never)
    private func commonTimeAndEnd(_ unit: EpochUnit, _ memory: inout DateMemory) -> (value: Int64?, end: Int) {
        var scanner = self
        let value = scanner.readCommonTime(unit, &memory)
        return (value, scanner.position)
    }

    @inline(__always)
    private mutating func readCommonTime(_ unit: EpochUnit, _ memory: inout DateMemory) -> Int64? {
        if byte(ahead: 4) == UInt8(ascii: "-") { return commonDateTime(memory: &memory) }
        let first = digits(at: position)
        guard first.count == 8 else { return nil }
        let second = digits(at: position &+ 8)
        guard second.count >= 2, second.count <= 5 else { return nil }
        let value = first.value &* integerPowersOfTen[second.count] &+ second.value
        let next = position &+ 8 &+ second.count
        switch self[next] {
        case UInt8(ascii: "."):
            guard second.count == 5, self[next &+ 1] == UInt8(ascii: "0"), !self[next &+ 2].isDigit,
                self[next &+ 2] | 0x20 != UInt8(ascii: "e")
            else { return nil }
            position = next &+ 2
        case UInt8(ascii: "e"), UInt8(ascii: "E"): return nil
        default: position = next
        }
        let isSeconds = unit == .bySize && value < 100_000_000_000
        return Int64(truncatingIfNeeded: isSeconds ? value &* 1000 : value)
    }

    @inline(__always)
    private mutating func commonDateTime(memory: inout DateMemory) -> Int64? {
        let head = word(at: position)
        let tail = word(at: position &+ 8) & 0xFF_FFFF
        if head != memory.head || tail != memory.tail {
            guard let midnight = midnight() else { return nil }
            (memory.head, memory.tail, memory.milliseconds) = (head, tail, midnight)
        }
        // hh:mm:ss against 00:00:00: digits become 0...9, the colons 0.
        let clock = word(at: position &+ 11) ^ 0x3030_3A30_303A_3030
        let others = ((clock &+ 0x7676_7676_7676_7676) | clock) & 0x8080_8080_8080_8080
        guard others | (clock & 0x0000_FF00_00FF_0000) == 0 else { return nil }
        let pairs = clock &* 10 &+ (clock &>> 8)
        let hour = pairs & 0xFF
        let minute = (pairs &>> 24) & 0xFF
        let second = (pairs &>> 48) & 0xFF
        guard hour < 24, minute < 60, second < 60 else { return nil }
        var milliseconds = Int64(truncatingIfNeeded: ((hour &* 60 &+ minute) &* 60 &+ second) &* 1000)
        var next = position &+ 19
        if self[next] == UInt8(ascii: ".") {
            let fraction = digits(at: next &+ 1)
            switch fraction.count {
            case 3: milliseconds &+= Int64(truncatingIfNeeded: fraction.value)
            case 6: milliseconds &+= Int64(truncatingIfNeeded: fraction.value / 1000)
            default: return nil
            }
            next &+= 1 &+ fraction.count
        }
        if self[next] == UInt8(ascii: "Z") {
            position = next &+ 1
            return memory.milliseconds &+ milliseconds
        }
        // A caller that expects the value to end here notices any other zone.
        guard memory.offset != DateMemory.unknown else { return nil }
        let time = memory.milliseconds &+ milliseconds &- memory.offset
        guard time <= Self.lastMillisecond else { return nil }
        position = next
        return time
    }

    @inline(never)
    private func midnight() -> Int64? {
        var scanner = self
        guard let midnight = try? scanner.date(), scanner.byte == UInt8(ascii: "T") || scanner.byte == .space else {
            return nil
        }
        return midnight
    }

    /// Reads a time up to `limit`: ISO 8601, or a number of seconds or milliseconds since 1970.
    ///
    /// - Parameter offset: The offset from UTC of a time without a zone; `nil` if a zone is required.
    mutating func time(unit: EpochUnit, to limit: Int, offset: UTCOffset? = nil) throws(TimeProblem) -> Int64 {
        guard position < limit else { throw .empty }
        // The fifth character of 1.5e-3 is also such a dash.
        let isDate = limit - position > 4 && Self.isDateSeparator(byte(ahead: 4)) && byte(ahead: 3).isDigit
        let value = try isDate ? dateTime(to: limit, offset) : epochTime(unit: unit, to: limit)
        guard position == limit else { throw .syntax }
        return value
    }

    private mutating func epochTime(unit: EpochUnit, to limit: Int) throws(TimeProblem) -> Int64 {
        let first = position
        guard let approximate = number(), position <= limit else { throw .syntax }
        let isSeconds = unit == .bySize && abs(approximate) < 1e11
        guard abs(approximate) * (isSeconds ? 1000 : 1) <= Double(Self.lastMillisecond) else { throw .outOfRange }
        return try wholePart(at: first, timesTenTo: isSeconds ? 3 : 0)
    }

    /// Returns the whole part of the number at `first` times 10^`shift`, from its digits, so that a fraction is cut and
    /// not rounded.
    private func wholePart(at first: Int, timesTenTo shift: Int) throws(TimeProblem) -> Int64 {
        var scanner = self
        scanner.position = first
        let isNegative = scanner.skip(UInt8(ascii: "-"))
        let digits = scanner.position
        while scanner.byte.isDigit { scanner.position += 1 }
        // The number of digits before the decimal point of the result.
        var count = scanner.position - digits + shift
        if scanner.skip(UInt8(ascii: ".")) {
            while scanner.byte.isDigit { scanner.position += 1 }
        }
        let digitsEnd = scanner.position
        if scanner.byte | 0x20 == UInt8(ascii: "e") {
            scanner.position += 1
            let isDown = scanner.skip(UInt8(ascii: "-"))
            if !isDown { _ = scanner.skip(UInt8(ascii: "+")) }
            var exponent = 0
            while scanner.byte.isDigit {
                if exponent < 100_000_000 { exponent = exponent * 10 + Int(scanner.byte & 15) }
                scanner.position += 1
            }
            count += isDown ? -exponent : exponent
        }
        scanner.position = digits
        var value: Int64 = 0
        while count > 0 {
            if scanner.position < digitsEnd {
                if scanner.skip(UInt8(ascii: ".")) { continue }
                value = value * 10 + Int64(scanner.byte & 15)
                scanner.position += 1
            } else if value > 0 {
                value *= 10
            } else {
                break
            }
            guard value <= Self.lastMillisecond else { throw .outOfRange }
            count -= 1
        }
        return isNegative ? -value : value
    }

    /// Reads digits after a decimal point as thousandths; digits after the third are dropped.
    private mutating func milliseconds() -> Int {
        var value = 0
        var scale = 100
        while byte.isDigit {
            value += Int(byte & 15) * scale
            scale /= 10
            position += 1
        }
        return value
    }

    private mutating func twoDigits() throws(TimeProblem) -> Int {
        guard byte.isDigit, byte(ahead: 1).isDigit else { throw .syntax }
        defer { position += 2 }
        return Int(byte & 15) * 10 + Int(byte(ahead: 1) & 15)
    }

    private static func isDateSeparator(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/")
    }

    /// Reads `yyyy-mm-dd`, or `yyyy/mm/dd` as GDAL writes it in CSV, and returns its midnight in milliseconds.
    private mutating func date() throws(TimeProblem) -> Int64 {
        let year = try twoDigits() * 100 + twoDigits()
        let separator = byte
        guard Self.isDateSeparator(separator) else { throw .syntax }
        position += 1
        let month = try twoDigits()
        guard skip(separator) else { throw .syntax }
        let day = try twoDigits()
        guard (1...12).contains(month) else { throw .noSuchDate }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
        guard (1...days).contains(day) else { throw .noSuchDate }
        return Int64(Self.daysSince1970(year: year, month: month, day: day)) * 86_400_000
    }

    /// Returns the days since 1970-01-01 in the proleptic Gregorian calendar, for years from 0.
    ///
    /// Hinnant, "chrono-Compatible Low-Level Date Algorithms": a year that starts in March has its leap day at the end.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let shifted = year - (month <= 2 ? 1 : 0) + 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468 - 146_097
    }

    private mutating func dateTime(to limit: Int, _ offset: UTCOffset?) throws(TimeProblem) -> Int64 {
        let midnight = try date()
        guard skip(UInt8(ascii: "T")) || skip(UInt8(ascii: "t")) || skip(.space) else { throw .syntax }
        let hour = try twoDigits()
        guard skip(UInt8(ascii: ":")) else { throw .syntax }
        let minute = try twoDigits()
        var second = 0
        var fraction = 0
        if skip(UInt8(ascii: ":")) {
            second = try twoDigits()
            if position < limit, skip(UInt8(ascii: ".")) || skip(UInt8(ascii: ",")) {
                guard byte.isDigit else { throw .syntax }
                fraction = milliseconds()
            }
        }
        // 24:00:00 is the next midnight; second 60 (a leap second) is the next second.
        let isNextMidnight = hour == 24 && minute == 0 && second == 0 && fraction == 0
        guard hour < 24 || isNextMidnight, minute < 60, second <= 60 else { throw .noSuchDate }
        if second == 60 { fraction = 0 }
        let time = ((hour * 60 + minute) * 60 + second) * 1000 + fraction
        let ahead = if position == limit, let offset { Int(offset.milliseconds) } else { try zone(to: limit) }
        let result = midnight + Int64(time - ahead)
        guard result <= Self.lastMillisecond else { throw .outOfRange }
        return result
    }

    /// Reads `Z`, `UTC`, `GMT`, `±hh:mm`, `±hhmm` or `±hh`, optionally after a space, and returns the offset in
    /// milliseconds.
    mutating func zone(to limit: Int) throws(TimeProblem) -> Int {
        guard position < limit else { throw .noZone }
        if byte == .space, "+-ZzUuGg".utf8.contains(byte(ahead: 1)) { position += 1 }
        if skip(UInt8(ascii: "Z")) || skip(UInt8(ascii: "z")) { return 0 }
        if limit - position == 3, ["UTC", "GMT"].contains(text(in: position..<limit).uppercased()) {
            position = limit
            return 0
        }
        let isWest = byte == UInt8(ascii: "-")
        guard isWest || byte == UInt8(ascii: "+") else { throw .syntax }
        position += 1
        let hours = try twoDigits()
        var minutes = 0
        if position < limit {
            _ = skip(UInt8(ascii: ":"))
            minutes = try twoDigits()
        }
        guard hours < 24, minutes < 60 else { throw .noSuchDate }
        return (isWest ? -1 : 1) * (hours * 60 + minutes) * 60_000
    }
}

extension ByteScanner {
    /// Whether a time is a number as spreadsheets show it, `1.7041E+12`, whose digits do not reach the second. Programs
    /// that write exponents omit the capital or the plus, and drop no digits but zeros.
    func hasLostDigits(_ cell: Range<Int>, _ unit: EpochUnit) -> Bool {
        guard let mark = firstOffset(of: UInt8(ascii: "E"), from: cell.lowerBound, to: cell.upperBound),
            let sign = (mark + 1..<cell.upperBound).first, self[sign] == UInt8(ascii: "+"),
            cell.upperBound - sign <= 4, let exponent = Int(text(in: sign..<cell.upperBound)),
            let digit = (cell.lowerBound..<mark).first, self[digit].isDigit
        else { return false }
        let fraction = (digit + 1..<mark).dropFirst()
        guard digit + 1 == mark || [UInt8(ascii: "."), UInt8(ascii: ",")].contains(self[digit + 1]),
            fraction.allSatisfy({ self[$0].isDigit })
        else { return false }
        let isMilliseconds = unit == .milliseconds || exponent >= 11
        return exponent - fraction.count > (isMilliseconds ? 3 : 0)
    }
}
