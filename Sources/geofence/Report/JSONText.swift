internal import Geofencing

/// Builds JSON whose keys keep the order in which they were given.
struct JSONText {
    private(set) var text: String

    /// The value on a line of its own.
    var line: String { text + "\n" }

    private init(raw: String) { text = raw }

    static func string(_ value: String) -> JSONText {
        encoded { $0.append(jsonString: value) }
    }

    static func number(_ value: Int) -> JSONText { JSONText(raw: "\(value)") }

    static var null: JSONText { JSONText(raw: "null") }

    static func bool(_ value: Bool) -> JSONText { JSONText(raw: value ? "true" : "false") }

    /// Returns a number with the fewest digits that identify it, without an exponent; `null` if it is not finite.
    static func number(_ value: Double) -> JSONText {
        value.isFinite ? encoded { $0.append(shortest: value) } : null
    }

    /// Returns a number rounded to this many decimals.
    static func rounded(_ value: Double, digits: Int = 6) -> JSONText {
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        return number((value * scale).rounded() / scale)
    }

    /// Returns text that is already JSON.
    static func encoded(_ append: (inout [UInt8]) -> Void) -> JSONText {
        var bytes: [UInt8] = []
        append(&bytes)
        return JSONText(raw: String(decoding: bytes, as: UTF8.self))
    }

    static func array(_ elements: [JSONText]) -> JSONText {
        JSONText(raw: "[" + elements.map(\.text).joined(separator: ",") + "]")
    }

    /// Returns an object; members whose value is `nil` are left out.
    static func object(_ members: KeyValuePairs<String, JSONText?>) -> JSONText {
        object(members.compactMap { key, value in value.map { (key, $0) } })
    }

    /// Returns an object with its members in this order.
    static func object(_ members: [(String, JSONText)]) -> JSONText {
        JSONText(raw: "{" + members.map { "\(string($0).text):\($1.text)" }.joined(separator: ",") + "}")
    }
}
