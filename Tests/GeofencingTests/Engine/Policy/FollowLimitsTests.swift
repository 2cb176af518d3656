import TestSupport
import Testing

@testable import Geofencing

@Suite struct FollowLimitsTests {
    private static let day: Int64 = 86_400_000
    private static let edges: [Int64] = [
        .min, .min + 1, -day - 1, -day, -1, 0, 1, day, 315_964_800_000, 315_964_800_000 + day, 1_700_000_000_000,
        3_471_724_799_999, 3_471_724_800_000, .max - 1, .max,
    ]

    /// With the edges of what clocks show, and what no fix of a file has.
    private static func fix(_ random: inout SplitMix64) -> CompactFix {
        let edge = edges[Int.random(in: edges.indices, using: &random)]
        let (time, _) = edge.addingReportingOverflow(Int64.random(in: -3...60_000, using: &random))
        let degrees = [0, 0, 1e-6, 1e-3, 0.05, 1, 90][Int.random(in: 0..<7, using: &random)]
        return CompactFix(
            latitude: Double.random(in: -degrees...degrees, using: &random),
            longitude: Double.random(in: -2 * degrees...2 * degrees, using: &random),
            time: time,
            horizontalAccuracy: [.nan, 0, -1, 5, 50, 1e6][Int.random(in: 0..<6, using: &random)],
            device: 0
        )
    }

    private static func limits(_ random: inout SplitMix64) -> FixLimits {
        var limits = Bool.random(using: &random) ? FixLimits.standard : FixLimits()
        limits.maximumMetersPerSecond = [nil, 1e-300, 0.5, 340, 1e300][Int.random(in: 0..<5, using: &random)]
        if Bool.random(using: &random) { limits.maximumAccuracy = .meters(20) }
        let times = [fix(&random).time, fix(&random).time].sorted()
        if Bool.random(using: &random) { limits.earliest = Timestamp(unixMilliseconds: times[0]) }
        if Bool.random(using: &random) { limits.latest = Timestamp(unixMilliseconds: times[1]) }
        return limits
    }

    @Test(arguments: TestEffort.seeds(1, 2)) func `only fixes the rules accept skip the full check`(
        seed: UInt64
    ) {
        var random = SplitMix64(seed: seed)
        var followers = 0
        for _ in 0..<2000 {
            let limits = Self.limits(&random)
            let silence = [0, 1, 30_000, UInt64.max][Int.random(in: 0..<4, using: &random)]
            let rule = FollowLimits(limits, staleAfter: silence)
            for _ in 0..<50 {
                let (before, fix) = (Self.fix(&random), Self.fix(&random))
                guard rule.allow(fix, after: before.time, before.coordinate) != 0 else { continue }
                followers += 1
                let isSound =
                    fix.time > before.time && limits.rejection(of: fix) == nil
                    && !limits.isTooFast(fix, since: before.time, from: before.coordinate)
                    && !ShardState.isSilence(from: before.time, to: fix.time, over: silence)
                #expect(isSound, "\(fix) after \(before) by \(limits), silence \(silence)")
            }
        }
        #expect(followers > 500)
    }

    @Test func `a fix exactly at a limit may follow, one just beyond it may not`() {
        func allows(_ change: (inout CompactFix, inout FixLimits) -> Void, staleAfter: UInt64 = .max) -> Bool {
            let edge = UnsetClock.clear.upperBound
            let before = CompactFix(
                latitude: 52.5,
                longitude: 13.4,
                time: edge - 1000,
                horizontalAccuracy: 20,
                device: 0
            )
            var (fix, limits) = (before, FixLimits.standard)
            fix.time += 500
            limits.maximumAccuracy = .meters(20)
            change(&fix, &limits)
            return FollowLimits(limits, staleAfter: staleAfter).allow(fix, after: before.time, before.coordinate) == 1
        }
        func isLatest(_ fix: CompactFix, less milliseconds: Int64) -> Timestamp {
            Timestamp(unixMilliseconds: fix.time - milliseconds)
        }
        #expect(allows { $1.latest = isLatest($0, less: 0) })
        #expect(!allows { $1.latest = isLatest($0, less: 1) })
        #expect(allows { $1.earliest = isLatest($0, less: 0) })
        #expect(!allows { $1.earliest = isLatest($0, less: -1) })
        #expect(allows { fix, _ in fix.time = UnsetClock.clear.upperBound - 1 })
        #expect(!allows { fix, _ in fix.time = UnsetClock.clear.upperBound })
        #expect(!allows { fix, _ in fix.horizontalAccuracy = fix.horizontalAccuracy.nextUp })
        #expect(allows({ _, _ in }, staleAfter: 500))
        #expect(!allows({ _, _ in }, staleAfter: 499))
    }

    @Test func `a later fix near the previous one may follow it, a repeat or an earlier one may not`() {
        let rule = FollowLimits(.standard, staleAfter: .max)
        let before = CompactFix(latitude: 52.5, longitude: 13.4, time: 1_700_000_000_000, device: 0)
        var fix = before
        fix.latitude += 1e-4
        fix.time += 1000
        #expect(rule.allow(fix, after: before.time, before.coordinate) == 1)
        #expect(rule.allow(before, after: before.time, before.coordinate) == 0)
        #expect(rule.allow(before, after: fix.time, fix.coordinate) == 0)
    }
}
