/// The map from degrees to the keys of cells.
///
/// Both axes have `2^keyBits` keys of the same size in degrees. The map is monotone in floating point, so every cell is
/// an exact interval of doubles; the position of its sides in degrees is known within a thousandth of `pad`. Its offset
/// and size are odd numbers, so that grid lines do not run through the round coordinates that people draw with.
struct CellGrid: BitwiseCopyable, Sendable {
    static let keyBits: UInt32 = 44
    /// The number of bits of a key below those of the smallest cells; a cell is `1 << localBits` units wide in its
    /// leaf.
    static let localBits: UInt32 = 13
    /// A mask of the lowest `localBits` of a key.
    static let localMask: UInt64 = 0x1FFF
    /// The number of bits of a key that distinguish cells.
    static let cellBits: UInt32 = 31
    /// How far beyond a cell, in degrees, an edge still counts as touching it.
    static let pad = 2e-9
    /// The size in degrees below which cells are not divided.
    static let smallestCell = 1e-6
    /// The deepest level; leaves the lowest five bits of a cell's key free for the memo.
    static let levelLimit = 26
    /// When added to a number of keys, leaves the number rounded in the lowest bits.
    private static let rounding = 0x1p52

    /// The longitude of key 0.
    let originX: Double
    /// The latitude of key 0.
    let originY: Double
    let keysPerDegree: Double
    let degreesPerKey: Double
    /// The level of the smallest cells; on level *l*, the grid has 2^*l* cells along each axis.
    let deepestLevel: Int
    /// The level of the cells of the root.
    let rootLevel: Int
    /// How many of the bits that distinguish cells are below those of a cell of the root.
    let rootShift: UInt32
    /// How many columns and rows of cells the root has: those that the extent reaches.
    let columns: UInt32
    let rows: UInt32
    /// How many columns and rows of keys that is.
    let keyColumns: UInt64
    let keyRows: UInt64

    /// Creates a grid over `extent` with at most `rootTarget` cells in its root.
    init(extent: Box, rootTarget: Int) {
        let width = max(extent.maxX - extent.minX, extent.maxY - extent.minY, 1e-5)
        let size = width * 1.017_131_7 + 1e-6
        originX = extent.minX - size * 0.007_137_1
        originY = extent.minY - size * 0.007_373_3
        keysPerDegree = Double(UInt64(1) << UInt64(Self.keyBits)) / size
        degreesPerKey = size / Double(UInt64(1) << UInt64(Self.keyBits))
        var level = 0
        while level < Self.levelLimit, size / Double(1 << (level + 1)) >= Self.smallestCell { level += 1 }
        deepestLevel = level
        let reachX = extent.maxX - originX + size * 0.001
        let reachY = extent.maxY - originY + size * 0.001
        func shape(_ level: Int) -> (columns: Int, rows: Int) {
            let cell = size / Double(1 << level)
            return (min(1 << level, Int(reachX / cell) + 1), min(1 << level, Int(reachY / cell) + 1))
        }
        var root = 0
        while root < min(level, 20), shape(root + 1).columns * shape(root + 1).rows <= rootTarget { root += 1 }
        rootLevel = root
        rootShift = Self.cellBits - UInt32(root)
        columns = UInt32(shape(root).columns)
        rows = UInt32(shape(root).rows)
        keyColumns = UInt64(columns) << UInt64(Int(Self.keyBits) - root)
        keyRows = UInt64(rows) << UInt64(Int(Self.keyBits) - root)
    }

    /// The number of cells in the root.
    var rootCount: Int { Int(columns) * Int(rows) }

    /// The number of entries in the root: those of its cells, and a last one for all points outside the grid.
    var rootEntries: Int { rootCount + 1 }

    /// Returns the key of a longitude; at least `keyColumns` if the longitude is outside the grid or NaN.
    @inline(__always)
    func keyX(_ x: Double) -> UInt64 {
        ((x - originX) * keysPerDegree + Self.rounding).bitPattern &- Self.rounding.bitPattern
    }

    /// Returns the key of a latitude; at least `keyRows` if the latitude is outside the grid or NaN.
    @inline(__always)
    func keyY(_ y: Double) -> UInt64 {
        ((y - originY) * keysPerDegree + Self.rounding).bitPattern &- Self.rounding.bitPattern
    }

    /// Returns whether the short way between two points is certainly outside the grid, on one side of it.
    @inline(__always)
    func isBeside(_ one: Coordinate, _ other: Coordinate) -> Bool {
        let (south, north) = (min(one.latitude, other.latitude), max(one.latitude, other.latitude))
        if north < originY || south > edgeY(row: Int(rows), level: rootLevel) { return true }
        let (west, east) = (min(one.longitude, other.longitude), max(one.longitude, other.longitude))
        // The meridian of 180° has two sides.
        guard west > -180, east < 180, east - west < 180 else { return false }
        return east < originX || west > edgeX(column: Int(columns), level: rootLevel)
    }

    /// Returns the side of a cell of a level, in degrees.
    @inline(__always)
    func side(level: Int) -> Double { Double(Self.keys(1, level)) * degreesPerKey }

    /// Returns how many keys a number of cells of a level span.
    @inline(__always)
    private static func keys(_ cells: Int, _ level: Int) -> Int { cells &<< (Int(keyBits) &- level) }

    /// Returns the low side of a column of cells of a level; keys are rounded to the nearest, hence the half.
    @inline(__always)
    func edgeX(column: Int, level: Int) -> Double {
        originX + (Double(Self.keys(column, level)) - 0.5) * degreesPerKey
    }

    /// Returns the low side of a row of cells of a level.
    @inline(__always)
    func edgeY(row: Int, level: Int) -> Double {
        originY + (Double(Self.keys(row, level)) - 0.5) * degreesPerKey
    }
}
