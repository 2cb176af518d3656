// SAFETY: as in `CellIndex+Leaf.swift`. A worker's scratch has as many bits as a leaf has partial geofences at most,
// and the numbers in a part are those of its first run and vertex in the same leaf.

extension CellIndex {
    /// Writes the answer of a leaf whose partial geofences do not fit into a mask of 32 bits, and returns how many
    /// slots it has.
    ///
    /// - Complexity: O(*p* / 64 + *c* + *k*) for *p* parts, *c* circles and *k* parts whose box contains the point.
    @inline(never)
    func answerLargeLeaf(
        _ record: UnsafeRawPointer,
        _ place: Query,
        _ worker: borrowing Worker,
        to slots: UnsafeMutablePointer<UInt32>
    ) -> Int {
        let header = unsafe CellLeaf.Header(large: record)
        let words = unsafe UnsafeMutableBufferPointer(start: worker.hits, count: (header.partials + 63) / 64)
        unsafe words.initialize(repeating: 0)
        unsafe testLarge(record, header, place) { ordinal in
            unsafe words[Int(ordinal &>> 6)] |= 1 &<< UInt64(ordinal & 63)
        }
        let partials = unsafe record + CellLeaf.Layout(header, isLarge: true).partialsOffset
        var writer = unsafe AnswerWriter(sets + Int(header.set), to: slots)
        for word in words.indices {
            var bits = unsafe words[word]
            while let bit = bits.takeLowestBit() {
                unsafe writer.insert(partials.load(fromByteOffset: 8 * (64 * word + bit), as: CellPartial.self))
            }
        }
        return writer.finish()
    }

    /// Reports the ordinals of the partial geofences of a large leaf that cover a point, some of them more than once.
    @inline(__always)
    private func testLarge(
        _ record: UnsafeRawPointer,
        _ header: CellLeaf.Header,
        _ place: Query,
        _ report: (_ ordinal: UInt32) -> Void
    ) {
        let layout = CellLeaf.Layout(header, isLarge: true)
        let (x, y) = place.keys.units(level: header.level)
        func node(_ number: Int) -> CellPartBoxes.Node {
            let offset = layout.boxesOffset &+ MemoryLayout<CellPartBoxes.Node>.stride &* number
            return unsafe record.loadUnaligned(fromByteOffset: offset, as: CellPartBoxes.Node.self)
        }
        CellPartBoxes(parts: header.parts).forEach(around: (x, y), of: node) { number in
            let part = unsafe record.load(
                fromByteOffset: layout.partsOffset &+ MemoryLayout<CellLeaf.Part>.stride &* number,
                as: CellLeaf.Part.self
            )
            let start = unsafe record + layout.runsOffset + CellLeaf.Run.size * Int(part.run)
            var run = unsafe start
            var vertices = unsafe record + layout.verticesOffset + 4 * Int(part.vertex)
            var answer = RingKernel.Answer.none
            while true {
                let bits = unsafe run.load(fromByteOffset: 4, as: UInt32.self)
                unsafe add(bits, &vertices, x: x, y: y, to: &answer)
                if bits & CellLeaf.last != 0 { break }
                unsafe run += CellLeaf.Run.size
            }
            if answer.isUncertain { answer.crossings = unsafe decide(start, level: header.level, place) }
            if answer.crossings & 1 != 0 { report(part.ordinal) }
        }
        let partials = unsafe record + layout.partialsOffset
        func circle(_ ordinal: UInt32) -> UInt32 {
            let partial = unsafe partials.load(fromByteOffset: 8 &* Int(ordinal), as: CellPartial.self)
            return table.circleNumber(ofFence: Int(partial.slot))
        }
        var next = unsafe record + layout.circlesOffset
        for _ in 0..<header.circles {
            let filter = unsafe next.load(as: CellLeaf.CircleFilter.self)
            if covers(filter, x: x, y: y, place, circle(filter.ordinal)) != 0 { report(filter.ordinal) }
            unsafe next += CellLeaf.circleSize(isLarge: true)
        }
    }
}
