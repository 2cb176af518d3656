// SAFETY: as in `CellIndex`. An answer has room for the largest and two vectors of four more, a worker's scratch for a byte
// per partial geofence of the hottest leaf.

extension CellIndex {
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
            unsafe run += CellLeaf.circleSize
        }
    }

    /// Room for any answer, and for what is copied too many.
    var answerRoom: Int { statistics.largestAnswer + 8 }

    /// Writes the answer where a mask of 32 bits does not hold a leaf's partial geofences, and returns how many slots it has.
    @inline(never)
    func answerLargeLeaf(
        _ record: UnsafeRawPointer,
        _ place: Query,
        _ worker: Worker,
        to slots: UnsafeMutablePointer<UInt32>
    ) -> Int {
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
        var out = unsafe slots
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
        return unsafe out - slots + Int(set[0]) - copied
    }

    /// Writes a leaf's base with the partial geofences of a mask between, ascending, and returns how many there are.
    @inline(__always)
    func merge(_ record: UnsafeRawPointer, _ mask: UInt32, to slots: UnsafeMutablePointer<UInt32>) -> Int {
        let set = unsafe sets + Int(CellLeaf.Header(record).set)
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
