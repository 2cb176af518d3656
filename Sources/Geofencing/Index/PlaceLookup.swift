/// One worker's way to find the geofences that cover a place, or each of a group of places.
///
/// Those of the two indexes give the same answers on every place: `ReferenceLookup` asks GEOS, `CellLookup` computes.
package protocol PlaceLookup {
    /// Finds the geofences that cover a place, ascending and each once.
    ///
    /// - Parameters:
    ///   - x: Longitude in -180 ..< 180.
    ///   - y: Latitude in -90 ... 90.
    ///   - memo: What the last lookup for the same device left; a new one knows nothing.
    ///   - hits: Receives the slots of an index or the handles of a snapshot, in place of what it held; untouched when the
    ///     result is `false`.
    /// - Returns: `false` if they are certainly those of the last lookup with the same `memo`.
    mutating func lookUp(x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList) -> Bool

    /// Asks for what the lookup of a place of which nothing is known begins with, without waiting for it.
    func prefetch(x: Double, y: Double)

    /// Starts the lookup of one place of a group, `number` below `LookupGroup.room`. There are two groups, of which one can be started
    /// while the other has come to its cells.
    mutating func begin(_ number: Int, x: Double, y: Double)

    /// Goes as far with the `count` places of a group from `first` on as can be gone with all at once, so that their cache misses
    /// overlap, and asks for what `resolve` reads.
    mutating func descend(from first: Int, count: Int)

    /// Finds what covers the places of the group from `first` on that `descend` was called for last.
    mutating func resolve(from first: Int)

    /// Finds what covers a place that is alone, where the last lookup for its device left a memo. `finish` is to end it by the number
    /// `LookupGroup.alone`.
    mutating func approach(x: Double, y: Double, from memo: LookupMemo)

    /// Asks, without waiting for it, for what the lookup of a place will read that a device may come to next; for nothing if that is in
    /// the cell that the device's memo knows. `x` and `y` may be beyond their ranges.
    func lookAhead(x: Double, y: Double, from memo: LookupMemo)

    /// Asks for what `finish` reads of one place of a group where something has changed, without waiting for it.
    func fetchAnswer(_ number: Int)

    /// Ends the lookup of one place of a group as `lookUp` does.
    mutating func finish(_ number: Int, x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList) -> Bool

    /// Which of the `count` places of a group from `first` on are certainly covered by the same geofences as the place before them, a
    /// bit for each in turn; never the first.
    func sameAsBefore(from first: Int, count: Int) -> UInt64

    /// Whether one place of a group is certainly covered by the same geofences as that of a memo of the same device.
    func isSame(_ number: Int, as memo: LookupMemo) -> Bool

    /// What the lookup of one place of a group leaves for the next one of its device.
    func memo(of number: Int) -> LookupMemo

    /// Whether certainly no boundary lies between the places of two memos, by the short way in longitude and latitude.
    func isFreeOfBoundaries(between one: LookupMemo, _ other: LookupMemo) -> Bool
}

/// Places that are looked up together.
enum LookupGroup {
    /// Enough for the misses of a core to overlap, few enough for what they bring to stay in its first cache; a bit of a word for
    /// each.
    static let size = 64

    /// The number of a place that is looked up alone, whatever of groups is on its way.
    static let alone = 2 * size

    /// Places of two groups and of one that is alone.
    static let room = alone + 1

    /// The bits of the first `count` places, at least one.
    @inline(__always)
    static func bits(_ count: Int) -> UInt64 { ~0 &>> UInt64(truncatingIfNeeded: size &- count) }

    /// A bit for each place of a group, of what is said of four at a time: 1 or 0 in each lane.
    @inline(__always)
    static func bits(_ lanes: (_ first: Int) -> SIMD4<UInt32>) -> UInt64 {
        UInt64(half(32, lanes)) &<< 32 | UInt64(half(0, lanes))
    }

    /// The same of 32 places from `start` on.
    @inline(__always)
    private static func half(_ start: Int, _ lanes: (_ first: Int) -> SIMD4<UInt32>) -> UInt32 {
        var gathered = SIMD4<UInt32>()
        for four in 0..<8 { gathered = gathered &<< 4 | lanes(start &+ 4 &* (7 &- four)) }
        return gathered[0] | gathered[1] &<< 1 | gathered[2] &<< 2 | gathered[3] &<< 3
    }
}

extension PlaceLookup {
    package func prefetch(x: Double, y: Double) {}

    package mutating func begin(_ number: Int, x: Double, y: Double) {}

    package mutating func descend(from first: Int, count: Int) {}

    package mutating func approach(x: Double, y: Double, from memo: LookupMemo) {}

    package func lookAhead(x: Double, y: Double, from memo: LookupMemo) {}

    package mutating func resolve(from first: Int) {}

    package func fetchAnswer(_ number: Int) {}

    package mutating func finish(_ number: Int, x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList)
        -> Bool
    {
        lookUp(x: x, y: y, memo: &memo, hits: &hits)
    }

    package func sameAsBefore(from first: Int, count: Int) -> UInt64 { 0 }

    package func isSame(_ number: Int, as memo: LookupMemo) -> Bool { false }

    package func memo(of number: Int) -> LookupMemo { LookupMemo() }

    package func isFreeOfBoundaries(between one: LookupMemo, _ other: LookupMemo) -> Bool { false }

    /// Finds the geofences that cover a place of which nothing is known.
    mutating func lookUp(_ place: Coordinate, hits: inout HitList) {
        var memo = LookupMemo()
        _ = lookUp(x: place.indexedLongitude, y: place.latitude, memo: &memo, hits: &hits)
    }
}
