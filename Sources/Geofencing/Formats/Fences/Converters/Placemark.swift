/// A `Placemark` of KML that is being read.
struct Placemark {
    /// The elements whose texts or beginnings matter.
    private enum Element: String {
        case name, coordinates
        case polygon = "Polygon"
        case outer = "outerBoundaryIs"
        case inner = "innerBoundaryIs"
    }

    /// What its polygons make.
    enum Shape {
        /// Their well-known text.
        case text([UInt8])
        /// A position has fewer than two numbers.
        case broken
        /// There are none.
        case missing
    }

    /// The offset of its tag.
    let offset: Int
    /// The attribute `id`; empty if there is none.
    private let attribute: String
    private var nameText = ""
    /// A part of the name that is not UTF-8.
    private var unreadableName: [UInt8]?
    /// The exterior and the holes of each polygon, as texts of tuples.
    private var polygons: [(exterior: [UInt8], holes: [[UInt8]])] = []
    /// The open elements in the placemark, outermost first.
    private var open: [String] = []

    /// - Parameter id: The value of its attribute `id`.
    init(at offset: Int, id: String) {
        self.offset = offset
        attribute = id
    }

    /// The name, on one line.
    var name: String {
        String(nameText.split(whereSeparator: \.isNewline).joined(separator: " ").trimming { $0.isWhitespace })
    }

    /// The identifier: the name, which people know it by, or else the attribute, which programs give it.
    var id: String { name.isEmpty ? attribute : name }

    /// The identifier and the name as cells, which are refused later if they are not UTF-8.
    var cells: [[UInt8]] { unreadableName.map { [$0, $0] } ?? [Array(id.utf8), Array(name.utf8)] }

    var shape: Shape {
        if polygons.isEmpty { return .missing }
        if polygons.count == 1, polygons[0].exterior.allSatisfy(\.isXMLSpace) {
            return .text(Array("POLYGON EMPTY".utf8))
        }
        var text = Array((polygons.count == 1 ? "POLYGON " : "MULTIPOLYGON (").utf8)
        for (number, polygon) in polygons.enumerated() {
            if number > 0 { text.append(UInt8(ascii: ",")) }
            text.append(UInt8(ascii: "("))
            for (number, ring) in ([polygon.exterior] + polygon.holes).enumerated() {
                if number > 0 { text.append(UInt8(ascii: ",")) }
                text.append(UInt8(ascii: "("))
                guard Self.append(ring, to: &text) else { return .broken }
                text.append(UInt8(ascii: ")"))
            }
            text.append(UInt8(ascii: ")"))
        }
        if polygons.count > 1 { text.append(UInt8(ascii: ")")) }
        return .text(text)
    }

    mutating func enter(_ element: String) {
        open.append(element)
        switch Element(rawValue: element) {
        case .polygon: polygons.append(([], []))
        case .inner where !polygons.isEmpty: polygons[polygons.count - 1].holes.append([])
        default: break
        }
    }

    /// Leaves an element, and those in it that were not closed.
    mutating func leave(_ element: String) {
        guard let last = open.lastIndex(of: element) else { return }
        open.removeSubrange(last...)
    }

    /// Adds a text to what the open elements are.
    ///
    /// - Parameter isLiteral: Whether it has no entities.
    mutating func add(_ text: [UInt8], isLiteral: Bool) {
        switch open.last.flatMap(Element.init) {
        case .name where open.count == 1:
            if String(validating: text, as: UTF8.self) == nil { unreadableName = text.onOneLine }
            nameText += isLiteral ? String(decoding: text, as: UTF8.self) : XMLScanner.text(text)
        case .coordinates where !polygons.isEmpty:
            let last = polygons.count - 1
            if open.contains(Element.inner.rawValue), let hole = polygons[last].holes.indices.last {
                polygons[last].holes[hole] += text
            } else if open.contains(Element.outer.rawValue) {
                polygons[last].exterior += text
            }
        default: break
        }
    }

    /// Appends tuples `longitude,latitude,altitude`, separated by white space, as positions of well-known text; false
    /// if one has fewer than two numbers.
    private static func append(_ tuples: [UInt8], to text: inout [UInt8]) -> Bool {
        var isFirst = true
        // Of a tuple, the number of commas so far, and whether nothing has followed the last one; `nil` between two.
        var tuple: (commas: Int, isOpen: Bool)?
        func isWhole() -> Bool { tuple.map { $0.commas > 1 || $0.commas == 1 && !$0.isOpen } ?? true }
        for byte in tuples {
            if byte.isXMLSpace {
                guard isWhole() else { return false }
                tuple = nil
                continue
            }
            if tuple == nil, !isFirst { text.append(UInt8(ascii: ",")) }
            isFirst = false
            var (commas, isOpen) = tuple ?? (0, true)
            if byte == UInt8(ascii: ",") {
                guard commas > 1 || !isOpen else { return false }
                (commas, isOpen) = (commas + 1, true)
                if commas == 1 { text.append(.space) }
            } else {
                isOpen = false
                if commas < 2 { text.append(byte) }
            }
            tuple = (commas, isOpen)
        }
        return isWhole()
    }
}
