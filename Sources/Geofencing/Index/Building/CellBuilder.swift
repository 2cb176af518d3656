// SAFETY: ranges of the stacks are read only while nothing is pushed to that stack below them; `coordinates` outlives
// the builder; indexes come from the `FenceTable` to whose arrays they refer.

/// Builds the cells of an index, or shares of them, from the top, depth first.
///
/// Its methods are mutating even if they change nothing: a builder that a method only borrows is copied for it.
@safe
struct CellBuilder: ~Copyable {
    // The first property, because the compiler's ThreadSanitizer instrumentation mistakes the first word of a loaded
    // struct for the address at which something behind a pointer in it is changed, and fails on a number.
    /// What is in the cells that are being divided, for each of the four quarters of their parents.
    let lists: UnsafeMutablePointer<CellLists>
    let grid: CellGrid
    let limits: CellLimits
    /// The share that is being built.
    private(set) var share = CellShare.whole(input: 0)
    /// Those of the table.
    let coordinates: UnsafePointer<Double>
    let table: FenceTable
    /// The slots of the bases of the cells from the top down to the current one.
    var bases = CellStack<UInt32>()
    /// The entries of the quarters of divided cells within the current cell of the root; see `CellEntry.quad(index:)`.
    var quads = CellStack<SIMD4<UInt32>>()
    /// The contents of the quarters of the cells from the top down to the current one.
    var contents = CellStack<CellContent>()

    // The index.
    var sets: CellSets
    var root: CellStack<UInt32>
    var nodes: CellStack<UInt32>
    var leaves: CellStack<UInt64>

    // The leaf that is being made.
    /// Its partial geofences, ascending.
    var partials = CellStack<CellPartial>()
    /// Its runs of edges.
    var runs = CellStack<CellLeaf.Run>()
    /// The vertices of its runs in units of the cell, x and y in turn.
    var vertices = CellStack<Int16>()
    /// For each item of the cell and then each circle, its position among the partial geofences; -1 if it has none.
    var ordinals = CellStack<Int32>()
    var counts = CellCounts()

    init(
        table: FenceTable,
        grid: CellGrid,
        limits: CellLimits,
        coordinates: UnsafePointer<Double>,
        in room: consuming CellRoom
    ) {
        self.table = table
        self.grid = grid
        self.limits = limits
        unsafe self.coordinates = coordinates
        unsafe lists = .allocate(capacity: 4)
        for quarter in 0..<4 { unsafe (lists + quarter).initialize(to: CellLists()) }
        root = room.root
        nodes = room.nodes
        leaves = room.leaves
        sets = CellSets(in: room.sets)
    }

    deinit {
        for quarter in 0..<4 { unsafe lists[quarter].free() }
        unsafe lists.deallocate()
        bases.free()
        quads.free()
        contents.free()
        partials.free()
        runs.free()
        vertices.free()
        ordinals.free()
    }

    /// Builds all cells of the shares that `next` returns.
    mutating func build(_ next: () -> CellShare?) {
        let content = topContent()
        while let share = next() {
            self.share = share
            var base = CellBase.empty
            let entry = divide(.top, content, &base)
            if entry != .filled { fillRoot(.top, with: flatten(entry)) }
        }
    }

    /// Returns the entry of a cell; `.filled` if its part of the root has been set already.
    private mutating func divide(_ place: CellPlace, _ content: CellContent, _ base: inout CellBase) -> CellEntry {
        guard wantsDivision(place, content, base) else {
            // A cell above the level of the root may belong to several shares.
            guard share.owns(place) else { return .filled }
            return content.isEmpty ? .uniform(set: set(of: &base).offset) : makeLeaf(place, content, &base)
        }
        let tops = unsafe CellMarks(lists)
        let firstContent = contents.count
        distribute(place, content, tops)
        var entries = SIMD4<UInt32>(repeating: CellEntry.uniform(set: 0).raw)
        for number in 0..<4 {
            let child = place.quarter(number)
            guard share.meets(child) else { continue }
            let added = unsafe lists[number].added.count - tops.added[number]
            let entry: CellEntry
            if added == 0 {
                entry = unsafe divide(child, contents.base[firstContent + number], &base)
            } else {
                let mark = bases.count
                var larger = merged(base, quarter: number, from: tops.added[number], count: added)
                entry = unsafe divide(child, contents.base[firstContent + number], &larger)
                bases.cut(to: mark)
            }
            if place.level < grid.rootLevel {
                if entry != .filled { fillRoot(child, with: flatten(entry)) }
                quads.cut(to: 0)
            } else {
                entries[number] = entry.raw
            }
        }
        unsafe tops.restore(lists)
        contents.cut(to: firstContent)
        if place.level < grid.rootLevel { return .filled }
        if entries[0] & CellEntry.kindMask == CellEntry.uniformKind, entries == SIMD4(repeating: entries[0]) {
            return CellEntry(raw: entries[0])
        }
        let index = quads.count
        quads.push(entries)
        return .quad(index: index)
    }

