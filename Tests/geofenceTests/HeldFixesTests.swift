import Testing

@testable import Geofencing
@testable import geofence

@Suite struct HeldFixesTests {
    /// A fix of a device after so many seconds.
    private func fix(_ device: UInt32, _ second: Int64) -> CompactFix {
        CompactFix(latitude: 0, longitude: 0, time: second * 1000, device: device)
    }

    @Test(arguments: [0, UInt32.max - 2, .max - 1, .max])
    func `the numbers of what was read begin again at 0, and nothing else does`(first: UInt32) {
        let held = HeldFixes(lateness: 10_000, bestFirst: false, numberingFrom: first)
        var places: [Int] = []
        var seconds: [Int64] = []
        for second in 0..<30 {
            let present = Timestamp(unixMilliseconds: Int64(second) * 1000)
            let result = held.take([fix(0, Int64(second))], at: present, from: second, to: second + 1)
            #expect(result.late.isEmpty)
            places.append(result.resumption)
            seconds += result.ready.map { $0.time / 1000 }
        }
        // A fix waits for more than ten seconds, and reading goes on with the oldest that does.
        #expect(places == (0..<30).map { max(0, $0 - 10) })
        let rest = held.flush()
        #expect(seconds + rest.ready.map { $0.time / 1000 } == Array(0..<30))
        #expect(rest.resumption == 30)
    }

    @Test(arguments: [0, UInt32.max - 1, .max])
    func `what waits at the end is handed on as it came in`(first: UInt32) {
        let held = HeldFixes(lateness: 10_000, bestFirst: false, numberingFrom: first)
        for device in 0..<5 as Range<UInt32> {
            let present = Timestamp(unixMilliseconds: 1000)
            _ = held.take([fix(device, 1)], at: present, from: Int(device), to: Int(device) + 1)
        }
        #expect(held.flush().ready.map(\.device) == Array(0..<5))
    }
}
