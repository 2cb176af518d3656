/// Slots by names of at most 16 bytes, each name as two words padded with zeros.
///
/// Open addressing with linear probing. At most half full; at most a quarter full while the table fits in a processor's
/// cache, where a second probe costs less than a mispredicted branch.
///
/// Each bit of the hash depends on all bytes of a name, or names that differ in their last few bytes alone would be in
/// the way of each other; and it is seeded, or names could be chosen that are.
struct ShortNameTable {
    private struct Entry: BitwiseCopyable {
        /// 0 if there is no name; names contain no zero bytes.
        var low: UInt64 = 0
        var high: UInt64 = 0
        var slot: UInt32 = 0
    }

    /// 400 kB.
    private static let sparseLimit = 1 << 14

    private var entries = [Entry](repeating: Entry(), count: 1 << 8)
    private var count = 0
    private let seeds = (low: UInt64.random(in: .min ... .max), high: UInt64.random(in: .min ... .max))

    /// Returns the slot of a name, if it has one.
    @inline(__always)
    func slot(_ low: UInt64, _ high: UInt64) -> UInt32? {
        var place = home(low, high)
        while true {
            let entry = entries[place]
            if entry.low == 0 { return nil }
            if entry.low == low, entry.high == high { return entry.slot }
            place = next(place)
        }
    }

    /// Adds a slot for a name that has none.
    mutating func insert(_ low: UInt64, _ high: UInt64, slot: UInt32) {
        let share = entries.count < Self.sparseLimit ? 4 : 2
        if (count + 1) * share > entries.count { grow() }
        place(Entry(low: low, high: high, slot: slot))
        count += 1
    }

    /// Returns the place at which the search for a name begins.
    func home(_ low: UInt64, _ high: UInt64) -> Int {
        // The lowest bits of one product would hardly depend on the highest of a word.
        let hash = folded(folded(low ^ seeds.low, high ^ seeds.high))
        return Int(truncatingIfNeeded: hash) & (entries.count &- 1)
    }

    private func next(_ place: Int) -> Int { (place &+ 1) & (entries.count &- 1) }

    private mutating func grow() {
        let old = entries
        entries = [Entry](repeating: Entry(), count: old.count * 2)
        for entry in old where entry.low != 0 { place(entry) }
    }

    private mutating func place(_ entry: Entry) {
        var place = home(entry.low, entry.high)
        while entries[place].low != 0 { place = next(place) }
        entries[place] = entry
    }
}
