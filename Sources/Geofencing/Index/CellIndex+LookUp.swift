// SAFETY: as in `CellIndex`. A worker's scratch has room for the largest answer and a vector of four more, and for a byte
// per partial geofence of the hottest leaf.

extension CellIndex {
    /// Room for one answer.
    @safe
    package struct Worker {
        fileprivate let scratch: Scratch
        @usableFromInline let slots: UnsafeMutablePointer<UInt32>

        fileprivate init(statistics: Statistics) {
            scratch = Scratch(slots: statistics.largestAnswer + 8, fences: statistics.hottestLeafFences)
            unsafe slots = scratch.slots
        }
    }

    /// Owns the memory of a worker.
    @safe
    fileprivate final class Scratch {
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
        let keyX = grid.keyX(x)
        let keyY = grid.keyY(y)
        let entry: CellEntry
        let before = memo.token
        // The lowest five bits of `cellX` are the shift of the cell's size.
        let isSameCell =
            ((keyX ^ UInt64(memo.cellX)) | (keyY ^ UInt64(memo.cellY))) &>> UInt64(memo.cellX & 31) == 0
        if isSameCell, before != 0 {
            entry = CellEntry(raw: before)
            if entry.kind == CellEntry.uniformKind { return false }
        } else {
            var shift: UInt32 = 0
            entry = descend(keyX, keyY, &shift)
            if entry.kind == CellEntry.uniformKind {
                memo.token = entry.raw
                memo.cellX = (UInt32(truncatingIfNeeded: keyX) &>> shift) &<< shift | shift
                memo.cellY = (UInt32(truncatingIfNeeded: keyY) &>> shift) &<< shift
                if before == entry.raw { return false }
                let set = unsafe sets + entry.setOffset
                unsafe hits.replace(with: unsafe UnsafeBufferPointer(start: set + 1, count: Int(set[0])))
                return true
            }
        }
        let record = unsafe leaves + entry.leafOffset
        let header = unsafe record.load(as: CellLeaf.Header.self)
        if header.partials > 32 {
            memo = LookupMemo()
            let count = unsafe answerLargeLeaf(record, header, x, y, worker.scratch)
            unsafe hits.replace(with: unsafe UnsafeBufferPointer(start: worker.slots, count: count))
            return true
        }
        let mask = unsafe test(record, header, x, y)
        if before == entry.raw, memo.detail == mask { return false }
        if before != entry.raw {
            let shift = CellGrid.keyBits - (header.circles & 31)
            memo.token = entry.raw
            memo.cellX = (UInt32(truncatingIfNeeded: keyX) &>> shift) &<< shift | shift
            memo.cellY = (UInt32(truncatingIfNeeded: keyY) &>> shift) &<< shift
        }
        memo.detail = mask
        let count = unsafe write(record, header, mask, to: worker.slots)
        unsafe hits.replace(with: unsafe UnsafeBufferPointer(start: worker.slots, count: count))
        return true
    }

