/// The elements of JSON, one after another: those of all arrays, however nested, and the values outside of arrays. The
/// text may arrive in pieces.
struct JSONElements {
    /// Returns why a list must not be read without a member beside it in its object; `nil` if it may.
    typealias Objection = (_ key: Range<Int>, _ value: Range<Int>, ByteScanner) -> DocumentProblem.Reason?

    private enum Frame {
        case array
        /// An object of which one member's array has the elements; it is entered at that array.
        case object
    }

    private enum Place {
        case start, afterValue, afterComma
    }

    /// The keys whose arrays have the elements, in place of the outermost object that has the key.
    private let lists: Set<String>
    private let objection: Objection?
    /// The arrays and objects that are open.
    private var open: [Frame] = []
    private var place = Place.start

    init(lists: Set<String> = [], objection: Objection? = nil) {
        self.lists = lists
        self.objection = objection
    }

    /// Returns the range of the next element.
    ///
    /// - Parameters:
    ///   - scanner: At the place where the previous call left it.
    ///   - isAll: Whether the text ends with that of the scanner.
    /// - Returns: `nil` at the end, or if the text does not have the whole element: then, what follows the position
    ///   must be given again, with more text after it.
    /// - Throws: What is wrong with the text, or the objection to a member beside a list.
    mutating func next(_ scanner: inout ByteScanner, isAll: Bool) throws(DocumentProblem) -> Range<Int>? {
        while true {
            scanner.skipWhitespace()
            if scanner.isAtEnd {
                guard !isAll || open.isEmpty else { throw DocumentProblem(offset: scanner.position) }
                return nil
            }
            if skipPunctuation(&scanner) { continue }
            guard open.isEmpty || place != .afterValue else {
                throw DocumentProblem(offset: scanner.position, reason: .broken)
            }
            let first = scanner.position
            var isList = open.last != .object
            var name: Range<Int>?
            if !isList {
                guard let key = scanner.key() else { return try refuse(from: first, &scanner, isAll) }
                isList = lists.contains(scanner.text(in: key))
                name = key
            }
            if isList, scanner.byte == UInt8(ascii: "[") {
                guard open.count < ByteScanner.depthLimit else {
                    throw DocumentProblem(offset: scanner.position, reason: .tooDeep)
                }
                enter(.array)
                scanner.position += 1
            } else if !open.contains(.object), let list = list(ofObjectAt: scanner.position, in: scanner) {
                try checkMembers(ofObjectAt: scanner.position, before: list, in: scanner)
                enter(.object)
                enter(.array)
                scanner.position = list + 1
            } else {
                let value = scanner.position
                guard scanner.skipValue(), isAll || !scanner.isAtEnd else {
                    return try refuse(from: first, &scanner, isAll)
                }
                place = .afterValue
                guard let name else { return value..<scanner.position }
                if let problem = problem(name, value..<scanner.position, in: scanner) { throw problem }
            }
        }
    }

    private func problem(_ key: Range<Int>, _ value: Range<Int>, in scanner: ByteScanner) -> DocumentProblem? {
        objection?(key, value, scanner).map { DocumentProblem(offset: key.lowerBound, reason: $0) }
    }

    /// Checks the members of an object that precede the list at an offset.
    private func checkMembers(
        ofObjectAt brace: Int,
        before list: Int,
        in scanner: ByteScanner
    ) throws(DocumentProblem) {
        guard objection != nil else { return }
        var found: DocumentProblem?
        scanner.forEachMember(ofObject: brace) { key, value in
            var end = value
            guard value.position < list, end.skipValue() else { return false }
            found = problem(key, value.position..<end.position, in: scanner)
            return found == nil
        }
        if let found { throw found }
    }

    private mutating func enter(_ frame: Frame) {
        open.append(frame)
        place = .start
    }

    /// Skips a comma, the end of an array or object, or the separator of texts, where there may be one.
    private mutating func skipPunctuation(_ scanner: inout ByteScanner) -> Bool {
        switch scanner.byte {
        case UInt8(ascii: ",") where !open.isEmpty && place == .afterValue: place = .afterComma
        case UInt8(ascii: "]") where open.last == .array && place != .afterComma,
            UInt8(ascii: "}") where open.last == .object && place != .afterComma:
            open.removeLast()
            place = .afterValue
        case .recordSeparator where open.isEmpty: break
        default: return false
        }
        scanner.position += 1
        return true
    }

