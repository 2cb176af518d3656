/// The devices of one shard and what evaluating their fixes needs.
struct ShardState {
    private let number: Int
    private(set) var snapshot: FenceSnapshot
    var lookup: SnapshotLookup
    let order: FixOrder
    /// Whether what devices pass through between fixes is inferred, and up to where.
    let passThrough: PassThrough?
    var passageSearch = PassageSearch()
    /// By the number of the device in the shard.
    var devices: [DeviceState] = []
    var counts = FixCounts()
    var hits = HitList()
    var move = Move()
    /// Places already seen at a device's present time, for devices with several fixes at one time and no sequence.
    var placesAtSameTime: [Int: (time: Int64, places: [Coordinate])] = [:]

    init(
        number: Int,
        snapshot: FenceSnapshot,
        order: FixOrder,
        passThrough: PassThrough?
    ) throws(GeofenceError) {
        self.number = number
        self.snapshot = snapshot
        self.lookup = try SnapshotLookup(snapshot)
        self.order = order
        self.passThrough = passThrough
    }

    /// The slot in the registry of a device of this shard.
    func slot(of local: Int) -> UInt32 { UInt32(local * DeviceRegistry.shardCount + number) }

    /// The state of the device with this slot, if it has ever been met.
    func state(of device: UInt32) -> DeviceState? {
        let local = Int(device) / DeviceRegistry.shardCount
        return local < devices.count ? devices[local] : nil
    }

    mutating func count(_ reason: Rejection) { counts.reject(reason) }

    /// Goes over to another snapshot; memos know nothing of another base.
    mutating func replaceSnapshot(_ next: FenceSnapshot) throws(GeofenceError) {
        try lookup.replace(snapshot, with: next)
        if next.base.contents !== snapshot.base.contents {
            for local in devices.indices { devices[local].memo = LookupMemo() }
        }
        snapshot = next
    }

    /// The handles of the geofences that cover a place, ascending.
    mutating func handlesCovering(_ place: Coordinate) -> [UInt32] {
        lookup.lookUp(place, hits: &hits)
        return hits.slots
    }
}

/// A fix that was not used, by its place in the batch, and why.
package struct RejectedPick: BitwiseCopyable, Sendable {
    package var pick: UInt32
    package var reason: Rejection
}

extension Rejection: BitwiseCopyable {}
