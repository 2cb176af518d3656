import Testing

@testable import Geofencing

@Suite struct TimeTests {
    private enum Outcome: Equatable {
        case time(Int64)
        case problem(TimeProblem)
    }

    private func read(_ text: String, unit: EpochUnit = .bySize, offset: UTCOffset? = nil) -> Outcome {
        withScanner(of: text.utf8) { scanner in
            // The short way and the careful one must agree.
            var memory = DateMemory(offset)
            var short = scanner
            let common = short.commonTime(unit: unit, memory: &memory)
            do throws(TimeProblem) {
                let time = try scanner.time(unit: unit, to: scanner.end, offset: offset)
                if let common { #expect(common == time && short.isAtEnd, "\(text)") }
                return .time(time)
            } catch {
                #expect(common == nil || !short.isAtEnd, "\(text)")
                return .problem(error)
            }
        }
    }

    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2015-09-06T05:00:47Z", 1_441_515_647_000),
            ("2015-09-06 05:00:47Z", 1_441_515_647_000),
            ("2015-09-06t05:00:47z", 1_441_515_647_000), ("2015-09-06T05:00:47.1Z", 1_441_515_647_100),
            ("2015-09-06T05:00:47.123456789Z", 1_441_515_647_123), ("2015-09-06T05:00:47,5Z", 1_441_515_647_500),
            ("2015-09-06T05:00:47.9999Z", 1_441_515_647_999), ("2015-09-06T07:00:47+02:00", 1_441_515_647_000),
            ("2015-09-06T07:00:47+0200", 1_441_515_647_000), ("2015-09-06T07:00:47+02", 1_441_515_647_000),
            ("2015-09-05T23:30:47-05:30", 1_441_515_647_000), ("2015-09-06T05:00Z", 1_441_515_600_000),
            ("2015-09-06T05:00:00 Z", 1_441_515_600_000), ("2015-09-06 05:00 z", 1_441_515_600_000),
            ("2015-09-06 05:00:47 +00:00", 1_441_515_647_000), ("2016-12-31T23:59:60Z", 1_483_228_800_000),
            ("2016-12-31T23:59:60.75Z", 1_483_228_800_000),
            ("2016-12-31T24:00:00Z", 1_483_228_800_000), ("2020-02-29T00:00:00Z", 1_582_934_400_000),
            ("1949-06-11T00:00:00Z", -648_777_600_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
            ("0000-03-01T00:00:00Z", -62_162_035_200_000), ("1441515647", 1_441_515_647_000),
            ("1441515647.25", 1_441_515_647_250),
            ("1441515647.9999", 1_441_515_647_999), ("1441515647000", 1_441_515_647_000),
            ("1441515647000.0", 1_441_515_647_000),
            ("1.441515647e12", 1_441_515_647_000), ("1.441515647E9", 1_441_515_647_000), ("0", 0), ("-1.5", -1500),
            ("99999999999", 99_999_999_999_000), ("100000000000", 100_000_000_000),
            ("1699401234567.8", 1_699_401_234_567), ("8488829564e-3", 8_488_829_564),
            ("8684261833970e-3", 8_684_261_833_970), ("1362624412e-1", 136_262_441_200), ("-15e-4", -1),
            ("0.00014415156472599e13", 1_441_515_647_259), ("0e99999", 0), ("0.00e-9", 0), ("1e-99999", 0),
            ("9999-12-31T22:59:59-01:00", 253_402_300_799_000),
            ("2015/09/06 05:00:47.25+00", 1_441_515_647_250), ("2015/09/06T05:00:47Z", 1_441_515_647_000),
        ] as [(String, Int64)]
    )
    func `a time is read to the millisecond`(_ text: String, _ milliseconds: Int64) {
        #expect(read(text) == .time(milliseconds))
    }

    @Test(
        arguments: [
            ("2015-09-06T07:00:47", 1_441_515_647_000), ("2015-09-06 07:00:47.5", 1_441_515_647_500),
            ("2015-09-06 07:00:47.123", 1_441_515_647_123), ("2015-09-06 07:00:47.123456", 1_441_515_647_123),
            ("2015-09-06T07:00", 1_441_515_600_000), ("2017-01-01T02:00:00", 1_483_228_800_000),
            ("2016-12-31T24:00:00", 1_483_221_600_000),
            // A zone of its own comes first.
            ("2015-09-06T05:00:47Z", 1_441_515_647_000), ("2015-09-06T05:00:47.000Z", 1_441_515_647_000),
            ("1441515647", 1_441_515_647_000),
        ] as [(String, Int64)]
    )
    func `a time without a zone uses the offset`(_ text: String, _ milliseconds: Int64) {
        #expect(read(text, offset: UTCOffset("+02:00")) == .time(milliseconds))
    }

    @Test func `a zone after the seconds overrides the offset in any notation`() throws {
        let offset = try #require(UTCOffset("-05:00"))
        for zone in ["-07:00", "-0700", "-07", " -07:00"] {
            let time = withScanner(of: "2015-09-06T07:00:47\(zone)".utf8) { scanner in
                try? scanner.time(unit: .bySize, to: scanner.end, offset: offset)
            }
            #expect(time == 1_441_548_047_000)
        }
    }

