import Testing

@testable import Geofencing

@Suite struct NumberTests {
    /// The number that fills a text, or `nil`.
    private func number(_ text: String) -> Double? {
        withScanner(of: text.utf8) { scanner in
            guard let value = scanner.number(), scanner.isAtEnd else { return nil }
            return value
        }
    }

    @Test(arguments: [
        "", "-", "+1", "--1", ".5", "5.", "-.5", "1e", "1e+", "e5", "1,5", "0x10", "nan", "NaN", "inf", "-Infinity",
        "1e400",
        "-1e999999999999", "1 ", " 1", "1_000", "1.5.2", "\u{663}", "null", "true",
    ])
    func `text that is not a finite decimal number is refused`(_ text: String) {
        #expect(number(text) == nil)
    }

    @Test(arguments: [
        "0", "-0", "-0.0", "1", "007", "1e22", "1e23", "1e-400", "123456789012345678", "12345678901234567890123",
        "9007199254740993", "9007199254740992.99999999999999999", "9007199254740993.00000000000000000001",
        "2.2250738585072011e-308", "2.2250738585072014e-308", "5e-324", "2.4703282292062327e-324",
        "2.4703282292062328e-324", "1.7976931348623157e308", "0.1", "0.30000000000000004", "30.267153000000001",
        "-97.743060700000001", "179.99999999999997", "1.00000000000000011102230246251565",
        "1.00000000000000011102230246251565404236316680908203125",
        "1.00000000000000011102230246251565404236316680908203124", "6.02214076E+23", "1E5",
        "0.000000000000000000000000000000000000000001", "100000000000000000000000000000000000000000",
    ])
    func `a number is read as Swift's Double reads it`(_ text: String) {
        #expect(number(text)?.bitPattern == Double(text)?.bitPattern, "\(text)")
    }

    @Test func `random numbers of all lengths are rounded correctly`() {
        let seed: UInt64 = 20_260_131
        var random = SplitMix64(seed: seed)
        for _ in 0..<20_000 {
            let whole = Int(random.next() % 22)
            let fraction = Int(random.next() % 22)
            var text = random.next() % 2 == 0 ? "-" : ""
            text += (0...whole).map { _ in "\(random.next() % 10)" }.joined()
            if fraction > 0 { text += "." + (0..<fraction).map { _ in "\(random.next() % 10)" }.joined() }
            if random.next() % 4 == 0 { text += "e\(Int(random.next() % 660) - 330)" }
            let expected = Double(text).flatMap { $0.isFinite ? $0 : nil }
            #expect(number(text)?.bitPattern == expected?.bitPattern, "\(text), seed \(seed)")
        }
    }

    @Test func `random degrees are rounded correctly`() {
        let seed: UInt64 = 7
        var random = SplitMix64(seed: seed)
        for _ in 0..<20_000 {
            let value = random.uniform(-180...180)
            let text = "\(value)"
            #expect(number(text) == value, "seed \(seed)")
            let short = String(text.prefix(Int(random.next() % 12) + 6))
            #expect(number(short) == Double(short), "\(short), seed \(seed)")
        }
    }

    @Test func `numbers near halfway between two doubles are rounded correctly`() {
        let seed: UInt64 = 11
        var random = SplitMix64(seed: seed)
        for _ in 0..<5000 {
            // Doubles of this size are the whole numbers.
            let whole = 1 << 52 + random.next() % (1 << 52)
            for end in [".5", ".50000000000000000001", ".49999999999999999999", ".5000", ".4999999"] {
                let text = "\(whole)\(end)"
                #expect(number(text) == Double(text), "\(text), seed \(seed)")
            }
            let eighth = "\(whole >> 3).\(["125", "375", "625", "875", "0625", "1875"][Int(random.next() % 6)])"
            #expect(number(eighth) == Double(eighth), "\(eighth), seed \(seed)")
        }
    }

    @Test(
        arguments: [
            ("0", 0), ("42", 42), ("-7", -7), ("42.0", 42), ("42.000", 42), ("9223372036854775807", .max),
            ("-9223372036854775808", .min),
        ] as [(String, Int64)]
    )
    func `an integer is read exactly`(_ text: String, _ value: Int64) {
        #expect(withScanner(of: text.utf8) { scanner in scanner.integer() } == value)
    }

    @Test(arguments: ["", "-", "x", "9223372036854775808", "-9223372036854775809", "1.05", "99999999999999999999"])
    func `text that is not an integer is refused`(_ text: String) {
        let value = withScanner(of: text.utf8) { scanner -> Int64? in
            let value = scanner.integer()
            return scanner.isAtEnd ? value : nil
        }
        #expect(value == nil)
    }
}
