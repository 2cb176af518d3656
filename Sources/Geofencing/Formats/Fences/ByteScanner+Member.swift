/// Reading members of JSON objects, with errors that say what is wrong with a geofence.
extension ByteScanner {
    /// Reads a key up to its value; says where it stands between its quotes.
    mutating func jsonKey() throws(FenceProblem) -> Range<Int> {
        guard let key = string() else { throw .structure("a key is missing or not in quotes", at: position) }
        skipWhitespace()
        guard skip(UInt8(ascii: ":")) else { throw .structure("the colon after a key is missing", at: position) }
        skipWhitespace()
        return key.range
    }

    /// Which JSON types a text may have.
    enum TextType {
        case string
        case stringOrNumber
    }

    /// Reads the value of `key` as text; `nil` for `null`. A number is the text it is written as.
    mutating func jsonText(_ key: String, accepting type: TextType) throws(FenceProblem) -> String? {
        let first = position
        if byte == .quote {
            guard let string = string() else {
                throw .structure("the string of \"\(key)\" is not closed", at: position)
            }
            guard let bytes = unescaped(string) else {
                throw FenceProblem(
                    .invalidSyntax,
                    "the string of \"\(key)\" has an unknown escape",
                    at: first,
                    recovery: "Use the escapes of JSON."
                )
            }
            return try Self.jsonText(bytes, of: key, at: first)
        }
        guard skipValue() else { throw .structure("the value of \"\(key)\" is missing or not closed", at: position) }
        let isNumber = self[first].isDigit || self[first] == UInt8(ascii: "-")
        let value = text(in: first..<min(position, first + 40))
        if value == "null" { return nil }
        guard isNumber, type == .stringOrNumber else {
            throw .wrongType(key, type == .string ? "a string" : "a string or a number", at: first)
        }
        return try Self.jsonText(bytes(in: first..<position), of: key, at: first)
    }

    private static func jsonText(_ bytes: [UInt8], of key: String, at offset: Int) throws(FenceProblem) -> String {
        if let text = String(checked: bytes) { return text }
        throw FenceProblem(
            .invalidSyntax,
            "the value of \"\(key)\" is not UTF-8 text",
            at: offset,
            recovery: "Save the file as UTF-8."
        )
    }

    /// Reads the value of `key` as a number; `nil` for `null`.
    mutating func jsonNumber(_ key: String) throws(FenceProblem) -> Double? {
        let first = position
        guard skipValue() else { throw .structure("the value of \"\(key)\" is missing or not closed", at: position) }
        let end = position
        if text(in: first..<min(end, first + 5)) == "null" { return nil }
        position = first
        guard let value = number(), position == end else {
            throw .wrongType(key, "a finite number", at: first)
        }
        return value
    }

    /// Reads the value of `key` as a Boolean; `nil` for `null`.
    mutating func jsonBoolean(_ key: String) throws(FenceProblem) -> Bool? {
        let first = position
        guard skipValue() else { throw .structure("the value of \"\(key)\" is missing or not closed", at: position) }
        switch text(in: first..<min(position, first + 6)) {
        case "true": return true
        case "false": return false
        case "null": return nil
        default: throw .wrongType(key, "true or false", at: first)
        }
    }

    /// Reads the value of `crs` (GeoJSON 2008), and refuses all but longitude and latitude on WGS 84.
    mutating func readReferenceSystem() throws(FenceProblem) {
        let first = position
        guard skipValue() else { throw .structure("a value is missing or not closed", at: position) }
        let value = text(in: first..<position)
        guard value != "null" else { return }
        var scanner = self
        scanner.position = first
        if let name = try scanner.referenceSystemName(), Self.isWGS84(name) { return }
        throw FenceProblem(
            .unknownFormat,
            "the coordinates are in another reference system than WGS 84: \(value.prefix(120))",
            at: first,
            recovery: "Convert them first: ogr2ogr -t_srs EPSG:4326 -f GeoJSON OUT IN."
        )
    }

    /// The string at the position, or `properties.name` of the object there; `nil` where there is none.
    private mutating func referenceSystemName() throws(FenceProblem) -> String? {
        if byte == .quote { return try jsonText("crs", accepting: .string) }
        guard try enterMember("properties"), try enterMember("name"), byte == .quote else { return nil }
        return try jsonText("crs", accepting: .string)
    }

    /// Steps to the value of a member of the object at the position; false where there is none.
    private mutating func enterMember(_ name: String) throws(FenceProblem) -> Bool {
        guard skip(UInt8(ascii: "{")) else { return false }
        skipWhitespace()
        while byte == .quote {
            let key = try jsonKey()
            if text(in: key) == name { return true }
            guard skipValue() else { return false }
            skipWhitespace()
            _ = skip(UInt8(ascii: ","))
            skipWhitespace()
        }
        return false
    }

    /// Whether a name is one of `urn:ogc:def:crs:OGC:1.3:CRS84`, `urn:ogc:def:crs:EPSG::4326`, `EPSG:4326` and the
    /// like.
    private static func isWGS84(_ name: String) -> Bool {
        let parts = name.uppercased().split { $0 == ":" || $0 == "/" }
        guard let last = parts.last else { return false }
        return last == "CRS84" || last == "CRS84H" || (last == "4326" && parts.contains("EPSG"))
    }
}

extension String {
    /// The text that the bytes stand for; `nil` where they are not UTF-8.
    init?(checked bytes: [UInt8]) {
        self.init(decoding: bytes, as: UTF8.self)
        // Bytes that are not UTF-8 became others.
        guard utf8.elementsEqual(bytes) else { return nil }
    }
}
