// SAFETY: runs are those of a leaf of this index, and their vertices are in the table.

extension CellIndex {
    /// Returns in the lowest bit whether a part covers a point for which the units of a cell are too coarse.
    ///
    /// Computes from the original coordinates, and asks GEOS if that is not certain either.
    ///
    /// - Parameter run: The first of the part's runs in the leaf.
    @inline(never)
    func decide(_ run: UnsafeRawPointer, level: UInt32, _ place: Query) -> UInt32 {
        var run = unsafe run
        var parity: UInt32 = 0
        var isUncertain = false
        while true {
            let first = unsafe run.load(as: UInt32.self)
            let bits = unsafe run.load(fromByteOffset: 4, as: UInt32.self)
            if bits & CellLeaf.ask != 0 { return ask(part: first, place, otherwise: parity) }
            let edges = CellLeaf.edges(of: bits)
            let answer = unsafe table.coordinates.withUnsafeBufferPointer { coordinates in
                let chain = unsafe UnsafeBufferPointer(rebasing: coordinates[(2 * Int(first))...])
                return unsafe crossings(chain, edges: edges, bits: bits, level: level, place)
            }
            parity ^= answer.crossings ^ (bits &>> 2)
            isUncertain = isUncertain || answer.isUncertain
            if bits & CellLeaf.last != 0 {
                return isUncertain ? ask(part: part(ofVertex: first), place, otherwise: parity) : parity & 1
            }
            unsafe run += CellLeaf.Run.size
        }
    }

    /// Returns whether a circle covers a point that is too near to its rim for single precision: 1 or 0.
    @inline(never)
    func decide(circle: UInt32, _ place: Query) -> UInt32 {
        table.circles[Int(circle)].circle.covers(x: place.x, y: place.y) ? 1 : 0
    }

    private func crossings(
        _ chain: UnsafeBufferPointer<Double>,
        edges: Int,
        bits: UInt32,
        level: UInt32,
        _ place: Query
    ) -> RingKernel.Answer {
        precondition(chain.count >= 2 * (edges + 1), "The run's vertices must be in the table.")
        guard let vertices = chain.baseAddress else { return RingKernel.Answer(crossings: 0, isUncertain: true) }
        if bits & CellLeaf.general != 0 {
            let shift = CellGrid.cellBits - level
            return unsafe RingKernel.crossings(
                vertices,
                edges: edges,
                referenceX: grid.edgeX(column: Int(place.keys.cellX >> shift), level: Int(level)),
                referenceY: grid.edgeY(row: Int(place.keys.cellY >> shift), level: Int(level)),
                x: place.x,
                y: place.y
            )
        }
        let isVertical = bits & CellLeaf.axis != 0
        return unsafe RingKernel.crossings(
            vertices,
            edges: edges,
            axis: Int(bits & CellLeaf.axis),
            backward: (bits >> 1) & 1,
            u: isVertical ? place.y : place.x,
            v: isVertical ? place.x : place.y
        )
    }

    /// Returns the part to which a vertex of the table belongs.
    private func part(ofVertex vertex: UInt32) -> UInt32 {
        table.rings[table.rings.partitioningIndex { $0.firstVertex > Int(vertex) } - 1].part
    }

    private func ask(part: UInt32, _ place: Query, otherwise parity: UInt32) -> UInt32 {
        guard let fallback else { return parity & 1 }
        return fallback.covers(part: part, x: place.x, y: place.y) ? 1 : 0
    }
}