    /// Returns whether a cell is worth quartering.
    ///
    /// As in S2's index: only if enough of its contents are small compared to it, so that quartering separates them and
    /// the whole stays linear in the input; and down to the size that the budget of leaves allows for long edges.
    private mutating func wantsDivision(_ place: CellPlace, _ content: CellContent, _ base: CellBase) -> Bool {
        let load = content.edges + content.circles.count
        guard load > 0, place.level < grid.deepestLevel else { return false }
        if grid.side(level: place.level) > limits.coarsestLeaf { return true }
        guard load > max(limits.load, Int(Double(base.count) * CellLimits.loadPerCover)) else { return false }
        let few = max((load + base.count) / 5, limits.load / 2)
        return content.smallCircles > few || hasShortEdges(moreThan: few - content.smallCircles, place, content)
    }

    /// Returns the base of a quarter: its parent's base and the slots that were added.
    private mutating func merged(_ base: CellBase, quarter: Int, from: Int, count: Int) -> CellBase {
        var added = unsafe UnsafeMutableBufferPointer(start: lists[quarter].added.base + from, count: count)
        unsafe added.sort()
        let start = bases.count
        let room = unsafe bases.extend(by: base.count + count)
        let old = unsafe bases.base + base.start
        var written = 0
        var digest = base.digest
        var left = 0
        var right = 0
        while left < base.count || right < count {
            if unsafe right == count || (left < base.count && old[left] <= added[right]) {
                unsafe room[written] = old[left]
                left += 1
            } else {
                let slot = unsafe added[right]
                right += 1
                if written > 0, unsafe room[written - 1] == slot { continue }
                unsafe room[written] = slot
                digest &+= CellSet.digest(of: slot)
            }
            written += 1
        }
        bases.cut(to: start + written)
        return CellBase(start: start, count: written, digest: digest)
    }

    /// Returns the set of a base.
    mutating func set(of base: inout CellBase) -> CellSet {
        let slots = unsafe UnsafeBufferPointer(start: bases.base + base.start, count: base.count)
        let offset = unsafe base.set ?? sets.intern(slots, digest: base.digest)
        base.set = offset
        return CellSet(offset: offset, digest: base.digest)
    }

    private mutating func fillRoot(_ place: CellPlace, with entry: CellEntry) {
        let shift = grid.rootLevel - place.level
        let columns = stride(
            from: place.column << shift,
            to: min((place.column + 1) << shift, Int(grid.columns)),
            by: 1
        )
        let rows = stride(from: place.row << shift, to: min((place.row + 1) << shift, Int(grid.rows)), by: 1)
        for row in rows {
            for column in columns { unsafe root.base[row * Int(grid.columns) + column] = entry.raw }
        }
    }

    mutating func frame(of place: CellPlace) -> CellFrame {
        CellFrame(
            x0: grid.edgeX(column: place.column, level: place.level),
            y0: grid.edgeY(row: place.row, level: place.level),
            x1: grid.edgeX(column: place.column + 1, level: place.level),
            y1: grid.edgeY(row: place.row + 1, level: place.level)
        )
    }
}

extension CellEntry {
    /// Used only while building: the entries are already in the root, or belong to another builder.
    static let filled = CellEntry(raw: .max & ~3)
}
