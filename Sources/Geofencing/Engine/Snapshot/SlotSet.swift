/// A set of slots that is copied in pages: changing a copy replaces only one page.
struct SlotSet: Sendable {
    private static let pageBits = 12

    /// Bits by slot; pages without any bit set are empty.
    private var pages: [[UInt64]] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    func contains(_ slot: Int) -> Bool {
        let page = slot >> Self.pageBits
        guard page < pages.count, !pages[page].isEmpty else { return false }
        return pages[page][Self.word(slot)] & Self.bit(slot) != 0
    }

    mutating func insert(_ slot: Int) {
        let page = slot >> Self.pageBits
        while pages.count <= page { pages.append([]) }
        if pages[page].isEmpty { pages[page] = Array(repeating: 0, count: 1 << (Self.pageBits - 6)) }
        guard pages[page][Self.word(slot)] & Self.bit(slot) == 0 else { return }
        pages[page][Self.word(slot)] |= Self.bit(slot)
        count += 1
    }

    /// Returns the slots of this set that are not in `other`, ascending.
    ///
    /// - Complexity: O(largest slot / 64) at worst.
    func subtracting(_ other: SlotSet) -> [Int] {
        var result: [Int] = []
        for (number, page) in pages.enumerated() {
            let known = number < other.pages.count ? other.pages[number] : []
            for (position, word) in page.enumerated() {
                var bits = known.isEmpty ? word : word & ~known[position]
                while let bit = bits.takeLowestBit() {
                    result.append(number << Self.pageBits | position << 6 | bit)
                }
            }
        }
        return result
    }

    private static func word(_ slot: Int) -> Int { (slot & ((1 << pageBits) - 1)) >> 6 }

    private static func bit(_ slot: Int) -> UInt64 { 1 << UInt64(slot & 63) }
}
