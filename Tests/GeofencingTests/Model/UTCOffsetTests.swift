import Testing

@testable import Geofencing

@Suite struct UTCOffsetTests {
    @Test(arguments: [
        ("Z", 0), ("z", 0), ("UTC", 0), ("gmt", 0), ("+00:00", 0), ("+02:00", 7200), ("-0530", -19_800),
        ("+05", 18_000), ("-23:59", -86_340),
    ])
    func `an offset has the notation of a timestamp`(text: String, seconds: Int) {
        #expect(UTCOffset(text)?.seconds == seconds)
    }

    @Test(arguments: ["", "2", "+2", "+24:00", "+01:60", "CET", "Z ", "+02:00Z", "02:00", "+02:0"])
    func `any other text is not an offset`(text: String) {
        #expect(UTCOffset(text) == nil)
    }
}
