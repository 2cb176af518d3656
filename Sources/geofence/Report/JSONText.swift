/// Builds JSON whose keys stay in the order in which they were given.
struct JSONText {
    private(set) var text: String

    private init(raw: String) { text = raw }

    static func string(_ value: String) -> JSONText {
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let hex = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: text.unicodeScalars.append(scalar)
            }
        }
        return JSONText(raw: text + "\"")
    }

    static func number(_ value: Int) -> JSONText { JSONText(raw: "\(value)") }

    static func bool(_ value: Bool) -> JSONText { JSONText(raw: value ? "true" : "false") }

    /// A finite number.
    static func number(_ value: Double) -> JSONText { JSONText(raw: value.isFinite ? "\(value)" : "null") }

    /// An object; members whose value is `nil` are left out.
    static func object(_ members: KeyValuePairs<String, JSONText?>) -> JSONText {
        object(members.compactMap { key, value in value.map { (key, $0) } })
    }

    /// An object of members in this order.
    static func object(_ members: [(String, JSONText)]) -> JSONText {
        JSONText(raw: "{" + members.map { "\(string($0).text):\($1.text)" }.joined(separator: ",") + "}")
    }
}
