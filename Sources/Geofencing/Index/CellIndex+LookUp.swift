// SAFETY: as in `CellIndex`. A worker's scratch has room for the largest answer and a vector of four more, and for a byte
// per partial geofence of the hottest leaf.

extension CellIndex {
    /// Room for one answer.
    @safe
    package struct Worker {
        private let scratch: Scratch
        let slots: UnsafeMutablePointer<UInt32>
        let isHit: UnsafeMutablePointer<Bool>
        let group: UnsafeMutablePointer<Approach>
        /// The numbers of those of the group whose lookup is at the root or a node.
        let onTheirWay: UnsafeMutablePointer<UInt8>
        var onTheirWayCount = 0

        fileprivate init(statistics: Statistics) {
            scratch = Scratch(slots: statistics.largestAnswer + 8, fences: statistics.hottestLeafFences)
            unsafe slots = scratch.slots
            unsafe isHit = scratch.isHit
            unsafe group = scratch.group
            unsafe onTheirWay = scratch.onTheirWay
        }
    }

    /// Owns the memory of a worker.
    @safe
    private final class Scratch {
        let slots: UnsafeMutablePointer<UInt32>
        let isHit: UnsafeMutablePointer<Bool>
        let group: UnsafeMutablePointer<Approach>
        let onTheirWay: UnsafeMutablePointer<UInt8>

        init(slots: Int, fences: Int) {
            unsafe self.slots = .allocate(capacity: slots)
            unsafe isHit = .allocate(capacity: max(fences, 1))
            unsafe group = .allocate(capacity: LookupGroup.size)
            // One is written beyond those that stay.
            unsafe onTheirWay = .allocate(capacity: LookupGroup.size + 1)
        }

        deinit {
            unsafe slots.deallocate()
            unsafe isHit.deallocate()
            unsafe group.deallocate()
            unsafe onTheirWay.deallocate()
        }
    }

    package func makeWorker() throws(GeofenceError) -> Worker { Worker(statistics: statistics) }

    package func lookUp(
        x: Double,
        y: Double,
        memo: inout LookupMemo,
        hits: inout HitList,
        worker: inout Worker
    ) -> Bool {
        begin(0, x: x, y: y, memo: memo, worker: &worker)
        descend(&worker)
        return finish(0, x: x, y: y, memo: &memo, hits: &hits, worker: &worker)
    }

    /// Starts at the root, or at the cell that the memo knows if the place is in it.
    @inline(__always)
    package func begin(_ number: Int, x: Double, y: Double, memo: LookupMemo, worker: inout Worker) {
        start(number, Keys(grid, x: x, y: y), memo, &worker)
    }

    package func approach(_ count: Int, worker: inout Worker) {
        descend(&worker)
        unsafe fetch(worker.group, count: count)
    }

    @inline(__always)
    package func finish(
        _ number: Int,
        x: Double,
        y: Double,
        memo: inout LookupMemo,
        hits: inout HitList,
        worker: inout Worker
    ) -> Bool {
        let place = unsafe Query(x: x, y: y, keys: worker.group[number].keys)
        let entry = unsafe CellEntry(raw: worker.group[number].entry)
        let before = memo.token
        if entry.kind == CellEntry.uniformKind {
            unsafe memo.remember(entry, place.keys, shift: worker.group[number].shift)
            if before == entry.raw { return false }
            let set = unsafe sets + entry.setOffset
            unsafe hits.replace(with: unsafe UnsafeBufferPointer(start: set + 1, count: Int(set[0])))
            return true
        }
        let record = unsafe leaves + entry.leafOffset
        let header = unsafe CellLeaf.Header(record)
        if header.isMarked {
            memo = LookupMemo()
            let count = unsafe answerLargeLeaf(record, place, worker)
            unsafe hits.replace(with: unsafe UnsafeBufferPointer(start: worker.slots, count: count))
            return true
        }
        let mask = unsafe test(record, header, place)
        if before == entry.raw {
            if memo.detail == mask { return false }
        } else {
            memo.remember(entry, place.keys, shift: CellGrid.cellBits &- header.level)
        }
        memo.detail = mask
        let count = unsafe write(record, header, mask, to: worker.slots)
        unsafe hits.replace(with: unsafe UnsafeBufferPointer(start: worker.slots, count: count))
        return true
    }
}

