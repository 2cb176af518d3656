/// One worker's means to find the geofences that cover a point, or each of a group of points.
///
/// The lookups of the two indexes give the same answer for every point: `ReferenceLookup` asks GEOS, `CellLookup`
/// computes.
protocol PlaceLookup {
    /// Finds the geofences that cover a point, in ascending order and without repeats.
    ///
    /// - Parameters:
    ///   - x: Longitude in -180 ..< 180.
    ///   - y: Latitude in -90 ... 90.
    ///   - memo: What the last lookup for the same device left; a new memo is empty.
    ///   - hits: Receives the slots of an index or the handles of a snapshot in place of its previous contents;
    ///     untouched if the result is `false`.
    /// - Returns: `false` if the geofences are certainly those of the last lookup with the same `memo`.
    mutating func lookUp(x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList) -> Bool

    /// Prefetches what the lookup of a point of which nothing is known reads first.
    func prefetch(x: Double, y: Double)

    /// Starts the lookup of one point of a group; `number` is below `LookupGroup.room`. There are two groups, one of
    /// which can be started while the other has come as far as its cells.
    mutating func begin(_ number: Int, x: Double, y: Double)

    /// Advances the lookups of `count` points of a group from `first` on as far as is possible for all of them at once,
    /// so that their cache misses overlap, and prefetches what `resolve` reads.
    mutating func descend(from first: Int, count: Int)

    /// Finds what covers the points of the group from `first` on for which `descend` was called last.
    mutating func resolve(from first: Int)

    /// Finds what covers a single point, for whose device the last lookup left a memo. `finish` must end the lookup
    /// with the number `LookupGroup.alone`.
    mutating func approach(x: Double, y: Double, from memo: LookupMemo)

    /// Prefetches what the lookup of a point that a device may come to next will read; nothing if the point is in the
    /// cell that the device's memo knows. `x` and `y` may be beyond their ranges.
    func lookAhead(x: Double, y: Double, from memo: LookupMemo)

    /// Prefetches what `finish` reads for one point of a group for which something has changed.
    func fetchAnswer(_ number: Int)

    /// Ends the lookup of one point of a group, with the same result as `lookUp`.
    mutating func finish(_ number: Int, x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList) -> Bool

    /// Returns which of the `count` points of a group from `first` on are certainly covered by the same geofences as
    /// the preceding point, as one bit for each in turn; the bit of the first is never set.
    func sameAsBefore(from first: Int, count: Int) -> UInt64

    /// Returns whether one point of a group is certainly covered by the same geofences as the point of a memo of the
    /// same device.
    func isSame(_ number: Int, as memo: LookupMemo) -> Bool

    /// Returns what the lookup of one point of a group leaves for the next lookup of its device.
    func memo(of number: Int) -> LookupMemo

    /// Returns whether certainly no boundary lies between two points, going the short way in longitude and latitude.
    func isFreeOfBoundaries(
        from start: Coordinate,
        _ startMemo: LookupMemo,
        to end: Coordinate,
        _ endMemo: LookupMemo
    ) -> Bool
}

/// Points that are looked up together.
enum LookupGroup {
    /// Large enough for the cache misses of a core to overlap, small enough for the data they bring to stay in its
    /// first-level cache; one bit of a word for each point.
    static let size = 64

    /// The number of a point that is looked up alone, whichever groups are in progress.
    static let alone = 2 * size

    /// Room for the points of two groups and for one that is looked up alone.
    static let room = alone + 1

    /// Returns a word with the lowest `count` bits set, at least one.
    @inline(__always)
    static func bits(_ count: Int) -> UInt64 { ~0 &>> UInt64(truncatingIfNeeded: size &- count) }

    /// Returns one bit for each point of a group from values for four points at a time: 1 or 0 in each lane.
    @inline(__always)
    static func bits(_ lanes: (_ first: Int) -> SIMD4<UInt32>) -> UInt64 {
        UInt64(half(32, lanes)) &<< 32 | UInt64(half(0, lanes))
    }

    /// Returns the same for the 32 points from `start` on.
    @inline(__always)
    private static func half(_ start: Int, _ lanes: (_ first: Int) -> SIMD4<UInt32>) -> UInt32 {
        var gathered = SIMD4<UInt32>()
        for four in 0..<8 { gathered = gathered &<< 4 | lanes(start &+ 4 &* (7 &- four)) }
        return gathered[0] | gathered[1] &<< 1 | gathered[2] &<< 2 | gathered[3] &<< 3
    }
}

extension PlaceLookup {
    func prefetch(x: Double, y: Double) {}

    mutating func begin(_ number: Int, x: Double, y: Double) {}

    mutating func descend(from first: Int, count: Int) {}

    mutating func approach(x: Double, y: Double, from memo: LookupMemo) {}

    func lookAhead(x: Double, y: Double, from memo: LookupMemo) {}

    mutating func resolve(from first: Int) {}

    func fetchAnswer(_ number: Int) {}

    mutating func finish(_ number: Int, x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList)
        -> Bool
    {
        lookUp(x: x, y: y, memo: &memo, hits: &hits)
    }

    func sameAsBefore(from first: Int, count: Int) -> UInt64 { 0 }

    func isSame(_ number: Int, as memo: LookupMemo) -> Bool { false }

    func memo(of number: Int) -> LookupMemo { LookupMemo() }

    func isFreeOfBoundaries(
        from start: Coordinate,
        _ startMemo: LookupMemo,
        to end: Coordinate,
        _ endMemo: LookupMemo
    ) -> Bool { false }

    /// Finds the geofences that cover a point of which nothing is known.
    mutating func lookUp(_ place: Coordinate, hits: inout HitList) {
        var memo = LookupMemo()
        _ = lookUp(x: place.indexedLongitude, y: place.latitude, memo: &memo, hits: &hits)
    }
}
