/// The kind of content that the first bytes of an input suggest.
enum ContentKind: Hashable {
    /// Nothing but white space.
    case empty
    /// `{`: the keys of the first object are examined later.
    case jsonObject
    /// `[`
    case jsonArray
    /// `<`
    case xml
    /// Text of two bytes per character, with the encoding's name for `iconv`.
    case wide(String)
    /// Something that is not text, with its name if known.
    case binary(String?)
    /// Anything else.
    case text

    private static let workbook = "Office document"
    private static let page = "HTML"
    private static let padded = "text with NUL bytes"
    /// A recorded workout of a sports watch.
    static let activity = "FIT"

    private static let signatures: [(bytes: [UInt8], name: String)] = [
        (Array("PAR1".utf8), "Parquet"), (Array("SQLite format 3".utf8), "SQLite or GeoPackage"),
        ([0x50, 0x4B, 0x03, 0x04], "zip"), (Array("ARROW1".utf8), "Arrow"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd"),
        (Array("BZh".utf8), "bzip2"), ([0xFD, 0x37, 0x7A, 0x58], "xz"), (Array("%PDF".utf8), "PDF"),
        ([0xD0, 0xCF, 0x11, 0xE0], workbook),
        // The reader has unpacked an outer layer.
        (InputFile.gzipMark, "gzip"),
    ]

    /// Detects the kind from the beginning of an input.
    ///
    /// - Parameter isAll: Whether the beginning is the whole input.
    /// - Throws: `unknownFormat` for white space that something may follow, since the kind is then unknown.
    init(_ scanner: ByteScanner, isAll: Bool, at location: InputLocation) throws(GeofenceError) {
        self.init(scanner)
        guard self != .empty || isAll else {
            throw GeofenceError(
                .unknownFormat,
                "the first \(scanner.end) bytes are white space",
                at: location,
                recovery: "Remove the blank lines before the first record."
            )
        }
    }

    private init(_ scanner: ByteScanner) {
        if let name = Self.signatures.first(where: { scanner.begins(with: $0.bytes) })?.name {
            self = .binary(name == "zip" && Self.isOfficeDocument(scanner) ? Self.workbook : name)
            return
        }
        if scanner.begins(with: "ustar".utf8, at: 257) {
            self = .binary("tar")
            return
        }
        if [12, 14].contains(scanner[0]), scanner.begins(with: ".FIT".utf8, at: 8) {
            self = .binary(Self.activity)
            return
        }
        if let encoding = Self.wideEncoding(scanner) {
            self = .wide(encoding)
            return
        }
        if let zero = scanner.firstOffset(of: 0, from: 0) {
            self = .binary(Self.isLines(scanner, to: zero) ? Self.padded : nil)
            return
        }
        var scanner = scanner
        scanner.position = scanner.wholeText.lowerBound
        repeat { scanner.skipWhitespace() } while scanner.skip(.recordSeparator)
        switch scanner.byte {
        case _ where scanner.isAtEnd: self = .empty
        case UInt8(ascii: "{"): self = .jsonObject
        case UInt8(ascii: "["): self = .jsonArray
        case UInt8(ascii: "<"):
            let start = scanner.text(in: (scanner.position..<scanner.end).prefix(14)).lowercased()
            self = start.hasPrefix("<!doctype html") || start.hasPrefix("<html") ? .binary(Self.page) : .xml
        case 0..<0x09, 0x0E..<0x20: self = .binary(nil)
        default: self = .text
        }
    }

    /// Whether there are lines of text up to an offset.
    private static func isLines(_ scanner: ByteScanner, to end: Int) -> Bool {
        (0..<end).contains { scanner[$0] == .lineFeed }
            && (0..<end).allSatisfy { scanner[$0] >= .space || (0x09...0x0D).contains(scanner[$0]) }
    }

    /// Whether a zip archive is an Office document, by its first file, which depends on the program that wrote it.
    private static func isOfficeDocument(_ scanner: ByteScanner) -> Bool {
        let start = scanner.text(in: (0..<scanner.end).prefix(200))
        return ["[Content_Types].xml", "_rels/.rels", "docProps/", "xl/work", "vnd.oasis.opendocument"]
            .contains(where: start.contains)
    }

    /// Returns the encoding of text with two bytes per character, by its byte order mark or by its first characters if
    /// they are ASCII; `nil` for anything else. Without a mark, `iconv` assumes a byte order for UTF-16 that differs
    /// between systems.
    private static func wideEncoding(_ scanner: ByteScanner) -> String? {
        if [[0xFF, 0xFE], [0xFE, 0xFF]].contains(where: { scanner.begins(with: $0) }) { return "UTF-16" }
        guard scanner.end >= 4 else { return nil }
        let zeros = (0..<4).filter { scanner[$0] == 0 }
        return zeros == [1, 3] ? "UTF-16LE" : zeros == [0, 2] ? "UTF-16BE" : nil
    }

    /// Whether it is JSON, as far as its first byte shows.
    var isJSON: Bool { self == .jsonObject || self == .jsonArray }

    /// Returns what to do about content that is not accepted: how to make text of it, or else `wanted`, which the
    /// reader accepts.
    func recovery(orElse wanted: String) -> String {
        switch self {
        case .wide(let encoding): "Save it as UTF-8, as `iconv -f \(encoding) -t UTF-8` does."
        case .binary("zip"), .binary("zstd"), .binary("bzip2"), .binary("xz"), .binary("tar"):
            "Unpack it first; gzip is the only compressed format that is read."
        case .binary("gzip"): "It is compressed twice: unpack it once, as `gunzip` does."
        case .binary(Self.workbook): "Save the sheet of a workbook as CSV (UTF-8)."
        case .binary(Self.padded): "Remove them, as `tr -d '\\0' < FILE` does; loggers that lose power leave them."
        case .binary(Self.page): "Fetch the file again: this is a web page, such as one that asks for a login."
        default: wanted
        }
    }

    /// The name of the kind in messages.
    var description: String {
        switch self {
        case .empty: "empty"
        case .jsonObject: "a JSON object"
        case .jsonArray: "a JSON array"
        case .xml: "XML"
        case .wide: "UTF-16 text data"
        case .binary(Self.padded): Self.padded
        case .binary(let name): name.map { "\($0) data" } ?? "binary data"
        case .text: "text"
        }
    }
}
