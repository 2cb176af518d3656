/// JSON with arrays, or with objects over several lines: one line for each of its elements, or what an element is
/// converted to. Each is on the line on which it begins in the input, unless an earlier one is already on that line.
struct ElementConverter: PieceConverter {
    /// Appends what an element, which is in a range of a scanner's text, is converted to.
    typealias Conversion = (Range<Int>, ByteScanner, inout ConvertedLines, inout LineCounter) -> Void

    private var elements: JSONElements
    private let conversion: Conversion

    /// - Parameters:
    ///   - lists: The keys whose arrays have the elements, in place of the outermost object that has the key.
    ///   - objection: Examines the members beside such an array.
    ///   - conversion: What is done with an element; by default, it becomes a line as it is.
    init(
        of lists: Set<String> = [],
        objection: JSONElements.Objection? = nil,
        _ conversion: @escaping Conversion = { element, scanner, lines, counter in
            lines.append(element, of: scanner, onLine: counter.line(at: element.lowerBound))
        }
    ) {
        elements = JSONElements(lists: lists, objection: objection)
        self.conversion = conversion
    }

    mutating func convert(
        _ scanner: inout ByteScanner,
        isAll: Bool,
        to lines: inout ConvertedLines,
        _ counter: inout LineCounter
    ) throws(DocumentProblem) {
        while let element = try elements.next(&scanner, isAll: isAll) {
            conversion(element, scanner, &lines, &counter)
        }
    }
}
