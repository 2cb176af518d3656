#if canImport(Glibc)
import Geofencing
import Glibc
import Synchronization
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
                    let own = picks[shard]
                    engine.evaluate(
                        fixes.span,
                        picks: own.span,
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

private typealias Allocate = @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

/// The thread whose objects are counted, and how many it has made.
private let countedThread = Atomic<UInt>(0)
private let objectCount = Atomic(0)
/// `swift_allocObject` itself; written once, before anything is counted.
nonisolated(unsafe) private var allocate: Allocate?

private func count(_ type: UnsafeRawPointer?, _ size: Int, _ alignment: Int) -> UnsafeMutableRawPointer? {
    if countedThread.load(ordering: .relaxed) == pthread_self() { objectCount.add(1, ordering: .relaxed) }
    return unsafe allocate?(type, size, alignment)
}

/// Stands between the program and `swift_allocObject` for as long as it counts.
private enum AllocationCount {
    static let isAvailable = install()

    private static func install() -> Bool {
        let flag = "_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly"
        guard let hook = unsafe dlsym(nil, "_swift_allocObject"), let isHooked = unsafe dlsym(nil, flag) else {
            return false
        }
        let function = unsafe hook.assumingMemoryBound(to: Allocate.self)
        unsafe allocate = unsafe function.pointee
        unsafe function.pointee = count
        unsafe isHooked.storeBytes(of: 1, as: UInt8.self)
        return true
    }

    /// How many objects `body` makes on this thread; `nil` where that cannot be told.
    static func during(_ body: () -> Void) -> Int? {
        guard isAvailable else { return nil }
        objectCount.store(0, ordering: .relaxed)
        countedThread.store(UInt(pthread_self()), ordering: .relaxed)
        body()
        countedThread.store(0, ordering: .relaxed)
        return objectCount.load(ordering: .relaxed)
    }
}
#endif
