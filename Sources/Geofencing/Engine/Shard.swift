internal import Synchronization

/// The devices of one shard behind one lock, which is held for a batch of fixes.
final class Shard: Sendable {
    let state: Mutex<ShardState>

    init(number: Int, snapshot: FenceSnapshot, rules: EventRules) throws(GeofenceError) {
        state = Mutex(try ShardState(number: number, snapshot: snapshot, rules: rules))
    }
}
