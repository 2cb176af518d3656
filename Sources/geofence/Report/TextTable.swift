/// Rows of cells under a header, aligned for people: names on the left, numbers on the right.
struct TextTable {
    private var rows: [[String]]
    /// How many columns have names.
    private let names: Int

    init(names: Int, _ header: [String]) {
        rows = [header]
        self.names = names
    }

    /// Adds a row with a cell for each column of the header.
    mutating func append(_ cells: [String]) { rows.append(cells) }

    /// The lines, without line feeds and without spaces at their ends.
    var lines: [String] {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let line = zip(row, widths).enumerated().map { column, cell in
                let space = String(repeating: " ", count: cell.1 - cell.0.count)
                return column < names ? cell.0 + space : space + cell.0
            }
            .joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}