    /// Returns to the beginning of what may be cut off where the text at hand ends; throws if it is wrong before that.
    private func refuse(
        from first: Int,
        _ scanner: inout ByteScanner,
        _ isAll: Bool
    ) throws(DocumentProblem) -> Range<Int>? {
        // The text after the position may be part of a word.
        if !isAll, scanner.position > scanner.end - 10 {
            scanner.position = first
            return nil
        }
        if scanner.isTooDeep(since: first) { throw DocumentProblem(offset: scanner.position, reason: .tooDeep) }
        var rest = scanner
        // Of a backslash at the end, what it escapes is missing.
        if rest.byte == .backslash { rest.position += 1 }
        rest.skipWhitespace()
        throw DocumentProblem(
            offset: scanner.position,
            reason: isAll && rest.isAtEnd ? .breaksOff : .broken
        )
    }

    /// Returns the offset of the array with the elements, if the object at an offset has it.
    private func list(ofObjectAt offset: Int, in scanner: ByteScanner) -> Int? {
        guard !lists.isEmpty else { return nil }
        var list: Int?
        scanner.forEachMember(ofObject: offset) { key, value in
            let name = scanner.text(in: key)
            if value.byte == UInt8(ascii: "["), lists.contains(name) { list = value.position }
            // A feature has none, which need not be looked for.
            return list == nil && name != "geometry" && !value.begins(with: #""Feature""#.utf8, at: value.position)
        }
        return list
    }
}

extension ByteScanner {
    /// Calls `body` with the extent of each element of a text that is here as a whole.
    ///
    /// - Parameters:
    ///   - list: The key whose array has the elements, in place of the outermost object that has the key.
    ///   - objection: Examines the members beside that array.
    func forEachElement(
        of list: String? = nil,
        objection: JSONElements.Objection? = nil,
        _ body: (Range<Int>) throws(DocumentProblem) -> Void
    ) throws(DocumentProblem) {
        var scanner = self
        scanner.position = wholeText.lowerBound
        var elements = JSONElements(lists: Set([list].compactMap(\.self)), objection: objection)
        while let element = try elements.next(&scanner, isAll: true) { try body(element) }
    }

    /// Returns the key of the first array of elements in the first object, as far as that is available; `nil` if that
    /// is an element itself.
    ///
    /// - Parameter isElement: Whether an object is an element, given its offset.
    func list(where isElement: (_ brace: Int) -> Bool) -> String? {
        guard let brace = firstOffset(of: UInt8(ascii: "{"), from: 0), !isElement(brace) else { return nil }
        return list(ofObjectAt: brace, where: isElement)
    }

    /// Returns the key of the first array of objects in the object at an offset, as far as that is available.
    ///
    /// - Parameter isElement: Whether the array is meant, given the offset of its first object.
    func list(ofObjectAt brace: Int, where isElement: (_ brace: Int) -> Bool) -> String? {
        var list: String?
        forEachMember(ofObject: brace) { key, value in
            if let first = firstObject(ofArrayAt: value.position), isElement(first) { list = text(in: key) }
            return list == nil
        }
        return list
    }

    /// Returns the offset of the first element of the array at an offset; `nil` if no array is there, or what it begins
    /// with is not an object.
    func firstObject(ofArrayAt offset: Int) -> Int? {
        guard let first = firstElement(ofArrayAt: offset), first.byte == UInt8(ascii: "{") else { return nil }
        return first.position
    }

    /// Returns a scanner at the first element of the array at an offset, or at the end of an empty one; `nil` if no
    /// array is there.
    func firstElement(ofArrayAt offset: Int) -> ByteScanner? {
        var scanner = self
        scanner.position = offset
        guard scanner.skip(UInt8(ascii: "[")) else { return nil }
        scanner.skipWhitespace()
        return scanner
    }

    /// Whether an array is at an offset whose first element is a number.
    func beginsWithNumber(arrayAt offset: Int) -> Bool {
        guard let first = firstElement(ofArrayAt: offset) else { return false }
        return first.byte.isDigit || first.byte == UInt8(ascii: "-")
    }

    /// The range of the text without a byte order mark.
    var wholeText: Range<Int> { (begins(with: UInt8.byteOrderMark) ? UInt8.byteOrderMark.count : 0)..<end }

    /// The offset of the first byte that is neither white space nor a record separator; `nil` if there is none.
    var firstOffsetOfText: Int? { wholeText.first { self[$0] > .space } }

    /// Whether there is nothing but arrays in the text, and nothing in these.
    var hasOnlyEmptyArrays: Bool {
        wholeText.allSatisfy { self[$0] <= .space || "[],".utf8.contains(self[$0]) }
    }
}
