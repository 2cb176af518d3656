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
}

/// What one device's last lookup found, in a form that makes the next one nearby cheap.
///
/// Its meaning is the index's own; zeroed, it knows nothing. It must not be carried from one index to another.
package struct LookupMemo: BitwiseCopyable, Sendable {
    package var cellX: UInt32 = 0
    package var cellY: UInt32 = 0
    package var token: UInt32 = 0
    package var detail: UInt32 = 0

    package init() {}
}
