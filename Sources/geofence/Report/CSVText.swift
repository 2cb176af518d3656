internal import Geofencing

/// Text of CSV rows (RFC 4180), with line feeds.
struct CSVText {
    private(set) var bytes: [UInt8] = []

    /// The rows as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns a text as a cell, quoted if necessary.
    static func cell(_ text: some Collection<UInt8>) -> [UInt8] {
        var cell: [UInt8] = []
        cell.append(csvCell: Array(text))
        return cell
    }

    /// Appends a cell made by `cell`, and the comma or line feed after it.
    mutating func append(_ cell: [UInt8], isLast: Bool = false) {
        bytes.append(contentsOf: cell)
        bytes.append(isLast ? 10 : UInt8(ascii: ","))
    }

    /// Appends a text that needs no quotes, such as a number, and the comma or line feed after it.
    mutating func append(_ text: String, isLast: Bool = false) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(isLast ? 10 : UInt8(ascii: ","))
    }
}
