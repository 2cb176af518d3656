internal import Synchronization

/// The devices of one shard behind one lock, which is held for a batch of fixes.
final class Shard: Sendable {
    let state: Mutex<ShardState>
    private let registry: DeviceRegistry

    init(
        number: Int,
        snapshot: FenceSnapshot,
        rules: EventRules,
        registry: DeviceRegistry
    ) throws(GeofenceError) {
        state = Mutex(try ShardState(number: number, snapshot: snapshot, rules: rules))
        self.registry = registry
    }

    /// Evaluates one fix of a device of this shard and appends its transitions to `transitions`.
    ///
    /// - Parameter device: The name of the fix's device; `nil` to ask the registry for it if there is a transition.
    /// - Returns: Why the fix was not used; `nil` if it was.
    func evaluate(_ fix: CompactFix, of device: DeviceID?, into transitions: inout [Transition]) -> Rejection? {
        state.withLock { $0.evaluate(fix, of: device, registry, into: &transitions) }
    }
}
