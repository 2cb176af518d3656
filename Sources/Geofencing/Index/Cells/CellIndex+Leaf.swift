// SAFETY: as in `CellIndex`. An answer has room for the largest one and two vectors of four more.

extension CellIndex {
    /// Returns which of a leaf's partial geofences cover a point, as bits; the leaf must not be large.
    @inline(__always)
    func test(_ record: UnsafeRawPointer, _ header: CellLeaf.Header, _ place: Query) -> UInt32 {
        let layout = CellLeaf.Layout(header, isLarge: false)
        let (x, y) = place.keys.units(level: header.level)
        var vertices = unsafe record + layout.verticesOffset
        var run = unsafe record + layout.runsOffset
        var start = unsafe run
        var mask: UInt32 = 0
        var answer = RingKernel.Answer.none
        for _ in 0..<header.runs {
            let bits = unsafe run.load(fromByteOffset: 4, as: UInt32.self)
            unsafe add(bits, &vertices, x: x, y: y, to: &answer)
            unsafe run += CellLeaf.Run.size
            if bits & CellLeaf.last != 0 {
                if answer.isUncertain { answer.crossings = unsafe decide(start, level: header.level, place) }
                mask |= (answer.crossings & 1) &<< (bits &>> CellLeaf.ordinalShift)
                answer = .none
                unsafe start = run
            }
        }
        for _ in 0..<header.circles {
            let filter = unsafe run.load(as: CellLeaf.CircleFilter.self)
            let circle = unsafe run + MemoryLayout<CellLeaf.CircleFilter>.size
            mask |= covers(filter, x: x, y: y, place, unsafe circle.load(as: UInt32.self)) &<< filter.ordinal
            unsafe run += CellLeaf.circleSize(isLarge: false)
        }
        return mask
    }

    /// Adds the contribution of a run of edges for a point in units of the cell, and advances to the vertices of the
    /// next run.
    @inline(__always)
    func add(
        _ bits: UInt32,
        _ vertices: inout UnsafeRawPointer,
        x: Int16,
        y: Int16,
        to answer: inout RingKernel.Answer
    ) {
        answer.crossings ^= bits &>> 2
        guard bits & (CellLeaf.general | CellLeaf.ask) == 0 else {
            answer.isUncertain = true
            return
        }
        let edges = CellLeaf.edges(of: bits)
        let run = unsafe RingKernel.crossings(
            vertices,
            edges: Int32(truncatingIfNeeded: edges),
            axis: bits & CellLeaf.axis,
            backward: (bits &>> 1) & 1,
            x: x,
            y: y
        )
        answer.crossings ^= run.crossings
        answer.isUncertain = answer.isUncertain || run.isUncertain
        unsafe vertices += 4 &* (edges &+ 1)
    }

    /// Returns whether a circle covers a point: 1 or 0.
    ///
    /// - Parameter number: The circle's number in the table, which is needed only near its rim.
    @inline(__always)
    func covers(
        _ filter: CellLeaf.CircleFilter,
        x: Int16,
        y: Int16,
        _ place: Query,
        _ number: @autoclosure () -> UInt32
    ) -> UInt32 {
        let dx = (Float(x) - filter.x) * filter.scale
        let dy = Float(y) - filter.y
        let square = dx * dx + dy * dy
        // Which of the two applies cannot be predicted; that they differ is rare.
        let (isInner, isWithinOuter) = (square <= filter.inner, square < filter.outer)
        return isInner == isWithinOuter ? UInt32(isInner.bit) : decide(circle: number(), place)
    }

    /// Room for any answer, and for the excess that is copied.
    var answerRoom: Int { statistics.largestAnswer + 8 }

    /// Writes a leaf's base, merged with the partial geofences of a mask in ascending order, and returns the number of
    /// slots.
    @inline(__always)
    func merge(_ record: UnsafeRawPointer, _ mask: UInt32, to slots: UnsafeMutablePointer<UInt32>) -> Int {
        var writer = unsafe AnswerWriter(sets + Int(CellLeaf.Header(record).set), to: slots)
        var bits = mask
        while let ordinal = bits.takeLowestBit() {
            unsafe writer.insert(record.load(fromByteOffset: 8 + 8 * ordinal, as: CellPartial.self))
        }
        return writer.finish()
    }

    /// Writes the slots of a set, and partial geofences at their positions between them.
    @safe
    struct AnswerWriter {
        private let set: UnsafePointer<UInt32>
        private let slots: UnsafeMutablePointer<UInt32>
        private var written = 0
        private var copied = 0

        @inline(__always)
        init(_ set: UnsafePointer<UInt32>, to slots: UnsafeMutablePointer<UInt32>) {
            unsafe self.set = set
            unsafe self.slots = slots
        }

        /// Writes the slots of the set below a partial geofence, then the slot of that; calls must be in ascending
        /// order.
        @inline(__always)
        mutating func insert(_ partial: CellPartial) {
            copy(upTo: Int(partial.position))
            unsafe slots[written] = partial.slot
            written &+= 1
        }

        /// Writes the rest of the set, and returns the total number of slots.
        @inline(__always)
        mutating func finish() -> Int {
            copy(upTo: unsafe Int(set[0]))
            return written
        }

        @inline(__always)
        private mutating func copy(upTo position: Int) {
            unsafe CellIndex.copy(set + (1 &+ copied), to: slots + written, count: position &- copied)
            written &+= position &- copied
            copied = position
        }
    }

    /// Copies four slots at a time, and therefore up to three too many.
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