    @Test func `a time after the year 9999 is refused even with an offset`() {
        #expect(read("9999-12-31T22:59:59", offset: UTCOffset("-01:00")) == .time(253_402_300_799_000))
        #expect(read("9999-12-31T23:00:00", offset: UTCOffset("-01:00")) == .problem(.outOfRange))
        #expect(read("2015-09-06T07:00:47 CET", offset: .zero) == .problem(.syntax))
    }

    @Test(
        arguments: [
            ("", .empty), ("2026-02-30T00:00:00Z", .noSuchDate), ("2025-02-29T00:00:00Z", .noSuchDate),
            ("1900-02-29T00:00:00Z", .noSuchDate), ("2026-13-01T00:00:00Z", .noSuchDate),
            ("2026-00-01T00:00:00Z", .noSuchDate),
            ("2026-01-00T00:00:00Z", .noSuchDate), ("2026-04-31T00:00:00Z", .noSuchDate),
            ("2026-01-01T24:00:01Z", .noSuchDate),
            ("2026-01-01T24:00:00.001Z", .noSuchDate),
            ("2026-01-01T25:00:00Z", .noSuchDate), ("2026-01-01T00:60:00Z", .noSuchDate),
            ("2026-01-01T00:00:61Z", .noSuchDate),
            ("2026-01-01T00:00:00", .noZone), ("2026-01-01 00:00:00.5", .noZone), ("2026-01-01", .syntax),
            ("2026-1-1T00:00:00Z", .syntax), ("2026-01-01T00:00:00ZZ", .syntax), ("2026-01-01T00:00:00.Z", .syntax),
            ("2026-01-01T00:00:00+1:00", .syntax), ("01/02/2026", .syntax), ("yesterday", .syntax), ("nan", .syntax),
            ("2026/01-31T00:00:00Z", .syntax), ("2026-01/31T00:00:00Z", .syntax), ("2026/02/30 00:00:00Z", .noSuchDate),
            ("2026/01/31 00:00:00", .noZone), ("31/01/2026 00:00:00Z", .syntax), ("2026/1/31 00:00:00Z", .syntax),
            ("1.5.2", .syntax), ("1e400", .syntax), ("14415156470000000", .outOfRange),
            ("99999999999999999999", .outOfRange),
            ("2026-01-01T00:00:00Europe/Berlin", .syntax), ("+1441515647", .syntax),
            ("9999-12-31T24:00:00Z", .outOfRange), ("9999-12-31T23:59:60Z", .outOfRange),
            ("9999-12-31T23:59:59-01:00", .outOfRange), ("253402300800e3", .outOfRange),
            ("2026-01-01T00:00:00+24:00", .noSuchDate), ("2026-01-01T00:00:00-02:60", .noSuchDate),
        ] as [(String, TimeProblem)]
    )
    func `an invalid time is refused with its reason`(_ text: String, _ problem: TimeProblem) {
        #expect(read(text) == .problem(problem))
    }

    @Test func `a time in milliseconds is never mistaken for seconds`() {
        #expect(read("1441515647", unit: .milliseconds) == .time(1_441_515_647))
        #expect(read("5", unit: .milliseconds) == .time(5))
    }

    @Test func `a number with a dash as its fifth character is not a date`() {
        #expect(read("1.5e-3") == .time(1))
        #expect(read("999e-3") == .time(999))
        #expect(read("999e-3", unit: .milliseconds) == .time(0))
    }

    @Test func `every day of nine centuries matches the calendar`() {
        var days: Int64 = -141_427  // 1582-10-15
        var (year, month, day) = (1582, 10, 15)
        var wrong: [String] = []
        let twoDigits = (0...31).map { $0 < 10 ? "0\($0)" : "\($0)" }
        while year < 2500 {
            let text = "\(year)-\(twoDigits[month])-\(twoDigits[day])T00:00:00Z"
            if read(text) != .time(days * 86_400_000) { wrong.append(text) }
            var written: [UInt8] = []
            written.append(iso8601: Timestamp(unixMilliseconds: days * 86_400_000 + 7))
            if !written.elementsEqual((text.dropLast() + ".007Z").utf8) { wrong.append("written " + text) }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let length = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
            day += 1
            if day > length { (day, month) = (1, month + 1) }
            if month > 12 { (month, year) = (1, year + 1) }
            days += 1
        }
        #expect(wrong.isEmpty)
    }

    @Test func `a remembered date is not mistaken for another`() {
        var memory = DateMemory()
        for (text, expected) in [
            ("2015-09-06T05:00:47Z", 1_441_515_647_000), ("2015-09-07T05:00:47Z", 1_441_602_047_000),
            ("2015-09-07T05:00:48.250Z", 1_441_602_048_250), ("2015-10-07T05:00:48Z", 1_444_194_048_000),
        ] as [(String, Int64)] {
            let time = withScanner(of: text.utf8) { scanner in scanner.commonTime(unit: .bySize, memory: &memory) }
            #expect(time == expected)
        }
    }
}
