internal import Foundation
import TestSupport
import Testing

@testable import Geofencing

/// `Codable`, the line writer and the reader of traces agree on what a line says.
@Suite struct LocationFixFuzzTests {
    private static let count = 100_000

    @Test(arguments: TestEffort.seeds(1, 2, 3, 4))
    func `random fixes round-trip through Codable and the trace reader`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let encoder = JSONEncoder()
        let decoder = JSONDecoder()
        var fixes: [LocationFix] = []
        var lines: [String] = []
        var differing = 0
        for number in 0..<Self.count / 4 {
            let fix = LocationFix.random(using: &random)
            // Two writers, of which one gives its keys in any order.
            var written = [try fix.json(), String(decoding: try encoder.encode(fix), as: UTF8.self)]
            // Spaces and keys of others must not matter.
            if number % 5 == 0 { written = written.map { "{ \"floor\" : [1, {\"seq\": \"}\"}] , " + $0.dropFirst() } }
            for line in written where try decoder.decode(LocationFix.self, from: Data(line.utf8)) != fix {
                differing += 1
            }
            fixes.append(fix)
            lines.append(written[number % 2])
        }
        #expect(differing == 0, "seed \(seed)")
        let read = try ReadTrace(text: lines.joined(separator: "\n") + "\n")
        #expect(read.rejected.isEmpty && read.dropped == 0, "seed \(seed)")
        try #require(read.fixes.count == fixes.count)
        for (fix, read) in zip(fixes, read.fixes) where Fix(fix).inSinglePrecision != read {
            Issue.record("seed \(seed): \(Fix(fix)) was read as \(read)")
            return
        }
    }

    @Test(arguments: [5, 6] as [UInt64])
    func `times from 1653 to 9999 and any percentage round-trip unchanged`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<Self.count {
            let size = Double.random(in: 0...14.4, using: &random)
            let milliseconds = (random.next() % 4 == 0 ? -1 : 1) * min(pow(10, size), 2.53e14)
            let time = Date(timeIntervalSince1970: max(milliseconds, -1e13) / 1000)
            let percent = Double.random(in: 0...100, using: &random)
            let fix = LocationFix.sample(battery: percent / 100, at: time)
            guard Date(timeIntervalSince1970: fix.unixMilliseconds / 1000) == time,
                fix.batteryPercent / 100 == fix.batteryFraction
            else {
                Issue.record("seed \(seed): \(milliseconds) ms or \(percent) % does not stay")
                return
            }
        }
    }
}

extension LocationFix {
    private static let names = [
        "dog", "bus-1", "a \"b\" \\ /c", "Jürgen 🐕", "\u{2028}", "7", "null", "x\u{1F469}\u{200D}y",
    ]

    /// A fix that could have come off the wire: its time and battery have a value there.
    fileprivate static func random(using random: inout SplitMix64) -> LocationFix {
        let milliseconds = Double.random(in: 1.1e12..<2.1e12, using: &random)
        let percent = Double.random(in: 0...100, using: &random)
        let name = names.randomElement(using: &random) ?? ""
        let time = [milliseconds.rounded(), (milliseconds * 8).rounded() / 8, milliseconds].randomElement(
            using: &random
        )
        let charge = [percent.rounded(), (percent * 10).rounded() / 10, percent, -1].randomElement(using: &random)
        return LocationFix(
            id: random.uuid,
            timestamp: Date(timeIntervalSince1970: (time ?? 0) / 1000),
            source: [.watchOS, .iOS, Source(rawValue: name)].randomElement(using: &random) ?? .iOS,
            coordinate: Coordinate(
                latitude: random.number(in: -90...90),
                longitude: random.number(in: -180...180)
            ),
            altitudeMeters: Bool.random(using: &random) ? random.number(in: -400...9000) : nil,
            horizontalAccuracyMeters: random.number(in: -1...100),
            verticalAccuracyMeters: random.number(in: -1...100),
            speedMetersPerSecond: random.anyNumber,
            courseDegrees: random.number(in: -1...360),
            headingDegrees: Bool.random(using: &random) ? random.anyNumber : nil,
            batteryFraction: (charge ?? 0) / 100,
            sequence: Bool.random(using: &random)
                ? .random(in: 0...1_000_000, using: &random) : .random(in: (.min + 1)...(.max), using: &random),
            device: Bool.random(using: &random) ? name : nil
        )
    }
}

extension SplitMix64 {
    fileprivate var uuid: UUID {
        mutating get {
            let digits = (String(next(), radix: 16) + String(repeating: "0", count: 20)).prefix(20).uppercased()
            return UUID(uuidString: "\(digits.prefix(8))-0000-4000-8000-\(digits.suffix(12))") ?? UUID()
        }
    }

    /// Any finite number.
    fileprivate var anyNumber: Double {
        mutating get {
            let number = Double(bitPattern: next())
            return number.isFinite ? number : -1
        }
    }

    /// A number of the range: one of its ends, a short one, or one of all digits.
    fileprivate mutating func number(in range: ClosedRange<Double>) -> Double {
        let number = Double.random(in: range, using: &self)
        return [range.lowerBound, range.upperBound, number.rounded(), (number * 1e6).rounded() / 1e6, number, number]
            .randomElement(using: &self) ?? number
    }
}
