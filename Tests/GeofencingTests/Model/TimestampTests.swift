import Foundation
import Testing

@testable import Geofencing

@Suite struct TimestampTests {
    private let time = Timestamp(unixMilliseconds: 1_767_225_602_479)

    @Test func `timestamps and durations are added and subtracted in whole milliseconds`() {
        #expect(time + .seconds(1.5) == Timestamp(unixMilliseconds: 1_767_225_603_979))
        #expect(time - .milliseconds(479) == Timestamp(unixMilliseconds: 1_767_225_602_000))
        #expect(time + .microseconds(1999) == time + .milliseconds(1))
        #expect(time - .microseconds(1999) == time - .milliseconds(1))
        #expect((time + .seconds(60)) - time == .seconds(60))
        #expect(time.duration(to: time - .seconds(60)) == .seconds(-60))
    }

    @Test func `arithmetic beyond the first or last timestamp is clamped`() {
        let (first, last) = (Timestamp(unixMilliseconds: .min), Timestamp(unixMilliseconds: .max))
        #expect(time + .seconds(Int64.max) == last)
        #expect(time - .seconds(Int64.max) == first)
        #expect(last + .milliseconds(1) == last && first - .milliseconds(1) == first)
        let (least, most) = (Duration(attoseconds: .min), Duration(attoseconds: .max))
        #expect(time - least == last && time + least == first && time - most == first && time + most == last)
        #expect(first.duration(to: last) > .seconds(Int64.max / 1000))
        #expect(Timestamp(.distantPast) < time && time < Timestamp(.distantFuture))
        #expect(Timestamp(Date(timeIntervalSince1970: 1e300)) == last)
        #expect(Timestamp(Date(timeIntervalSince1970: -1e300)) == first)
        // Not the last, after which all other fixes of a device would be late.
        #expect(Timestamp(Date(timeIntervalSince1970: .nan)) == first)
    }

    @Test func `a timestamp round-trips through a date`() {
        var generator = SplitMix64(seed: 51)
        for _ in 0..<10_000 {
            let time = Timestamp(unixMilliseconds: Int64(generator.next() % 4_000_000_000_000) - 1_000_000_000_000)
            #expect(Timestamp(time.date) == time, "seed 51")
        }
    }

    @Test func `identifiers and timestamps are coded as single values`() throws {
        struct Row: Codable, Equatable {
            var device: DeviceID
            var geofence: Geofence.ID
            var time: Timestamp
        }
        let row = Row(device: "dog", geofence: "home", time: time)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(row), as: UTF8.self)
        #expect(text == #"{"device":"dog","geofence":"home","time":1767225602479}"#)
        #expect(try JSONDecoder().decode(Row.self, from: Data(text.utf8)) == row)
        // As keys too.
        let counts: [Geofence.ID: [DeviceID: Int]] = ["home": ["dog": 1]]
        let keyed = String(decoding: try encoder.encode(counts), as: UTF8.self)
        #expect(keyed == #"{"home":{"dog":1}}"#)
        #expect(try JSONDecoder().decode(type(of: counts), from: Data(keyed.utf8)) == counts)
    }
}
