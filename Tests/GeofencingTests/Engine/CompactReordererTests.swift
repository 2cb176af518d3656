import Testing

@testable import Geofencing

@Suite struct CompactReordererTests {
    private static let limits: FixLimits = {
        var limits = FixLimits()
        limits.rejectsNullIsland = true
        limits.latest = Timestamp(unixMilliseconds: 100_000)
        return limits
    }()

    private func fix(_ second: Int64, longitude: Double = 1) -> CompactFix {
        CompactFix(latitude: 0, longitude: longitude, time: second * 1000, device: 0)
    }

    @Test(arguments: [0, 10_000] as [Int64]) func `a fix beyond the limits makes no other fix late`(
        lateness: Int64
    ) {
        var order = CompactReorderer(lateness: lateness, limits: Self.limits, longestAhead: 10_000)
        var ready: [CompactFix] = []
        #expect(order.add(fix(20), at: 30_000, to: &ready) == nil)
        for _ in 0..<3 {
            #expect(order.add(fix(41), at: 30_000, to: &ready) == .future)
            #expect(order.add(fix(99, longitude: 0), at: 95_000, to: &ready) == .nullIsland)
            #expect(order.add(fix(101), at: 100_000, to: &ready) == .future)
        }
        #expect(order.add(fix(21), at: 31_000, to: &ready) == nil)
        order.flush(to: &ready)
        #expect(ready.map(\.time) == [20_000, 21_000])
    }

    @Test func `a live fix may be ahead of the clock up to the limit, a recorded one by any amount`() {
        var order = CompactReorderer(lateness: 0, limits: Self.limits, longestAhead: 10_000)
        var ready: [CompactFix] = []
        #expect(order.add(fix(40), at: 30_000, to: &ready) == nil)
        #expect(order.add(fix(90), to: &ready) == nil)
        #expect(ready.map(\.time) == [40_000, 90_000])
    }

    @Test func `a more accurate fix with the time of the last released fix is not late`() {
        var order = CompactReorderer(lateness: 0, limits: .standard)
        var ready: [CompactFix] = []
        var (coarse, fine) = (fix(1_700_000_000), fix(1_700_000_000, longitude: 2))
        (coarse.horizontalAccuracy, fine.horizontalAccuracy) = (50, 5)
        #expect(order.add(coarse, to: &ready) == nil)
        #expect(order.add(fine, to: &ready) == nil)
        #expect(ready.map(\.horizontalAccuracy) == [50, 5])
    }

    @Test func `a late fix that is also beyond a limit is rejected for the limit`() {
        var order = CompactReorderer(lateness: 0, limits: Self.limits)
        var ready: [CompactFix] = []
        #expect(order.add(fix(20), to: &ready) == nil)
        #expect(order.add(fix(10, longitude: 0), to: &ready) == .nullIsland)
        #expect(order.add(fix(10), to: &ready) == .late)
        #expect(ready.count == 1)
    }
}
