internal import Geofencing

/// Formats numbers for people to read.
enum Quantity {
    /// Returns a number with its digits in groups of three: `53,569`.
    static func grouped(_ number: Int) -> String {
        var text = ""
        for (position, digit) in String(number.magnitude).enumerated() {
            if position > 0, (String(number.magnitude).count - position) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return number < 0 ? "-\(text)" : text
    }

    /// Returns a number and its noun, in the plural unless the number is 1: `1 circle`, `2 circles`, `2 fixes`.
    static func counted(_ number: Int, _ noun: String) -> String { "\(grouped(number)) \(number.inflected(noun))" }

    /// Returns how much was read, used and rejected: `15,000 read, 14,998 used, 2 rejected`.
    static func account(read: Int, used: Int) -> String {
        "\(grouped(read)) read, \(grouped(used)) used, \(grouped(read - used)) rejected"
    }

    /// Returns a number with as many digits as it needs, to the thousandth: `0.35`, `3`.
    static func shortest(_ number: Double) -> String {
        var text = fixed(number, digits: 3)
        while text.last == "0" { text.removeLast() }
        return text.last == "." ? String(text.dropLast()) : text
    }

    /// Returns the rate per second, rounded down.
    static func rate(_ number: Int, _ seconds: Double) -> String {
        grouped(seconds > 0 ? Int(Double(number) / seconds) : 0)
    }

    /// Returns a time in seconds and tenths: `12.3 s`.
    static func seconds(_ milliseconds: Int64) -> String { "\(fixed(Double(milliseconds) / 1000, digits: 1)) s" }

    /// Returns a number with this many digits after the decimal point.
    static func fixed(_ number: Double, digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = (abs(number) * scale).rounded()
        guard scaled < 9e15 else { return "\(number)" }
        let (whole, rest) = Int64(scaled).quotientAndRemainder(dividingBy: Int64(scale))
        let sign = number < 0 && scaled > 0 ? "-" : ""
        if digits == 0 { return "\(sign)\(whole)" }
        // The digits behind a 1, so that zeros in front of them are kept.
        return "\(sign)\(whole).\(String(rest + Int64(scale)).dropFirst())"
    }

    /// Returns a positive number with about three significant digits: `12.3`, `0.00456`.
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