    /// The entry of the smallest cell that a key is in, and the shift that gives the cell's size.
    @inline(__always)
    func descend(_ keyX: UInt64, _ keyY: UInt64, _ shift: inout UInt32) -> CellEntry {
        if keyX >= grid.keyColumns || keyY >= grid.keyRows {
            shift = 0
            return .outside
        }
        let x = UInt32(truncatingIfNeeded: keyX)
        let y = UInt32(truncatingIfNeeded: keyY)
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

    /// Which of a leaf's partial geofences cover a place, as bits; the leaf has 32 at most.
    @inline(__always)
    func test(_ record: UnsafeRawPointer, _ header: CellLeaf.Header, _ x: Double, _ y: Double) -> UInt32 {
        var mask: UInt32 = 0
        unsafe test(record, header, x, y) { ordinal, hit in mask |= hit &<< ordinal }
        return mask
    }

    /// Tests a place against all of a leaf and reports, for each part and circle, its geofence and 1 or 0.
    @inline(__always)
    private func test(
        _ record: UnsafeRawPointer,
        _ header: CellLeaf.Header,
        _ x: Double,
        _ y: Double,
        _ report: (_ ordinal: UInt32, _ hit: UInt32) -> Void
    ) {
        let layout = CellLeaf.Layout(header)
        var vertices = unsafe (record + layout.verticesOffset).assumingMemoryBound(to: Double.self)
        var run = unsafe record + layout.runsOffset
        var parity: UInt32 = 0
        var isUncertain = false
        for _ in 0..<header.runs {
            let edgesAndFlags = unsafe run.load(fromByteOffset: 8, as: UInt32.self)
            let edges = Int(edgesAndFlags &>> CellLeaf.flagBits)
            let axis = Int(edgesAndFlags & CellLeaf.axis)
            parity ^= edgesAndFlags &>> 2
            if edgesAndFlags & (CellLeaf.general | CellLeaf.ask) == 0 {
                let answer = unsafe RingKernel.crossings(
                    vertices,
                    edges: edges,
                    axis: axis,
                    backward: (edgesAndFlags &>> 1) & 1,
                    u: axis == 0 ? x : y,
                    v: axis == 0 ? y : x
                )
                parity ^= answer.crossings
                isUncertain = isUncertain || answer.isUncertain
                unsafe vertices += 2 &* (edges &+ 1)
            } else if edgesAndFlags & CellLeaf.ask != 0 {
                isUncertain = true
            } else {
                let answer = unsafe RingKernel.crossings(
                    vertices + 2,
                    edges: edges,
                    referenceX: vertices[0],
                    referenceY: vertices[1],
                    x: x,
                    y: y
                )
                parity ^= answer.crossings
                isUncertain = isUncertain || answer.isUncertain
                unsafe vertices += 2 &* (edges &+ 2)
            }
            if edgesAndFlags & CellLeaf.last != 0 {
                if isUncertain {
                    parity = unsafe ask(part: run.load(as: UInt32.self), x, y, otherwise: parity)
                    isUncertain = false
                }
                unsafe report(run.load(fromByteOffset: 4, as: UInt32.self), parity & 1)
                parity = 0
            }
            unsafe run += 12
        }
        for _ in 0..<header.circles &>> 5 {
            let number = unsafe run.load(as: UInt32.self)
            let hit: UInt32 = unsafe circles[Int(number)].circle.covers(x: x, y: y) ? 1 : 0
            unsafe report(run.load(fromByteOffset: 4, as: UInt32.self), hit)
            unsafe run += 8
        }
    }

    @inline(never)
    private func ask(part: UInt32, _ x: Double, _ y: Double, otherwise parity: UInt32) -> UInt32 {
        guard let fallback else { return parity & 1 }
        return fallback.covers(part: part, x: x, y: y) ? 1 : 0
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
            let partial = unsafe record.load(fromByteOffset: 16 + 8 * bits.trailingZeroBitCount, as: CellPartial.self)
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
    private static func copy(_ from: UnsafePointer<UInt32>, to: UnsafeMutablePointer<UInt32>, count: Int) {
        var index = 0
        while index < count {
            let four = unsafe UnsafeRawPointer(from + index).loadUnaligned(as: SIMD4<UInt32>.self)
            unsafe UnsafeMutableRawPointer(to + index).storeBytes(of: four, as: SIMD4<UInt32>.self)
            index &+= 4
        }
    }

    /// The answer where a mask of 32 bits does not hold a leaf's partial geofences.
    @inline(never)
    private func answerLargeLeaf(
        _ record: UnsafeRawPointer,
        _ header: CellLeaf.Header,
        _ x: Double,
        _ y: Double,
        _ scratch: Scratch
    ) -> Int {
        let partials = Int(header.partials)
        let isHit = unsafe scratch.isHit
        unsafe isHit.initialize(repeating: false, count: partials)
        unsafe test(record, header, x, y) { ordinal, hit in
            if hit != 0 { unsafe isHit[Int(ordinal)] = true }
        }
        let set = unsafe sets + Int(header.set)
        let base = unsafe set + 1
        var copied = 0
        var out = unsafe scratch.slots
        for ordinal in 0..<partials where unsafe isHit[ordinal] {
            let partial = unsafe record.load(fromByteOffset: 16 + 8 * ordinal, as: CellPartial.self)
            let position = Int(partial.position)
            unsafe Self.copy(base + copied, to: out, count: position - copied)
            unsafe out += position - copied
            unsafe out[0] = partial.slot
            unsafe out += 1
            copied = position
        }
        unsafe Self.copy(base + copied, to: out, count: Int(set[0]) - copied)
        return unsafe out - scratch.slots + Int(set[0]) - copied
    }
}

extension CellEntry {
    /// The entry of all places outside the grid.
    static let outside = CellEntry(raw: uniformKind)
}
