import Testing

@testable import geofence

@Suite struct QuantityTests {
    @Test(arguments: [(-0.04, "0.0"), (-0.05, "-0.1"), (0, "0.0"), (0.049, "0.0"), (-12.34, "-12.3"), (9.96, "10.0")])
    func `a number that rounds to 0 has no sign`(number: Double, text: String) {
        #expect(Quantity.fixed(number, digits: 1) == text)
    }

    @Test(arguments: [("1.001s", 1001), ("4.35", 4350), ("0.0001h", 360)] as [(String, Int64)])
    func `a period is rounded to the nearest millisecond`(text: String, milliseconds: Int64) {
        #expect(Period(argument: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: ["11574075d", "99999999d", "1e13", "1e308d"])
    func `a period beyond all times is the longest one`(text: String) {
        #expect(Period(argument: text)?.milliseconds == Period.longest)
    }
}
