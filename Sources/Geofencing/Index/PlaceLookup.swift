/// Something a worker asks which geofences cover a place, or each of a group of places; see `CoverIndex`.
protocol PlaceLookup {
    mutating func lookUp(x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList) -> Bool
    func prefetch(x: Double, y: Double)
    mutating func begin(_ number: Int, x: Double, y: Double, memo: LookupMemo)
    mutating func approach(_ count: Int)
    mutating func finish(_ number: Int, x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList) -> Bool
    func isFreeOfBoundaries(between one: LookupMemo, _ other: LookupMemo) -> Bool
}

extension PlaceLookup {
    func prefetch(x: Double, y: Double) {}

    mutating func begin(_ number: Int, x: Double, y: Double, memo: LookupMemo) {}

    mutating func approach(_ count: Int) {}

    mutating func finish(_ number: Int, x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList) -> Bool {
        lookUp(x: x, y: y, memo: &memo, hits: &hits)
    }

    func isFreeOfBoundaries(between one: LookupMemo, _ other: LookupMemo) -> Bool { false }

    /// Finds the geofences that cover a place of which nothing is known.
    mutating func lookUp(_ place: Coordinate, hits: inout HitList) {
        var memo = LookupMemo()
        _ = lookUp(x: place.indexedLongitude, y: place.latitude, memo: &memo, hits: &hits)
    }
}

/// One index with one worker's tools.
struct IndexLookup<Index: CoverIndex>: PlaceLookup {
    let index: Index
    fileprivate var worker: Index.Worker

    init(_ index: Index) throws(GeofenceError) {
        self.index = index
        worker = try index.makeWorker()
    }

    @inline(__always)
    mutating func lookUp(x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList) -> Bool {
        index.lookUp(x: x, y: y, memo: &memo, hits: &hits, worker: &worker)
    }

    @inline(__always)
    func prefetch(x: Double, y: Double) { index.prefetch(x: x, y: y) }

    @inline(__always)
    mutating func begin(_ number: Int, x: Double, y: Double, memo: LookupMemo) {
        index.begin(number, x: x, y: y, memo: memo, worker: &worker)
    }

    @inline(__always)
    mutating func approach(_ count: Int) { index.approach(count, worker: &worker) }

    @inline(__always)
    mutating func finish(_ number: Int, x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList) -> Bool {
        index.finish(number, x: x, y: y, memo: &memo, hits: &hits, worker: &worker)
    }

    @inline(__always)
    func isFreeOfBoundaries(between one: LookupMemo, _ other: LookupMemo) -> Bool {
        index.isFreeOfBoundaries(between: one, other)
    }
}

extension IndexLookup<CellIndex> {
    /// Finds what covers each of many places; see `CellIndex.lookUp(xs:ys:batch:worker:)`.
    mutating func lookUp(xs: Span<Double>, ys: Span<Double>, batch: inout HitBatch) {
        index.lookUp(xs: xs, ys: ys, batch: &batch, worker: &worker)
    }
}

/// A lookup in one of the indexes there are.
///
/// A hot loop switches on it once a batch and runs a version of itself that knows which one it is.
enum AnyIndexLookup: PlaceLookup {
    case reference(IndexLookup<ReferenceIndex>)
    case cells(IndexLookup<CellIndex>)

    init(_ index: AnyIndex) throws(GeofenceError) {
        switch index {
        case .reference(let index): self = .reference(try IndexLookup(index))
        case .cells(let index): self = .cells(try IndexLookup(index))
        }
    }

    mutating func lookUp(x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList) -> Bool {
        switch self {
        case .reference(var lookup):
            defer { self = .reference(lookup) }
            return lookup.lookUp(x: x, y: y, memo: &memo, hits: &hits)
        case .cells(var lookup):
            defer { self = .cells(lookup) }
            return lookup.lookUp(x: x, y: y, memo: &memo, hits: &hits)
        }
    }
}
