/// An immutable index over a `FenceTable` that finds the geofences covering a place.
///
/// The two conformers give the same answers on every place: `ReferenceIndex` asks GEOS, `CellIndex` computes.
package protocol CoverIndex: AnyObject, Sendable {
    /// What a worker needs to itself while it looks things up.
    associatedtype Worker

    /// A worker's own tools; one per thread, made in turn.
    func makeWorker() throws(GeofenceError) -> Worker

    /// Finds the slots of the geofences that cover a place, ascending and each once.
    ///
    /// - Parameters:
    ///   - x: Longitude in -180 ..< 180.
    ///   - y: Latitude in -90 ... 90.
    ///   - memo: What the last lookup for the same device left; a new one knows nothing.
    ///   - hits: Receives the slots, in place of what it held; untouched when the result is `false`.
    /// - Returns: `false` if the slots are certainly those of the last lookup with the same `memo`.
    func lookUp(x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList, worker: inout Worker) -> Bool

    /// Asks for what the lookup of a place of which nothing is known begins with, without waiting for it.
    func prefetch(x: Double, y: Double)

    /// Starts the lookup of one place of a group, `number` below `LookupGroup.size`.
    func begin(_ number: Int, x: Double, y: Double, memo: LookupMemo, worker: inout Worker)

    /// Goes as far with the first `count` places of a group as can be gone with all at once, so that their cache misses
    /// overlap.
    func approach(_ count: Int, worker: inout Worker)

    /// Ends the lookup of one place of a group as `lookUp` does; its memo may have changed since it was started.
    func finish(
        _ number: Int,
        x: Double,
        y: Double,
        memo: inout LookupMemo,
        hits: inout HitList,
        worker: inout Worker
    ) -> Bool

    /// Whether certainly no boundary lies between the places of two memos, by the short way in longitude and latitude.
    func isFreeOfBoundaries(between one: LookupMemo, _ other: LookupMemo) -> Bool
}

/// Places that are looked up together.
package enum LookupGroup {
    /// Enough for the misses of a core to overlap, few enough for what they bring to stay in its first cache.
    package static let size = 64
}

extension CoverIndex {
    package func prefetch(x: Double, y: Double) {}

    package func begin(_ number: Int, x: Double, y: Double, memo: LookupMemo, worker: inout Worker) {}

    package func approach(_ count: Int, worker: inout Worker) {}

    package func finish(
        _ number: Int,
        x: Double,
        y: Double,
        memo: inout LookupMemo,
        hits: inout HitList,
        worker: inout Worker
    ) -> Bool {
        lookUp(x: x, y: y, memo: &memo, hits: &hits, worker: &worker)
    }

    package func isFreeOfBoundaries(between one: LookupMemo, _ other: LookupMemo) -> Bool { false }
}

/// What one device's last lookup found, in a form that makes the next one nearby cheap.
///
/// Its meaning is the index's own; a new one knows nothing. It must not be carried from one index to another.
package struct LookupMemo: BitwiseCopyable, Sendable {
    /// In place of a cell: no place is there.
    static let nowhere = UInt32.max

    package var cellX = nowhere
    package var cellY: UInt32 = 0
    package var token: UInt32 = 0
    package var detail = UInt32.max

    package init() {}
}
