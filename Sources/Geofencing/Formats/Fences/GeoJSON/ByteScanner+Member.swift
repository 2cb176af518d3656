/// Reads members of JSON objects, with errors that say what is wrong with a geofence.
extension ByteScanner {
    /// Reads a key and steps to its value; returns the range of the key between its quotes.
    mutating func jsonKey() throws(FenceProblem) -> Range<Int> {
        guard let key = string() else { throw .structure("a key is missing or not in quotes", at: position) }
        skipWhitespace()
        guard skip(UInt8(ascii: ":")) else { throw .structure("the colon after a key is missing", at: position) }
        skipWhitespace()
        return key.range
    }

    /// Skips a value.
    mutating func skipMember() throws(FenceProblem) {
        guard skipValue() else {
            throw .structure(
                "a value is missing, not closed, or nested more than \(ByteScanner.depthLimit) levels deep",
                at: position
            )
        }
    }

    /// The JSON types that a text may have.
    enum TextType {
        case string
        case stringOrNumber
    }

    /// Reads the value of `key` as text; `nil` for `null`. A number is taken as written.
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
                    recovery: "Use only JSON escapes."
                )
            }
            return try Self.jsonText(bytes, of: key, at: first)
        }
        let value = try skipValue(of: key)
        if isNull(in: value) { return nil }
        guard type == .stringOrNumber, isNumber(in: value) else {
            throw .wrongType(key, type == .string ? "a string" : "a string or a number", at: first)
        }
        return try Self.jsonText(bytes(in: value), of: key, at: first)
    }

    private static func jsonText(_ bytes: [UInt8], of key: String, at offset: Int) throws(FenceProblem) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        throw FenceProblem(
            .invalidSyntax,
            "the value of \"\(key)\" is not UTF-8 text",
            at: offset,
            recovery: "Save the file as UTF-8."
        )
    }

    /// Reads the value of `key` as a number; `nil` for `null`.
    mutating func jsonNumber(_ key: String) throws(FenceProblem) -> Double? {
        let isText = byte == .quote
        let range = try skipValue(of: key)
        if isNull(in: range) { return nil }
        position = range.lowerBound
        guard let value = number(), position == range.upperBound else {
            throw isText
                ? FenceProblem(
                    .invalidSyntax,
                    "\"\(key)\" is text, not a finite number",
                    at: range.lowerBound,
                    recovery: "Write a number there, without quotes."
                ) : .wrongType(key, "a finite number", at: range.lowerBound)
        }
        return value
    }

    /// Reads the value of the property with a name as a Boolean, which databases without Booleans write as 1 and 0;
    /// `nil` for `null`.
    mutating func jsonBoolean(ofProperty name: Range<Int>) throws(FenceProblem) -> Bool? {
        let first = position
        try skipMember()
        switch text(in: (first..<position).prefix(6)) {
        case "true", "1": return true
        case "false", "0": return false
        case "null": return nil
        default: throw .wrongType("properties.\(text(in: name))", "true or false", at: first)
        }
    }

    /// Skips the value of `key` and returns its range.
    private mutating func skipValue(of key: String) throws(FenceProblem) -> Range<Int> {
        let first = position
        guard skipValue() else { throw .structure("the value of \"\(key)\" is missing or not closed", at: position) }
        return first..<position
    }
}
