/// Rows of cells under a header, aligned for people: words to the left, numbers to the right.
struct TextTable {
    private enum Row {
        case cells([String])
        /// A line across all columns.
        case remark(String)
    }

    private let header: [String]
    private let words: Set<Int>
    private let indent: String
    private var rows: [Row] = []

    /// - Parameters:
    ///   - words: The columns that contain words.
    ///   - indent: The text at the beginning of each line.
    init(words: Set<Int>, _ header: [String], indent: String = "") {
        self.header = header
        self.words = words
        self.indent = indent
    }

    /// Creates a table whose first columns contain words.
    init(names: Int, _ header: [String]) { self.init(words: Set(0..<names), header) }

    /// Adds a row with a cell for each column of the header.
    mutating func append(_ cells: [String]) { rows.append(.cells(cells.map(\.escapingControls))) }

    /// Adds a line that spans the columns.
    mutating func append(remark: String) { rows.append(.remark(remark)) }

    /// The lines, without line feeds or trailing spaces. A column that is empty in every row is left out.
    var lines: [String] {
        let body = rows.compactMap { if case .cells(let cells) = $0 { cells } else { nil } }
        let shown = header.indices.filter { column in body.isEmpty || body.contains { !$0[column].isEmpty } }
        let widths = header.indices.map { column in ([header] + body).map { $0[column].count }.max() ?? 0 }
        return ([.cells(header)] + rows).map { row in
            switch row {
            case .remark(let text): return indent + text
            case .cells(let cells):
                let aligned = shown.map { column in
                    let space = String(repeating: " ", count: widths[column] - cells[column].count)
                    return words.contains(column) ? cells[column] + space : space + cells[column]
                }
                var line = indent + aligned.joined(separator: "  ")
                while line.last == " " { line.removeLast() }
                return line
            }
        }
    }
}
