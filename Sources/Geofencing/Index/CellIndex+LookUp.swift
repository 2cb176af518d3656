// SAFETY: as in `CellIndex`. A worker's scratch has room for the largest answer and a vector of four more, and for a byte
// per partial geofence of the hottest leaf.

extension CellIndex {
    /// Room for one answer.
    @safe
    package struct Worker {
        private let scratch: Scratch
        let slots: UnsafeMutablePointer<UInt32>
        let isHit: UnsafeMutablePointer<Bool>

        fileprivate init(statistics: Statistics) {
            scratch = Scratch(slots: statistics.largestAnswer + 8, fences: statistics.hottestLeafFences)
            unsafe slots = scratch.slots
            unsafe isHit = scratch.isHit
        }
    }

    /// Owns the memory of a worker.
    @safe
    private final class Scratch {
        let slots: UnsafeMutablePointer<UInt32>
        let isHit: UnsafeMutablePointer<Bool>

        init(slots: Int, fences: Int) {
            unsafe self.slots = .allocate(capacity: slots)
            unsafe isHit = .allocate(capacity: max(fences, 1))
        }

        deinit {
            unsafe slots.deallocate()
            unsafe isHit.deallocate()
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
        let place = Query(grid, x: x, y: y)
        let before = memo.token
        var entry = CellEntry(raw: before)
        // The lowest five bits of `cellX` are the shift of the cell's size.
        let shift = memo.cellX & 31
        let isSameCell = ((place.cellX ^ memo.cellX) | (place.cellY ^ memo.cellY)) &>> shift == 0
        if isSameCell, shift != 0, place.isInside {
            if entry.kind == CellEntry.uniformKind { return false }
        } else {
            var shift: UInt32 = 0
            entry = descend(place, &shift)
            if entry.kind == CellEntry.uniformKind {
                memo.remember(entry, place, shift: shift)
                if before == entry.raw { return false }
                let set = unsafe sets + entry.setOffset
                unsafe hits.replace(with: unsafe UnsafeBufferPointer(start: set + 1, count: Int(set[0])))
                return true
            }
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
            memo.remember(entry, place, shift: CellGrid.cellBits &- header.level)
        }
        memo.detail = mask
        let count = unsafe write(record, header, mask, to: worker.slots)
        unsafe hits.replace(with: unsafe UnsafeBufferPointer(start: worker.slots, count: count))
        return true
    }
}

extension CellIndex {
    /// A place and its keys.
    struct Query: BitwiseCopyable {
        let x: Double
        let y: Double
        let keyX: UInt64
        let keyY: UInt64
        /// Whether the place is within the grid.
        let isInside: Bool

        @inline(__always)
        init(_ grid: CellGrid, x: Double, y: Double) {
            self.x = x
            self.y = y
            keyX = grid.keyX(x)
            keyY = grid.keyY(y)
            isInside = keyX < grid.keyColumns && keyY < grid.keyRows
        }

        /// The bits of the keys that tell cells apart.
        @inline(__always) var cellX: UInt32 { UInt32(truncatingIfNeeded: keyX &>> 13) }
        @inline(__always) var cellY: UInt32 { UInt32(truncatingIfNeeded: keyY &>> 13) }

        /// The place in units of its cell of a level, rounded down.
        @inline(__always)
        func units(level: UInt32) -> (x: Int32, y: Int32) {
            let shift = UInt64(CellGrid.cellBits &- level)
            return (
                Int32(truncatingIfNeeded: (keyX &>> shift) & 8191), Int32(truncatingIfNeeded: (keyY &>> shift) & 8191)
            )
        }
    }

    /// The entry of the smallest cell that a place is in, and the shift that gives the cell's size.
    @inline(__always)
    func descend(_ place: Query, _ shift: inout UInt32) -> CellEntry {
        guard place.isInside else { return .outside }
        let x = place.cellX
        let y = place.cellY
        shift = grid.rootShift
        var entry = unsafe CellEntry(raw: root[Int((y &>> shift) &* grid.columns &+ (x &>> shift))])
        while entry.kind == CellEntry.nodeKind {
            let bits = entry.nodeBits
            shift &-= bits
            let mask = (1 &<< bits) &- 1
            let index = ((y &>> shift) & mask) &<< bits | ((x &>> shift) & mask)
            entry = unsafe CellEntry(raw: nodes[entry.nodeOffset &+ Int(index)])
        }
        return entry
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
        let (x, y) = place.units(level: header.level)
        var vertices = unsafe (record + layout.verticesOffset).assumingMemoryBound(to: Int16.self)
        var run = unsafe record + layout.runsOffset
        var parity: UInt32 = 0
        var isUncertain = false
        var start = unsafe run
        for _ in 0..<header.runs {
            let bits = unsafe run.load(fromByteOffset: 4, as: UInt32.self)
            let edges = Int((bits &>> CellLeaf.edgesShift) & UInt32(CellLeaf.longestRun))
            parity ^= bits &>> 2
            if bits & (CellLeaf.general | CellLeaf.ask) == 0 {
                let isVertical = bits & CellLeaf.axis != 0
                let answer = unsafe RingKernel.crossings(
                    vertices,
                    edges: edges,
                    axis: Int(bits & CellLeaf.axis),
                    backward: (bits &>> 1) & 1,
                    u: isVertical ? y : x,
                    v: isVertical ? x : y
                )
                parity ^= answer.crossings
                isUncertain = isUncertain || answer.isUncertain
                unsafe vertices += 2 &* (edges &+ 1)
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
    @inline(__always)
    fileprivate mutating func remember(_ entry: CellEntry, _ place: CellIndex.Query, shift: UInt32) {
        token = entry.raw
        // The shift needs the five bits that it makes free. Smaller cells are rare and not worth remembering, nor is
        // what lies outside the grid, which has no cell.
        let hasCell = shift >= 5
        cellX = hasCell ? (place.cellX &>> shift) &<< shift | shift : 0
        cellY = hasCell ? (place.cellY &>> shift) &<< shift : 0
    }
}

extension CellEntry {
    /// The entry of all places outside the grid.
    static let outside = CellEntry(raw: uniformKind)
}
