internal import Synchronization

// SAFETY: the locks are created by `init`, which frees those it has created if it fails, and are freed in `deinit`. All
// mutable state is behind them, hence `@unchecked Sendable`. The shard number is checked.

/// One value per shard of devices, each behind its own lock.
///
/// The locks are contiguous in memory. If each were an object of its own, its references would be counted at every
/// call, which takes as long as locking.
@safe
final class Sharded<Value>: @unchecked Sendable {
    private let locks: UnsafeMutablePointer<Mutex<Value>>

    init<Failure>(_ make: (_ shard: Int) throws(Failure) -> sending Value) throws(Failure) {
        let locks = UnsafeMutablePointer<Mutex<Value>>.allocate(capacity: DeviceRegistry.shardCount)
        for shard in 0..<DeviceRegistry.shardCount {
            do throws(Failure) {
                unsafe (locks + shard).initialize(to: Mutex(try make(shard)))
            } catch {
                unsafe locks.deinitialize(count: shard)
                unsafe locks.deallocate()
                throw error
            }
        }
        unsafe self.locks = locks
    }

    deinit {
        unsafe locks.deinitialize(count: DeviceRegistry.shardCount)
        unsafe locks.deallocate()
    }

    /// Calls `body` with exclusive access to the value of a shard.
    @inline(__always)
    func withLock<Result, Failure>(
        shard: Int,
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        precondition(shard >= 0 && shard < DeviceRegistry.shardCount, "The shard number must be in range.")
        return try unsafe locks[shard].withLock(body)
    }

    /// Calls `body` with exclusive access to the value of the shard that the device in a slot belongs to.
    @inline(__always)
    func withLock<Result, Failure>(
        of device: UInt32,
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try withLock(shard: DeviceRegistry.shard(of: device), body)
    }

    /// Calls `body` with exclusive access to the value of each shard in turn.
    func withEach<Failure>(_ body: (inout sending Value) throws(Failure) -> Void) throws(Failure) {
        for shard in 0..<DeviceRegistry.shardCount {
            try withLock(shard: shard) { value throws(Failure) in try body(&value) }
        }
    }
}