extension CellIndex {
    /// Both are of one cell that is covered by the same geofences everywhere.
    ///
    /// The short way between two places of a cell leaves it only where the cell is wider than half a turn.
    @inline(__always)
    package func isFreeOfBoundaries(between one: LookupMemo, _ other: LookupMemo) -> Bool {
        one.cellX == other.cellX && one.cellY == other.cellY && one.cellX != LookupMemo.nowhere
            && CellEntry(raw: one.token).kind == CellEntry.uniformKind && grid.side(level: grid.rootLevel) < 180
    }

    /// The keys of a place.
    struct Keys: BitwiseCopyable {
        let x: UInt64
        let y: UInt64

        @inline(__always)
        init(_ grid: CellGrid, x: Double, y: Double) {
            self.x = grid.keyX(x)
            self.y = grid.keyY(y)
        }

        @inline(__always)
        func areInside(_ grid: CellGrid) -> Bool { x < grid.keyColumns && y < grid.keyRows }

        /// The bits that tell cells apart.
        @inline(__always) var cellX: UInt32 { UInt32(truncatingIfNeeded: x &>> 13) }
        @inline(__always) var cellY: UInt32 { UInt32(truncatingIfNeeded: y &>> 13) }

        /// The place in units of its cell of a level, rounded down.
        @inline(__always)
        func units(level: UInt32) -> (x: Int16, y: Int16) {
            let shift = UInt64(CellGrid.cellBits &- level)
            return (Int16(truncatingIfNeeded: (x &>> shift) & 8191), Int16(truncatingIfNeeded: (y &>> shift) & 8191))
        }
    }

    /// A place and its keys.
    struct Query: BitwiseCopyable {
        let x: Double
        let y: Double
        let keys: Keys
    }

    /// Which of a leaf's partial geofences cover a place, as bits; the leaf must not be large.
    @inline(__always)
    func test(_ record: UnsafeRawPointer, _ header: CellLeaf.Header, _ place: Query) -> UInt32 {
        var mask: UInt32 = 0
        unsafe test(record, header, place, isLarge: false) { ordinal, hit in mask |= hit &<< ordinal }
        return mask
    }

    /// Tests a place against all of a leaf and reports, for each part and circle, its geofence and 1 or 0.
    @inline(__always)
    private func test(
        _ record: UnsafeRawPointer,
        _ header: CellLeaf.Header,
        _ place: Query,
        isLarge: Bool,
        _ report: (_ ordinal: UInt32, _ hit: UInt32) -> Void
    ) {
        let layout = CellLeaf.Layout(header, isLarge: isLarge)
        let (x, y) = place.keys.units(level: header.level)
        var vertices = unsafe record + layout.verticesOffset
        var run = unsafe record + layout.runsOffset
        var parity: UInt32 = 0
        var isUncertain = false
        var start = unsafe run
        for _ in 0..<header.runs {
            let bits = unsafe run.load(fromByteOffset: 4, as: UInt32.self)
            let edges = Int((bits &>> CellLeaf.edgesShift) & UInt32(CellLeaf.longestRun))
            parity ^= bits &>> 2
            if bits & (CellLeaf.general | CellLeaf.ask) == 0 {
                let answer = unsafe RingKernel.crossings(
                    vertices,
                    edges: Int32(truncatingIfNeeded: edges),
                    axis: bits & CellLeaf.axis,
                    backward: (bits &>> 1) & 1,
                    x: x,
                    y: y
                )
                parity ^= answer.crossings
                isUncertain = isUncertain || answer.isUncertain
                unsafe vertices += 4 &* (edges &+ 1)
            } else {
                isUncertain = true
            }
            unsafe run += layout.runSize
            if bits & CellLeaf.last != 0 {
                if isUncertain {
                    parity = unsafe decide(start, size: layout.runSize, level: header.level, place)
                    isUncertain = false
                }
                let ordinal =
                    isLarge
                    ? unsafe (run - 4).load(as: UInt32.self) : bits &>> CellLeaf.ordinalShift
                report(ordinal, parity & 1)
                parity = 0
                unsafe start = run
            }
        }
        for _ in 0..<header.circles {
            let filter = unsafe run.load(as: CellLeaf.CircleFilter.self)
            let dx = (Float(x) - filter.x) * filter.scale
            let dy = Float(y) - filter.y
            let square = dx * dx + dy * dy
            var hit: UInt32 = square <= filter.inner ? 1 : 0
            if square > filter.inner, square < filter.outer {
                hit = decide(circle: filter.circle, place)
            }
            report(filter.ordinal, hit)
            unsafe run += 28
        }
    }

