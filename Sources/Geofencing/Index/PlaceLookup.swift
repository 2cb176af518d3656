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

    /// Starts the lookup of one place of a group, `number` below `LookupGroup.size`.
    mutating func begin(_ number: Int, x: Double, y: Double)

    /// Goes as far with the first `count` places of a group as can be gone with all at once, so that their cache misses
    /// overlap.
    mutating func approach(_ count: Int)

    /// The same with the only place of a group, where the last lookup for its device left a memo.
    mutating func approach(from memo: LookupMemo)

    /// Asks for what `finish` reads of one place of a group where something has changed, without waiting for it.
    func fetchAnswer(_ number: Int)

    /// Ends the lookup of one place of a group as `lookUp` does.
    mutating func finish(_ number: Int, x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList) -> Bool

    /// Which of the first `count` places of a group are certainly covered by the same geofences as the place before them, a bit for
    /// each by its number; never the first.
    func sameAsBefore(_ count: Int) -> UInt64

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
}

extension PlaceLookup {
    package func prefetch(x: Double, y: Double) {}

    package mutating func begin(_ number: Int, x: Double, y: Double) {}

    package mutating func approach(_ count: Int) {}

    package mutating func approach(from memo: LookupMemo) {}

    package func fetchAnswer(_ number: Int) {}

    package mutating func finish(_ number: Int, x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList)
        -> Bool
    {
        lookUp(x: x, y: y, memo: &memo, hits: &hits)
    }

    package func sameAsBefore(_ count: Int) -> UInt64 { 0 }

    package func memo(of number: Int) -> LookupMemo { LookupMemo() }

    package func isFreeOfBoundaries(between one: LookupMemo, _ other: LookupMemo) -> Bool { false }

    /// Finds the geofences that cover a place of which nothing is known.
    mutating func lookUp(_ place: Coordinate, hits: inout HitList) {
        var memo = LookupMemo()
        _ = lookUp(x: place.indexedLongitude, y: place.latitude, memo: &memo, hits: &hits)
    }
}
