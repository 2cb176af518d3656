// SAFETY: A scanner exists only inside `withScanner`, which keeps its array alive. `start` points at `end` bytes that
// are followed by at least `padding` readable bytes, the first of them a line feed. `position` stays in 0...end:
// every loop stops at that line feed (or checks `end` where line feeds are skipped), and a step over several bytes is
// taken only after they were found to be other than a line feed. A load of up to 32 bytes at a position in
// 0...end + 32 stays in the padding.

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Reads bytes from left to right; the only type that accesses input through a pointer.
@safe
struct ByteScanner {
    /// The number of readable bytes that must follow the text.
    static let padding = 64

    private let start: UnsafePointer<UInt8>

    /// The number of bytes of text; the byte there is a line feed that is not part of it.
    let end: Int

    /// The next byte to read.
    var position = 0

    fileprivate init(start: UnsafePointer<UInt8>, end: Int) {
        unsafe self.start = start
        self.end = end
    }

    /// The byte at the position; a line feed at the end.
    var byte: UInt8 {
        @inline(__always) get { unsafe start[position] }
    }

    /// Whether all bytes were read.
    var isAtEnd: Bool {
        @inline(__always) get { position >= end }
    }

    /// The byte `offset` bytes after the position; `offset` is at most 32.
    @inline(__always)
    func byte(ahead offset: Int) -> UInt8 { unsafe start[position &+ offset] }

    /// The byte at an offset in 0...end.
    @inline(__always)
    subscript(offset: Int) -> UInt8 { unsafe start[offset] }

    /// The 8 bytes at an offset in 0...end + 32, the first in the lowest bits.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        unsafe UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The 16 or 32 bytes at an offset in 0...end + 32, the first in the lowest bits of the first word.
    @inline(__always)
    func vector<Vector: SIMD & BitwiseCopyable>(at offset: Int, as type: Vector.Type) -> Vector {
        unsafe UnsafeRawPointer(start).loadUnaligned(fromByteOffset: offset, as: type)
    }

    /// Skips one byte if it is `expected`, which must not be a line feed.
    @inline(__always)
    mutating func skip(_ expected: UInt8) -> Bool {
        guard byte == expected else { return false }
        position &+= 1
        return true
    }

    /// Returns the offset of the first `byte` in `from..<limit`, where `limit` is `end` by default, or `nil`.
    func firstOffset(of byte: UInt8, from: Int, to limit: Int? = nil) -> Int? {
        let limit = limit ?? end
        guard from < limit,
            let found = unsafe memchr(start + from, Int32(byte), limit - from)
        else { return nil }
        return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(start)
    }

    /// Returns the offset of the last line feed before an offset, which is `end` by default, or `nil`.
    func lastLineFeed(before limit: Int? = nil) -> Int? {
        var offset = limit ?? end
        while offset > 0 {
            offset &-= 1
            if self[offset] == .lineFeed { return offset }
        }
        return nil
    }

    /// Returns the number of line feeds in a range.
    func lineFeeds(in range: Range<Int>) -> Int {
        var count = 0
        var offset = range.lowerBound
        while let next = firstOffset(of: .lineFeed, from: offset, to: range.upperBound) {
            count += 1
            offset = next + 1
        }
        return count
    }

