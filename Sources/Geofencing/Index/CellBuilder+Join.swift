internal import Dispatch

// SAFETY: offsets are those that the other builder made for its own arenas, and are moved by where these are put here. The
// other's arenas are freed once all of them has been copied.

extension CellBuilder {
    /// Builds shares that together are all cells, each on a thread of its own, and hands over the whole.
    static func build(
        _ shares: [CellShare],
        of table: FenceTable,
        _ survey: CellSurvey,
        _ grid: CellGrid,
        _ limits: CellLimits
    ) -> CellArenas {
        unsafe table.coordinates.withUnsafeBufferPointer { coordinates in
            // Circles alone have no vertices to point to, and nobody will look for them.
            let nothing = UnsafeMutablePointer<Double>.allocate(capacity: 1)
            defer { unsafe nothing.deallocate() }
            // All of them only read these, and each writes its own builder.
            nonisolated(unsafe) let start = unsafe coordinates.baseAddress ?? UnsafePointer(nothing)
            nonisolated(unsafe) let circleBoxes = unsafe UnsafePointer(survey.circleBoxes)
            nonisolated(unsafe) let builders = UnsafeMutablePointer<CellBuilder>.allocate(capacity: shares.count)
            defer { unsafe builders.deallocate() }
            DispatchQueue.concurrentPerform(iterations: shares.count) { number in
                var builder = unsafe CellBuilder(
                    table: table,
                    grid: grid,
                    limits: limits,
                    share: shares[number],
                    coordinates: start,
                    circleBoxes: circleBoxes
                )
                builder.build()
                unsafe (builders + number).initialize(to: builder)
            }
            var whole = unsafe builders.move()
            for number in 1..<shares.count { whole.join(unsafe (builders + number).move()) }
            return whole.finish()
        }
    }

    /// Takes in what a builder of another share has laid out.
    mutating func join(_ other: consuming CellBuilder) {
        let newSets = takeSets(of: other)
        defer { newSets.free() }
        // So that what starts on a cache line, or on a line's quarter, still does.
        while leaves.count % 8 != 0 { leaves.push(0) }
        while nodes.count % 16 != 0 { nodes.push(0) }
        let (firstLeaf, firstNode) = (leaves.count, nodes.count)
        let leavesRoom = unsafe leaves.extend(by: other.leaves.count)
        unsafe leavesRoom.update(from: other.leaves.base, count: other.leaves.count)
        for index in 0..<other.leafStarts.count {
            let record = unsafe UnsafeMutableRawPointer(leavesRoom + Int(other.leafStarts.base[index]))
            unsafe CellLeaf.Header.replaceSet(of: record) { unsafe newSets.base[Int($0)] }
        }
        func moved(_ entry: CellEntry) -> CellEntry {
            switch entry.kind {
            case CellEntry.uniformKind: unsafe .uniform(set: Int(newSets.base[entry.setOffset]))
            case CellEntry.leafKind: .leaf(offset: entry.leafOffset + 8 * firstLeaf)
            case CellEntry.nodeKind: .node(offset: entry.nodeOffset + firstNode, bits: Int(entry.nodeBits))
            // Nobody refers to what lies between nodes.
            default: entry
            }
        }
        let nodesRoom = unsafe nodes.extend(by: other.nodes.count)
        for index in 0..<other.nodes.count {
            unsafe nodesRoom[index] = moved(CellEntry(raw: other.nodes.base[index])).raw
        }
        for index in 0..<other.root.count {
            let entry = unsafe CellEntry(raw: other.root.base[index])
            if entry != .filled { unsafe root.base[index] = moved(entry).raw }
        }
        counts.add(other.counts)
        other.discard()
    }

    /// Interns the sets of another builder; where the sets are here by where they are there.
    private mutating func takeSets(of other: borrowing CellBuilder) -> CellStack<UInt32> {
        var places = CellStack<UInt32>(capacity: other.sets.arena.count)
        _ = unsafe places.extend(by: other.sets.arena.count)
        var offset = 0
        while offset < other.sets.arena.count {
            let count = unsafe Int(other.sets.arena.base[offset])
            let first = unsafe UnsafePointer(other.sets.arena.base + offset + 1)
            unsafe places.base[offset] = UInt32(sets.intern(UnsafeBufferPointer(start: first, count: count)))
            offset += count + 1
        }
        return places
    }

    /// Frees what `finish` would hand over.
    private consuming func discard() {
        root.free()
        nodes.free()
        leaves.free()
        sets.free()
    }
}

extension CellCounts {
    fileprivate mutating func add(_ other: CellCounts) {
        leaves += other.leaves
        leafEdges += other.leafEdges
        leafRuns += other.leafRuns
        leafCircles += other.leafCircles
        generalRuns += other.generalRuns
        askedParts += other.askedParts
        hottestLeafEdges = max(hottestLeafEdges, other.hottestLeafEdges)
        hottestLeafFences = max(hottestLeafFences, other.hottestLeafFences)
        largestAnswer = max(largestAnswer, other.largestAnswer)
    }
}
