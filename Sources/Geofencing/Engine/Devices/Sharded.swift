internal import Synchronization

// SAFETY: the locks are made by `init`, which frees those it has made if it fails, and are freed in `deinit`. What changes is
// behind them, hence `@unchecked Sendable`. The number of a shard is checked.

/// A value for each shard of devices, each behind a lock of its own.
///
/// The locks stand side by side in memory. As objects of their own each would have its references counted at every call, which
/// takes as long as locking.
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

    /// Works on the value of a shard while nobody else does.
    @inline(__always)
    func withLock<Result, Failure>(
        shard: Int,
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        precondition(shard >= 0 && shard < DeviceRegistry.shardCount, "There is a shard of this number.")
        return try unsafe locks[shard].withLock(body)
    }

    /// Works on the value of the shard of the device in a slot.
    @inline(__always)
    func withLock<Result, Failure>(
        of device: UInt32,
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try withLock(shard: DeviceRegistry.shard(of: device), body)
    }

    /// Works on the values of all shards in turn.
    func withEach<Failure>(_ body: (inout sending Value) throws(Failure) -> Void) throws(Failure) {
        for shard in 0..<DeviceRegistry.shardCount {
            try withLock(shard: shard) { value throws(Failure) in try body(&value) }
        }
    }
}