    /// Returns a copy of the bytes in a range of 0..<end.
    func bytes(in range: Range<Int>) -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
    }

    /// Appends the bytes in a range of 0..<end to an array.
    func append(_ range: Range<Int>, to bytes: inout [UInt8]) {
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
    }

    /// Returns the bytes in a range of 0..<end as text; bytes that are not UTF-8 become U+FFFD.
    func text(in range: Range<Int>) -> String {
        unsafe String(decoding: UnsafeBufferPointer(start: start + range.lowerBound, count: range.count), as: UTF8.self)
    }

    /// Whether the text has these bytes at an offset.
    func begins(with bytes: some Collection<UInt8>, at offset: Int = 0) -> Bool {
        guard offset + bytes.count <= end else { return false }
        var position = offset
        for byte in bytes {
            guard self[position] == byte else { return false }
            position += 1
        }
        return true
    }

    /// Whether a range of 0..<end is `null` and nothing else.
    func isNull(in range: Range<Int>) -> Bool {
        range.count == 4 && UInt32(truncatingIfNeeded: word(at: range.lowerBound)) == Self.null
    }

    private static let null: UInt32 = 0x6C6C_756E

    /// Returns the slot of the device whose name is in a range of 0..<end.
    @inline(__always)
    func slot(ofDeviceIn range: Range<Int>, in devices: inout DeviceCache) -> UInt32 {
        guard range.count <= 16 else { return longSlot(ofDeviceIn: range, in: &devices) }
        // The name is put in two words; it has no zero bytes that could be taken for padding.
        var low = word(at: range.lowerBound)
        var high: UInt64 = 0
        if range.count < 8 {
            low &= (1 &<< UInt64(truncatingIfNeeded: range.count &* 8)) &- 1
        } else if range.count < 16 {
            high = word(at: range.lowerBound &+ 8) & ((1 &<< UInt64(truncatingIfNeeded: range.count &* 8 &- 64)) &- 1)
        } else {
            high = word(at: range.lowerBound &+ 8)
        }
        return devices.slot(forShort: low, high) ?? newSlot(ofDeviceIn: range, low, high, in: &devices)
    }

    @inline(never)
    private func longSlot(ofDeviceIn range: Range<Int>, in devices: inout DeviceCache) -> UInt32 {
        unsafe devices.slot(for: Span(_unsafeStart: start + range.lowerBound, count: range.count))
    }

    @inline(never)
    private func newSlot(
        ofDeviceIn range: Range<Int>,
        _ low: UInt64,
        _ high: UInt64,
        in devices: inout DeviceCache
    ) -> UInt32 {
        unsafe devices.slot(
            forNew: Span(_unsafeStart: start + range.lowerBound, count: range.count),
            low,
            high
        )
    }

    /// Skips the line feed at the position; does nothing at the end of the text.
    @inline(__always)
    mutating func skipLineFeed() {
        if position < end { position &+= 1 }
    }

    /// Whether the position is at the end of a line; if so, steps to its line feed.
    @inline(__always)
    mutating func skipToLineFeed() -> Bool {
        if byte == .carriageReturn, byte(ahead: 1) == .lineFeed { position &+= 1 }
        return byte == .lineFeed
    }

    /// Returns a line without the carriage returns at its end.
    @inline(__always)
    func withoutCarriageReturns(_ line: Range<Int>) -> Range<Int> {
        var line = line
        while let last = line.last, self[last] == .carriageReturn { line = line.lowerBound..<last }
        return line
    }

    /// Converts a number whose grammar was checked, by the C library; exact for any number of digits.
    @inline(never)
    func libraryNumber(at offset: Int) -> Double {
        // The text starts with a sign or a digit and is not hexadecimal, so it ends where the grammar says it ends.
        unsafe UnsafeRawPointer(start + offset).withMemoryRebound(to: CChar.self, capacity: 1) { text in
            #if canImport(Darwin)
            unsafe strtod_l(text, nil, nil)
            #else
            let previous = unsafe uselocale(ByteScanner.cLocale.value)
            defer { _ = unsafe uselocale(previous) }
            return unsafe strtod(text, nil)
            #endif
        }
    }

    #if !canImport(Darwin)
    /// The locale whose decimal separator is a point, whatever locale the program has set.
    @safe
    private struct CLocale: @unchecked Sendable {
        // SAFETY of Sendable: a locale object is immutable, and this one is never freed.
        let value = unsafe newlocale(1 << LC_NUMERIC, "C", nil)
    }

    private static let cLocale = CLocale()
    #endif
}

/// Calls `body` with a scanner of the first `count` bytes, which must be followed in `bytes` by a line feed and
/// padding.
@inline(__always)
func withScanner<Result, Failure: Error>(
    of bytes: borrowing [UInt8],
    count: Int,
    _ body: (inout ByteScanner) throws(Failure) -> Result
) throws(Failure) -> Result {
    precondition(
        count >= 0 && bytes.count >= count + ByteScanner.padding && bytes[count] == .lineFeed,
        "A line feed and the padding must follow the bytes."
    )
    let span = bytes.span
    return try unsafe span.withUnsafeBufferPointer { buffer throws(Failure) in
        guard let start = buffer.baseAddress else { preconditionFailure("The padding makes every buffer non-empty.") }
        var scanner = unsafe ByteScanner(start: start, end: count)
        return try body(&scanner)
    }
}

/// Calls `body` with a scanner of a copy of `text`.
func withScanner<Result, Failure: Error>(
    of text: some Collection<UInt8>,
    _ body: (inout ByteScanner) throws(Failure) -> Result
) throws(Failure) -> Result {
    var bytes = Array(text)
    let count = bytes.count
    bytes.appendPadding()
    return try withScanner(of: bytes, count: count, body)
}

extension [UInt8] {
    /// Appends the line feed and the padding that a scanner needs after the text.
    mutating func appendPadding() {
        append(.lineFeed)
        append(contentsOf: repeatElement(0, count: ByteScanner.padding))
    }
}

extension UInt8 {
    static var lineFeed: UInt8 { 0x0A }
    static var carriageReturn: UInt8 { 0x0D }
    static var tab: UInt8 { 0x09 }
    static var space: UInt8 { 0x20 }
    static var quote: UInt8 { 0x22 }
    static var backslash: UInt8 { 0x5C }
    /// The byte before each object of a JSON text sequence (RFC 7464).
    static var recordSeparator: UInt8 { 0x1E }
    /// The byte order mark of UTF-8.
    static var byteOrderMark: [UInt8] { [0xEF, 0xBB, 0xBF] }

    /// Whether a line with this first byte has an object.
    var beginsObject: Bool { self == UInt8(ascii: "{") || self == .recordSeparator }

    /// Whether the byte is one of the characters 0 to 9.
    @inline(__always)
    var isDigit: Bool { self &- 0x30 < 10 }

    /// Whether the byte is one of the letters A to Z, in upper or lower case.
    @inline(__always)
    var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    /// Creates the hexadecimal digit of a value below 16.
    init(hexadecimalDigit value: UInt8, isUppercase: Bool = false) {
        let letter = isUppercase ? UInt8(ascii: "A") : UInt8(ascii: "a")
        self = value < 10 ? UInt8(ascii: "0") + value : letter + (value - 10)
    }

    /// The value as a hexadecimal digit.
    var hexadecimalValue: UInt32? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self & 15)
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self & 15 + 9)
        default: nil
        }
    }
}
