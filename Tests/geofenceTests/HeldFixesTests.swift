import Testing

@testable import Geofencing
@testable import geofence

@Suite struct HeldFixesTests {
    private let tenSeconds = CompactReorderer(lateness: 10_000, limits: FixLimits())

    /// Returns a fix of a device at this second.
    private func fix(_ device: UInt32, _ second: Int64) -> CompactFix {
        CompactFix(latitude: 0, longitude: 0, time: second * 1000, device: device)
    }

    @Test(arguments: [0, UInt32.max - 2, .max - 1, .max])
    func `overflow of the piece numbers to 0 has no effect`(first: UInt32) {
        let held = HeldFixes(tenSeconds, pieces: HeldPieces(numberingFrom: first))
        var places: [Int] = []
        var seconds: [Int64] = []
        for second in 0..<30 {
            let present = Timestamp(unixMilliseconds: Int64(second) * 1000)
            let result = held.take([fix(0, Int64(second))], at: present, from: second, to: second + 1)
            #expect(result.unused.isEmpty)
            places.append(result.resumption)
            seconds += result.ready.map { $0.time / 1000 }
        }
        // A fix waits for more than ten seconds, and reading would resume at the oldest waiting fix.
        #expect(places == (0..<30).map { max(0, $0 - 10) })
        let rest = held.flush()
        #expect(seconds + rest.ready.map { $0.time / 1000 } == Array(0..<30))
        #expect(rest.resumption == 30)
    }

    @Test(arguments: [0, UInt32.max - 1, .max])
    func `fixes that wait at the end are passed on in the order in which they arrived`(first: UInt32) {
        let held = HeldFixes(tenSeconds, pieces: HeldPieces(numberingFrom: first))
        for device in 0..<5 as Range<UInt32> {
            let present = Timestamp(unixMilliseconds: 1000)
            _ = held.take([fix(device, 1)], at: present, from: Int(device), to: Int(device) + 1)
        }
        #expect(held.flush().ready.map(\.device) == Array(0..<5))
    }

    /// The positions at which reading would resume while the device is silent and afterwards, depending on the numbers
    /// available for pieces.
    private static let reaches: [(first: UInt32, reach: UInt32, silent: Int, after: Int)] = [
        (0, .max / 2, 3, 4989), (.max - 100, .max / 2, 3, 4989), (.max - 20, 50, 3, 53), (0, 1, 1, 12), (0, 0, 0, 0),
    ]

    @Test(arguments: reaches)
    func `a silent device keeps only the position of its last fix`(
        first: UInt32,
        reach: UInt32,
        silent: Int,
        after: Int
    ) {
        let pieces = HeldPieces(numberingFrom: first, reach: reach)
        let held = HeldFixes(tenSeconds, pieces: pieces)
        var seconds: [Int64] = []
        var count = 0
        for second in 0..<5000 {
            let present = Timestamp(unixMilliseconds: Int64(second) * 1000)
            // The first device sends a fix at second 3 and none later.
            let fix = fix(second == 3 ? 0 : 1, Int64(second))
            let result = held.take([fix], at: present, from: second, to: second + 1)
            seconds += result.ready.map { $0.time / 1000 }
            count = max(count, held.pieceCount)
            if second > 20 { #expect(result.resumption == silent) }
        }
        // At most twelve fixes wait.
        #expect(count < 30)
        #expect(seconds == (0..<4989).filter { $0 != 3 })
        let last = held.take([fix(0, 5000)], at: Timestamp(unixMilliseconds: 5_000_000), from: 5000, to: 5001)
        #expect(last.ready.map(\.device) == [0])
        #expect(last.resumption == after)
        let rest = held.flush()
        #expect(rest.ready.count == 12)
        #expect(rest.resumption == 5001)
    }

    @Test func `reading resumes after the fixes of a device that is silent for the lateness`() {
        let held = HeldFixes(tenSeconds)
        func time(_ second: Int64) -> Timestamp { Timestamp(unixMilliseconds: second * 1000) }
        #expect(held.flushSilentDevices(at: time(0)).ready.isEmpty)
        _ = held.take([fix(1, 20), fix(0, 20)], at: time(20), from: 100, to: 180)
        _ = held.take([fix(1, 25)], at: time(25), from: 180, to: 220)
        #expect(held.flushSilentDevices(at: time(29)).resumption == 100)
        let silent = held.flushSilentDevices(at: time(30))
        #expect(silent.ready.map(\.device) == [0])
        // The other device's first fix was read in the same piece.
        #expect(silent.resumption == 100)
        let rest = held.flushSilentDevices(at: time(35))
        #expect(rest.ready.map { $0.time / 1000 } == [20, 25])
        #expect(rest.resumption == 220)
        #expect(held.take([fix(0, 19)], at: time(36), from: 220, to: 260).unused.map(\.reason) == [.late])
        #expect(held.pieceCount == 0)
    }

    @Test func `where no fix waits, the engine judges those that are late`() {
        let held = HeldFixes(CompactReorderer(lateness: 0, limits: FixLimits()))
        let present = Timestamp(unixMilliseconds: 40_000)
        let result = held.take([fix(0, 20), fix(0, 10), fix(0, 30)], at: present, from: 0, to: 1)
        #expect(result.ready.map { $0.time / 1000 } == [20, 10, 30])
        #expect(result.unused.isEmpty)
        #expect(result.resumption == 1)
        #expect(held.pieceCount == 0)
    }

    @Test func `a forgotten device has no waiting fixes, and later ones start anew`() {
        let held = HeldFixes(tenSeconds)
        func take(_ fixes: [CompactFix], to end: Int) -> HeldFixes.Result {
            held.take(fixes, at: Timestamp(unixMilliseconds: 40_000), from: end - 1, to: end)
        }
        _ = take([fix(0, 20), fix(0, 31), fix(0, 40)], to: 1)
        _ = take([fix(1, 40)], to: 2)
        held.forget([0, 7])
        // Reading would resume at the waiting fix of the other device, and a fix that would have been late is not late.
        let result = take([fix(0, 10)], to: 3)
        #expect(result.unused.isEmpty)
        #expect(result.resumption == 1)
        #expect(held.flush().ready.map { [Int64($0.device), $0.time / 1000] } == [[1, 40], [0, 10]])
        #expect(held.pieceCount == 0)
    }
}
