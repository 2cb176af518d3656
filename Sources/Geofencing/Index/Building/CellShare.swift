/// A section of the curve through the cells of one level, quarter by quarter: what one builder lays out.
struct CellShare: BitwiseCopyable {
    private let level: Int
    /// The positions along the curve, from the first to the one after the last.
    private let start: Int
    private let end: Int
    /// The approximate number of vertices and sixteenths of circles in it.
    let input: Int

    /// All cells.
    static func whole(input: Int) -> CellShare { CellShare(level: 0, start: 0, end: 1, input: input) }

    /// Returns whether part of a cell belongs to the share.
    @inline(__always)
    func meets(_ place: CellPlace) -> Bool {
        let shift = 2 &* (level &- place.level)
        if shift <= 0 { return (start..<end).contains(place.curve &>> (0 &- shift)) }
        return place.curve &<< shift < end && (place.curve &+ 1) &<< shift > start
    }

    /// Returns whether the share is to lay out a cell that is not divided, which depends on where the cell begins.
    @inline(__always)
    func owns(_ place: CellPlace) -> Bool {
        let shift = 2 * (level - place.level)
        return (start..<end).contains(shift <= 0 ? place.curve >> -shift : place.curve << shift)
    }
}

extension CellShare {
    /// Returns shares of about equal work that together are all cells, several for each thread, because some take
    /// longer than others; a single one if there is little to do.
    static func even(for threads: Int, of table: FenceTable, _ grid: CellGrid) -> [CellShare] {
        let input = input(of: table)
        let count = threads > 1 ? min(threads * sharesPerThread, input / leastInput) : 1
        guard count > 1 else { return [whole(input: input)] }
        let level = min(grid.rootLevel, finestLevel)
        let weights = weights(of: table, grid, level)
        let total = weights.reduce(0, +)
        var shares: [CellShare] = []
        var (start, sum, before) = (0, 0, 0)
        for (index, weight) in weights.enumerated() where shares.count < count - 1 {
            sum += weight
            guard sum * count >= total * (shares.count + 1) else { continue }
            shares.append(CellShare(level: level, start: start, end: index + 1, input: sum - before))
            (start, before) = (index + 1, sum)
        }
        shares.append(CellShare(level: level, start: start, end: weights.count, input: total - before))
        return shares
    }

    /// Returns the number of vertices and sixteenths of circles.
    static func input(of table: FenceTable) -> Int { table.coordinates.count / 2 + circleWeight * table.circles.count }

    /// So that a thread whose first share took long can leave the others to the rest.
    private static var sharesPerThread: Int { 4 }
    /// A share with less input is not worth a thread.
    private static var leastInput: Int { 1 << 16 }
    /// The finest level on which shares are cut: it has a million cells.
    private static var finestLevel: Int { 10 }
    /// The cost of a circle relative to a vertex.
    private static var circleWeight: Int { 16 }

    /// Returns the approximate number of vertices in each cell of a level, along the curve.
    private static func weights(of table: FenceTable, _ grid: CellGrid, _ level: Int) -> [Int] {
        var weights = [Int](repeating: 0, count: 1 << (2 * level))
        func add(_ weight: Int, x: Double, y: Double) {
            let (column, row) = (grid.keyX(x), grid.keyY(y))
            guard column < grid.keyColumns, row < grid.keyRows else { return }
            let shift = UInt64(CellGrid.keyBits) - UInt64(level)
            weights[curve(column: Int(column >> shift), row: Int(row >> shift), level)] += weight
        }
        // A sample is enough.
        let step = 32
        for vertex in stride(from: 0, to: table.coordinates.count / 2, by: step) {
            add(step, x: table.coordinates[2 * vertex], y: table.coordinates[2 * vertex + 1])
        }
        for number in stride(from: 0, to: table.circles.count, by: step) {
            let center = table.circles[number].circle.center
            add(step * circleWeight, x: center.longitude, y: center.latitude)
        }
        return weights
    }

    private static func curve(column: Int, row: Int, _ level: Int) -> Int {
        var curve = 0
        for bit in stride(from: level - 1, through: 0, by: -1) {
            curve = curve << 2 | (row >> bit & 1) << 1 | column >> bit & 1
        }
        return curve
    }
}
