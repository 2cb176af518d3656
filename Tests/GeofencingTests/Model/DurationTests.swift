import Geofencing
import Testing

@Suite struct DurationTests {
    @Test(arguments: [
        (Duration.seconds(2), Int64(2000)), (.microseconds(1999), 1), (.microseconds(-1999), -1), (.zero, 0),
        (.seconds(Int64.max), Int64.max), (.seconds(Int64.min), .min), (.seconds(Int64.max / 1000 + 1), .max),
    ])
    func `milliseconds are truncated to whole numbers and clamped to the range`(duration: Duration, expected: Int64) {
        #expect(duration.milliseconds == expected)
    }
}
