// No pointer is used here; ByteScanner.swift explains what keeps the position inside the text.

extension ByteScanner {
    /// Returns a mark in the high bit of each byte of `word` that equals `byte`; exact up to the first mark.
    @inline(__always)
    private static func marks(_ byte: UInt8, in word: UInt64) -> UInt64 {
        let difference = word ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
        return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
    }

    /// Returns such marks for two words, without clearing the other bits.
    @inline(__always)
    private static func marks(_ byte: UInt8, in words: SIMD2<UInt64>) -> SIMD2<UInt64> {
        let differences = words ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
        return (differences &- 0x0101_0101_0101_0101) & ~differences
    }

    /// Steps to the first `delimiter`, quote or control character; returns whether everything before it was ASCII.
    @inline(__always)
    mutating func skipPlainText(to delimiter: UInt8) -> Bool {
        while true {
            let words = vector(at: position, as: SIMD2<UInt64>.self)
            // Like control characters, bytes that are not ASCII are marked.
            let marks =
                (Self.marks(delimiter, in: words) | Self.marks(.quote, in: words) | (words &- 0x2020_2020_2020_2020)
                    | words) & 0x8080_8080_8080_8080
            if marks[0] | marks[1] != 0 {
                let first = marks[0].trailingZeroBitCount &>> 3
                position &+= first < 8 ? first : 8 &+ marks[1].trailingZeroBitCount &>> 3
                if byte < 0x80 { return true }
                position = textEnd(before: delimiter)
                return false
            }
            position &+= 16
        }
    }

    /// Returns the offset of the next `delimiter`, quote or control character.
    @inline(never)
    private func textEnd(before delimiter: UInt8) -> Int {
        var offset = position
        while self[offset] >= .space, self[offset] != delimiter, self[offset] != .quote { offset &+= 1 }
        return offset
    }

    /// Steps to the next quote, backslash or control character: the end of the plain part of a JSON string.
    @inline(__always)
    mutating func skipPlainString() -> Bool { skipPlainText(to: .backslash) }

    /// Whether the bytes from the position on match `text` where `mask` has ones.
    @inline(__always)
    func isNext(_ text: SIMD4<UInt64>, mask: SIMD4<UInt64>) -> Bool {
        let differences = (vector(at: position, as: SIMD4<UInt64>.self) ^ text) & mask
        return differences[0] | differences[1] | differences[2] | differences[3] == 0
    }

    /// Steps to the next comma, closing bracket, quote, space or control character.
    @inline(__always)
    mutating func skipToScalarEnd() {
        while true {
            let word = word(at: position)
            // Setting the bit in which ] and } differ merges two searches into one.
            let marks =
                Self.marks(UInt8(ascii: ","), in: word)
                | Self.marks(UInt8(ascii: "}"), in: word | 0x2020_2020_2020_2020)
                | ((word &- 0x2323_2323_2323_2323) & ~word & 0x8080_8080_8080_8080)
            if marks != 0 {
                position &+= marks.trailingZeroBitCount &>> 3
                return
            }
            position &+= 8
        }
    }

    /// Whether the bytes in a range are UTF-8 without control characters below the space.
    func isText(_ range: Range<Int>) -> Bool { isUTF8(range, from: .space) }

    /// Whether the bytes in a range are UTF-8 without characters below `lowest`, which is at most 0x7F.
    func isUTF8(_ range: Range<Int>, from lowest: UInt8 = 0) -> Bool {
        var offset = range.lowerBound
        while offset < range.upperBound {
            let lead = self[offset]
            // Well-formed sequences: The Unicode Standard, table 3-7.
            let (length, second): (Int, ClosedRange<UInt8>) =
                switch lead {
                case lowest...0x7F: (1, 0x80...0xBF)
                case 0xC2...0xDF: (2, 0x80...0xBF)
                case 0xE0: (3, 0xA0...0xBF)
                case 0xE1...0xEC, 0xEE, 0xEF: (3, 0x80...0xBF)
                case 0xED: (3, 0x80...0x9F)
                case 0xF0: (4, 0x90...0xBF)
                case 0xF1...0xF3: (4, 0x80...0xBF)
                case 0xF4: (4, 0x80...0x8F)
                default: (0, 0x80...0xBF)
                }
            guard length > 0, offset + length <= range.upperBound else { return false }
            if length > 1 {
                guard second.contains(self[offset + 1]) else { return false }
                for index in stride(from: offset + 2, to: offset + length, by: 1) where self[index] & 0xC0 != 0x80 {
                    return false
                }
            }
            offset += length
        }
        return true
    }
}
