/// Numbers as people read them.
enum Quantity {
    /// A number with its digits in groups of three: `53,569`.
    static func grouped(_ number: Int) -> String {
        var text = ""
        for (position, digit) in String(number.magnitude).enumerated() {
            if position > 0, (String(number.magnitude).count - position) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return number < 0 ? "-\(text)" : text
    }

    /// A number and its noun, which takes an s in the plural unless another is given: `1 circle`, `2 circles`.
    static func counted(_ number: Int, _ noun: String, plural: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? noun : plural ?? "\(noun)s")"
    }

    /// What became of what was read: `15,000 read, 14,998 used, 2 rejected`.
    static func account(read: Int, used: Int) -> String {
        "\(grouped(read)) read, \(grouped(used)) used, \(grouped(read - used)) rejected"
    }

    /// A number with as many digits as it needs, to the thousandth: `0.35`, `3`.
    static func shortest(_ number: Double) -> String {
        var text = fixed(number, digits: 3)
        while text.last == "0" { text.removeLast() }
        return text.last == "." ? String(text.dropLast()) : text
    }

    /// How many a second, in words.
    static func rate(_ number: Int, _ seconds: Double) -> String {
        grouped(seconds > 0 ? Int(Double(number) / seconds) : 0)
    }

    /// A time in seconds and tenths: `12.3 s`.
    static func seconds(_ milliseconds: Int64) -> String { "\(fixed(Double(milliseconds) / 1000, digits: 1)) s" }

    /// A number with this many digits behind the point.
    static func fixed(_ number: Double, digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = (abs(number) * scale).rounded()
        guard scaled < 9e15 else { return "\(number)" }
        let whole = String(Int64(scaled))
        let padded = String(repeating: "0", count: max(0, digits + 1 - whole.count)) + whole
        let sign = number < 0 && scaled > 0 ? "-" : ""
        return digits == 0 ? sign + padded : "\(sign)\(padded.dropLast(digits)).\(padded.suffix(digits))"
    }

    /// A positive number with three digits or so: `12.3`, `0.00456`.
    static func significant(_ number: Double) -> String {
        var digits = 0
        var scaled = number
        while scaled < 100, scaled > 0, digits < 9 {
            scaled *= 10
            digits += 1
        }
        return fixed(number, digits: digits)
    }
}
