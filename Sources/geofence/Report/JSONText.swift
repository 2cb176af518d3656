internal import Geofencing

/// Builds JSON whose keys stay in the order in which they were given.
struct JSONText {
    private(set) var text: String

    private init(raw: String) { text = raw }

    static func string(_ value: String) -> JSONText {
        var bytes: [UInt8] = []
        bytes.append(jsonString: value.utf8)
        return JSONText(raw: String(decoding: bytes, as: UTF8.self))
    }

    static func number(_ value: Int) -> JSONText { JSONText(raw: "\(value)") }

    static var null: JSONText { JSONText(raw: "null") }

    static func bool(_ value: Bool) -> JSONText { JSONText(raw: value ? "true" : "false") }

    /// A finite number, without an exponent.
    static func number(_ value: Double) -> JSONText {
        guard value.isFinite else { return null }
        let text = "\(value)"
        return text.contains("e") ? encoded { $0.append(shortest: value) } : JSONText(raw: text)
    }

    /// What is JSON already.
    static func encoded(_ append: (inout [UInt8]) -> Void) -> JSONText {
        var bytes: [UInt8] = []
        append(&bytes)
        return JSONText(raw: String(decoding: bytes, as: UTF8.self))
    }

    /// A finite number of few digits, to the millionth.
    static func rounded(_ value: Double) -> JSONText {
        encoded { $0.append(shortest: (value * 1e6).rounded() / 1e6) }
    }

    static func array(_ elements: [JSONText]) -> JSONText {
        JSONText(raw: "[" + elements.map(\.text).joined(separator: ",") + "]")
    }

    /// An object; members whose value is `nil` are left out.
    static func object(_ members: KeyValuePairs<String, JSONText?>) -> JSONText {
        object(members.compactMap { key, value in value.map { (key, $0) } })
    }

    /// An object of members in this order.
    static func object(_ members: [(String, JSONText)]) -> JSONText {
        JSONText(raw: "{" + members.map { "\(string($0).text):\($1.text)" }.joined(separator: ",") + "}")
    }
}
