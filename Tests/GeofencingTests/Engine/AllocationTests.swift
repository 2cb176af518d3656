#if canImport(Glibc)
import Geofencing
import Glibc
import Testing

/// Counts the objects that the Swift runtime gives out on this thread, array buffers among them.
@Suite(.serialized) struct AllocationTests {
    let devices = 64
    let fixes = 100_000

    /// Devices that go their rounds on a line each, `length` degrees long, over a row of circles.
    private func trace(_ engine: GeofenceEngine, length: Double, round: Int) -> [CompactFix] {
        let slots = (0..<devices).map { engine.registry.slot(for: DeviceID("device-\($0)")) }
        let steps = fixes / devices + 1
        return (0..<fixes).map { number in
            let (step, device) = (number / devices, number % devices)
            let share = abs(2 * Double(step) / Double(steps) - 1)
            return CompactFix(
                latitude: 52 + 0.0001 * Double(device),
                longitude: 13 + length * share,
                time: Int64((round * steps + step) * 1000),
                device: slots[device]
            )
        }
    }

    /// The allocations and transitions of a round after some others.
    private func steadyState(length: Double) throws -> (allocations: Int, transitions: Int)? {
        let circles = (0..<20).map { number in
            let center = Coordinate(latitude: 52.003, longitude: 13 + 0.02 * Double(number))
            return Geofence(Geofence.ID("circle-\(number)"), .circle(center: center, radius: .meters(600)))
        }
        let engine = try GeofenceEngine(circles, engine: .cells)
        var records: [TransitionRecord] = []
        var rejected: [RejectedPick] = []
        records.reserveCapacity(fixes)
        var allocations: Int?
        for round in 0..<4 {
            let fixes = trace(engine, length: length, round: round)
            let picks = (0..<UInt32(DeviceRegistry.shardCount)).map { shard in
                fixes.indices.map(UInt32.init).filter { fixes[Int($0)].device & 15 == shard }
            }
            records.removeAll(keepingCapacity: true)
            allocations = AllocationCount.during {
                for shard in picks.indices {
                    engine.evaluate(
                        fixes.span,
                        picks: picks[shard].span,
                        shard: shard,
                        records: &records,
                        rejected: &rejected
                    )
                }
            }
        }
        #expect(rejected.isEmpty)
        return allocations.map { ($0, records.count) }
    }

    @Test func `an array made anew is counted`() {
        guard AllocationCount.isAvailable else { return }
        var sum = 0
        let count = AllocationCount.during { for size in 1...10 { sum += Array(repeating: size, count: size).count } }
        #expect(count ?? 0 >= 10)
        #expect(sum == 55)
    }

    @Test(.enabled(if: AllocationCount.isAvailable, "the runtime lets nobody count"))
    func `fixes that change nothing allocate nothing`() throws {
        let result = try #require(try steadyState(length: 1e-5))
        #expect(result.allocations == 0)
        #expect(result.transitions == 0)
    }

    @Test(.enabled(if: AllocationCount.isAvailable, "the runtime lets nobody count"))
    func `fixes with a transition now and then allocate nothing`() throws {
        let result = try #require(try steadyState(length: 0.4))
        #expect(result.allocations == 0)
        #expect(result.transitions > 1000 && result.transitions < 10_000)
    }
}

/// Stands between the program and `swift_allocObject` for as long as it counts.
private enum AllocationCount {
    private typealias Allocate = @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

    // Written by one thread at a time: the suite is serialized, and other threads only compare `thread`.
    nonisolated(unsafe) private static var original: Allocate?
    nonisolated(unsafe) private static var thread: pthread_t = 0
    nonisolated(unsafe) private static var count = 0

    private static func symbol(_ name: String) -> UnsafeMutableRawPointer? { unsafe dlsym(nil, name) }

    private static let hook = symbol("_swift_allocObject")
    private static let isHooked = symbol(
        "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly"
    )

    static var isAvailable: Bool { unsafe hook != nil && isHooked != nil }

    /// How many objects `body` makes on this thread; `nil` where that cannot be told.
    static func during(_ body: () -> Void) -> Int? {
        guard let hook = unsafe hook, let isHooked = unsafe isHooked else { return nil }
        let function = unsafe hook.assumingMemoryBound(to: Allocate.self)
        if unsafe original == nil {
            unsafe original = unsafe function.pointee
            unsafe function.pointee = { type, size, alignment in
                if unsafe thread == pthread_self() { unsafe count += 1 }
                return unsafe original?(type, size, alignment)
            }
            unsafe isHooked.storeBytes(of: 1, as: UInt8.self)
        }
        unsafe count = 0
        unsafe thread = pthread_self()
        body()
        unsafe thread = 0
        return unsafe count
    }
}
#endif
