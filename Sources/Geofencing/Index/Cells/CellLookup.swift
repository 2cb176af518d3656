/// A cell index with one worker's working memory.
struct CellLookup: PlaceLookup {
    private let index: CellIndex
    private var worker: CellIndex.Worker

    init(_ index: CellIndex) {
        self.index = index
        worker = CellIndex.Worker(statistics: index.statistics)
    }

    @inline(__always)
    mutating func lookUp(x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList) -> Bool {
        approach(x: x, y: y, from: memo)
        return finish(LookupGroup.alone, x: x, y: y, memo: &memo, hits: &hits)
    }

    /// Finds the geofences that cover each of many points; see `CellIndex.lookUp(xs:ys:batch:worker:)`.
    mutating func lookUp(xs: Span<Double>, ys: Span<Double>, batch: inout HitBatch) {
        index.lookUp(xs: xs, ys: ys, batch: &batch, worker: &worker)
    }

    @inline(__always)
    func prefetch(x: Double, y: Double) { index.prefetch(x: x, y: y) }

    @inline(__always)
    mutating func begin(_ number: Int, x: Double, y: Double) {
        index.begin(number, x: x, y: y, worker: worker)
    }

    @inline(__always)
    mutating func descend(from first: Int, count: Int) {
        index.descend(from: first, count: count, worker: &worker)
    }

    @inline(__always)
    mutating func approach(x: Double, y: Double, from memo: LookupMemo) {
        index.approach(x: x, y: y, from: memo, worker: worker)
    }

    @inline(__always)
    func lookAhead(x: Double, y: Double, from memo: LookupMemo) {
        index.lookAhead(x: x, y: y, from: memo, worker: worker)
    }

    @inline(__always)
    mutating func resolve(from first: Int) { index.resolve(from: first, &worker) }

    @inline(__always)
    func fetchAnswer(_ number: Int) { index.fetchAnswer(number, worker) }

    @inline(__always)
    mutating func finish(_ number: Int, x: Double, y: Double, memo: inout LookupMemo, hits: inout HitList)
        -> Bool
    {
        index.finish(number, memo: &memo, hits: &hits, worker: worker)
    }

    @inline(__always)
    func sameAsBefore(from first: Int, count: Int) -> UInt64 {
        index.sameAsBefore(from: first, count: count, worker)
    }

    @inline(__always)
    func isSame(_ number: Int, as memo: LookupMemo) -> Bool { index.memo(of: number, worker).isSame(as: memo) }

    @inline(__always)
    func memo(of number: Int) -> LookupMemo { index.memo(of: number, worker) }

    @inline(__always)
    func isFreeOfBoundaries(
        from start: Coordinate,
        _ startMemo: LookupMemo,
        to end: Coordinate,
        _ endMemo: LookupMemo
    ) -> Bool {
        index.isFreeOfBoundaries(between: startMemo, endMemo) || index.grid.isBeside(start, end)
    }
}
