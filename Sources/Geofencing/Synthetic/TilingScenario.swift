/// Polygons that cover a box without gaps or overlaps and have jagged borders: like districts, only many more.
///
/// Two neighbors have exactly the same vertices along their common border. The corners lie on a grid, each moved by at
/// most 0.1 of a cell. A border between two corners is the graph of a function along its axis, no farther from the
/// straight line than half the distance to the nearer corner. So, seen from a corner, each border stays within 0.75 of
/// its axis, and borders meet only in corners: each tile is valid by construction.
package struct TilingScenario: Sendable {
    package let seed: UInt64
    package let columns: Int
    package let rows: Int
    package let box = MetroScenario.area
    /// The number of edges of each of a tile's four borders.
    private static let edgesPerBorder = 24

    /// Creates a tiling; by default of 40,000 tiles with 97 vertices each, including the repeated last one.
    package init(seed: UInt64, columns: Int = 200, rows: Int = 200) {
        precondition(columns > 0 && rows > 0, "A tiling must have tiles.")
        self.seed = seed
        self.columns = columns
        self.rows = rows
    }

    /// All tiles, row by row from the south-west, each generated on demand.
    package var geofences: LazyMapSequence<Range<Int>, Geofence> {
        (0..<(columns * rows)).lazy.map(geofence)
    }

    /// Returns the tile of this number, from 0: `tile-0000001` is number 0.
    package func geofence(_ number: Int) -> Geofence {
        let (row, column) = (number / columns, number % columns)
        let south = horizontalBorder(column: column, row: row)
        let east = verticalBorder(column: column + 1, row: row)
        let north = horizontalBorder(column: column, row: row + 1)
        let west = verticalBorder(column: column, row: row)
        let ring = south + east.dropFirst() + north.reversed().dropFirst() + west.reversed().dropFirst()
        return Geofence(
            Geofence.ID("tile-\(MetroScenario.padded(number + 1, to: 7))"),
            .polygon(Polygon(valid: ring)),
            name: "Tile \(column + 1)/\(row + 1)"
        )
    }

    /// Returns the border from the corner (column, row) eastward.
    private func horizontalBorder(column: Int, row: Int) -> [Coordinate] {
        let isOuter = row == 0 || row == rows
        return border(
            from: corner(column: column, row: row),
            to: corner(column: column + 1, row: row),
            roughness: isOuter ? nil : curve(MetroScenario.Stream.horizontalBorder, column: column, row: row)
        ) { along, aside in (along.x, along.y + aside * 0.5 * cellHeight) }
    }

    /// Returns the border from the corner (column, row) northward.
    private func verticalBorder(column: Int, row: Int) -> [Coordinate] {
        let isOuter = column == 0 || column == columns
        return border(
            from: corner(column: column, row: row),
            to: corner(column: column, row: row + 1),
            roughness: isOuter ? nil : curve(MetroScenario.Stream.verticalBorder, column: column, row: row)
        ) { along, aside in (along.x + aside * 0.5 * cellWidth, along.y) }
    }

    private typealias Point = (x: Double, y: Double)

    /// - Parameter moved: Moves a point of the straight line aside by a share of a cell.
    private func border(
        from start: Point,
        to end: Point,
        roughness: [Double]?,
        moved: (Point, Double) -> Point
    ) -> [Coordinate] {
        (0...Self.edgesPerBorder).map { step in
            let share = Double(step) / Double(Self.edgesPerBorder)
            // 0.8 is the length of the shortest border along its axis, in cells.
            let room = 0.8 * min(share, 1 - share)
            let along = (start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)
            let point = step == Self.edgesPerBorder ? end : moved(along, (roughness?[step] ?? 0) * room)
            return Coordinate(
                latitude: PortableMath.roundedToSevenDecimals(point.y),
                longitude: PortableMath.roundedToSevenDecimals(point.x)
            )
        }
    }

    private var cellWidth: Double { (box.maxX - box.minX) / Double(columns) }
    private var cellHeight: Double { (box.maxY - box.minY) / Double(rows) }

    /// Returns a corner of the grid; a corner on the border of the box moves along that border only.
    private func corner(column: Int, row: Int) -> Point {
        var generator = SplitMix64(
            seed: seed,
            stream: MetroScenario.Stream.corner,
            number: row * (columns + 1) + column
        )
        let (moveX, moveY) = (generator.uniform(-0.1...0.1), generator.uniform(-0.1...0.1))
        let x = box.minX + (Double(column) + (column == 0 || column == columns ? 0 : moveX)) * cellWidth
        let y = box.minY + (Double(row) + (row == 0 || row == rows ? 0 : moveY)) * cellHeight
        return (x, y)
    }

    private func curve(_ stream: UInt64, column: Int, row: Int) -> [Double] {
        var generator = SplitMix64(seed: seed, stream: stream, number: row * (columns + 1) + column)
        return Roughness.curve(steps: Self.edgesPerBorder, using: &generator)
    }
}