    /// The answer where a mask of 32 bits does not hold a leaf's partial geofences.
    @inline(never)
    func answerLargeLeaf(_ record: UnsafeRawPointer, _ place: Query, _ worker: Worker) -> Int {
        let header = unsafe CellLeaf.Header(large: record)
        let layout = CellLeaf.Layout(header, isLarge: true)
        let isHit = unsafe worker.isHit
        unsafe isHit.initialize(repeating: false, count: header.partials)
        unsafe test(record, header, place, isLarge: true) { ordinal, hit in
            if hit != 0 { unsafe isHit[Int(ordinal)] = true }
        }
        let set = unsafe sets + Int(header.set)
        let base = unsafe set + 1
        var copied = 0
        var out = unsafe worker.slots
        for ordinal in 0..<header.partials where unsafe isHit[ordinal] {
            let partial = unsafe record.load(
                fromByteOffset: layout.partialsOffset + 8 * ordinal,
                as: CellPartial.self
            )
            let position = Int(partial.position)
            unsafe Self.copy(base + copied, to: out, count: position - copied)
            unsafe out += position - copied
            unsafe out[0] = partial.slot
            unsafe out += 1
            copied = position
        }
        unsafe Self.copy(base + copied, to: out, count: Int(set[0]) - copied)
        return unsafe out - worker.slots + Int(set[0]) - copied
    }

    /// Writes a leaf's base with the partial geofences of a mask between, ascending, and returns how many there are.
    @inline(__always)
    func write(
        _ record: UnsafeRawPointer,
        _ header: CellLeaf.Header,
        _ mask: UInt32,
        to slots: UnsafeMutablePointer<UInt32>
    ) -> Int {
        let set = unsafe sets + Int(header.set)
        let base = unsafe set + 1
        let baseCount = unsafe Int(set[0])
        var bits = mask
        var copied = 0
        var out = unsafe slots
        while bits != 0 {
            let partial = unsafe record.load(fromByteOffset: 8 + 8 * bits.trailingZeroBitCount, as: CellPartial.self)
            let position = Int(partial.position)
            unsafe Self.copy(base + copied, to: out, count: position &- copied)
            unsafe out += position &- copied
            unsafe out[0] = partial.slot
            unsafe out += 1
            copied = position
            bits &= bits &- 1
        }
        unsafe Self.copy(base + copied, to: out, count: baseCount &- copied)
        return unsafe out - slots + baseCount &- copied
    }

    /// Copies four slots at a time and so up to three too many.
    @inline(__always)
    static func copy(_ from: UnsafePointer<UInt32>, to: UnsafeMutablePointer<UInt32>, count: Int) {
        var index = 0
        while index < count {
            let four = unsafe UnsafeRawPointer(from + index).loadUnaligned(as: SIMD4<UInt32>.self)
            unsafe UnsafeMutableRawPointer(to + index).storeBytes(of: four, as: SIMD4<UInt32>.self)
            index &+= 4
        }
    }
}

extension LookupMemo {
    /// The shift that tells the size of the cell: the lowest five bits of `cellX`.
    @inline(__always) var shift: UInt32 { cellX & 31 }

    @inline(__always)
    fileprivate mutating func remember(_ entry: CellEntry, _ keys: CellIndex.Keys, shift: UInt32) {
        token = entry.raw
        // The shift needs the five bits that it makes free. Smaller cells are rare and not worth remembering, nor is
        // what lies outside the grid, which has no cell.
        cellX = shift >= 5 ? (keys.cellX &>> shift) &<< shift | shift : Self.nowhere
        cellY = (keys.cellY &>> shift) &<< shift
    }
}

extension CellEntry {
    /// The entry of all places outside the grid.
    static let outside = CellEntry(raw: uniformKind)
}
