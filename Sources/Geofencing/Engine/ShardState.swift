/// The devices of one shard and what evaluating their fixes needs.
struct ShardState {
    private let number: Int
    private(set) var snapshot: FenceSnapshot
    private var lookup: SnapshotLookup
    private let order: FixOrder
    private(set) var devices: [DeviceState] = []
    private(set) var counts = FixCounts()
    private var hits = HitList()
    /// Places already seen at a device's present time, for devices with several fixes at one time and no sequence.
    private var placesAtSameTime: [Int: [Coordinate]] = [:]

    init(number: Int, snapshot: FenceSnapshot, order: FixOrder) throws(GeofenceError) {
        self.number = number
        self.snapshot = snapshot
        self.lookup = try SnapshotLookup(snapshot)
        self.order = order
    }

    /// Evaluates the fixes at `picks` in turn, all of devices of this shard.
    ///
    /// Appends to `records` for each fix EXIT before ENTER and each by geofence identifier, and to `rejected` the picks
    /// that were not used.
    mutating func evaluate(
        _ fixes: Span<CompactFix>,
        picks: Span<UInt32>,
        records: inout [TransitionRecord],
        rejected: inout [RejectedPick]
    ) {
        switch lookup {
        case .plain(.reference(var own)):
            run(fixes, picks, &own, &records, &rejected)
            lookup = .plain(.reference(own))
        case .layered(var own):
            run(fixes, picks, &own, &records, &rejected)
            lookup = .layered(own)
        }
    }

    /// Evaluates one fix of a device of this shard.
    mutating func evaluate(_ fix: CompactFix, records: inout [TransitionRecord]) {
        let picks: [UInt32] = [0]
        var rejected: [RejectedPick] = []
        evaluate(CollectionOfOne(fix).span, picks: picks.span, records: &records, rejected: &rejected)
    }

    @inline(__always)
    private mutating func run(
        _ fixes: Span<CompactFix>,
        _ picks: Span<UInt32>,
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord],
        _ rejected: inout [RejectedPick]
    ) {
        for position in picks.indices {
            let pick = picks[position]
            if let reason = step(fixes[Int(pick)], &lookup, &records) {
                counts.reject(reason)
                rejected.append(RejectedPick(pick: pick, reason: reason))
            } else {
                counts.used += 1
            }
        }
    }

    /// Evaluates one fix; the result says why it was not used, if it was not.
    @inline(__always)
    private mutating func step(
        _ fix: CompactFix,
        _ lookup: inout some PlaceLookup,
        _ records: inout [TransitionRecord]
    ) -> Rejection? {
        let local = Int(fix.device) / DeviceRegistry.shardCount
        while devices.count <= local { devices.append(DeviceState()) }
        if fix.time <= devices[local].time, let reason = rejection(of: fix, local) { return reason }
        let isFirst = !devices[local].hasFix
        if fix.time != devices[local].time, !placesAtSameTime.isEmpty { placesAtSameTime[local] = nil }
        devices[local].time = fix.time
        devices[local].sequence = fix.sequence
        devices[local].latitude = fix.latitude
        devices[local].longitude = fix.longitude
        let place = Coordinate(latitude: fix.latitude, longitude: fix.longitude)
        if lookup.lookUp(x: place.indexedLongitude, y: place.latitude, memo: &devices[local].memo, hits: &hits) {
            move(local, to: hits.slots, device: fix.device, cause: isFirst ? .initial : .movement, &records)
        }
        return nil
    }

    /// The slot in the registry of a device of this shard.
    func deviceSlot(_ local: Int) -> UInt32 { UInt32(local * DeviceRegistry.shardCount + number) }

    /// The state of the device with this slot, if it has ever been met.
    func state(of device: UInt32) -> DeviceState? {
        let local = Int(device) / DeviceRegistry.shardCount
        return local < devices.count ? devices[local] : nil
    }

    mutating func count(_ reason: Rejection) { counts.reject(reason) }

    mutating func setStays(_ stays: [Stay], of local: Int) { devices[local].stays = stays }

    mutating func replaceSnapshot(_ next: FenceSnapshot) throws(GeofenceError) {
        lookup = try SnapshotLookup(next)
        snapshot = next
    }

    /// The handles of the geofences that cover a place, ascending.
    mutating func handlesCovering(_ place: Coordinate) -> [UInt32] {
        lookup.lookUp(place, hits: &hits)
        return hits.slots
    }

    /// Why a fix that is not newer than the device's last one may not be used.
    private mutating func rejection(of fix: CompactFix, _ local: Int) -> Rejection? {
        let device = devices[local]
        let last = Coordinate(latitude: device.latitude, longitude: device.longitude)
        let place = Coordinate(latitude: fix.latitude, longitude: fix.longitude)
        if fix.time == device.time, fix.sequence == device.sequence {
            if fix.sequence != CompactFix.noSequence || place == last { return .duplicate }
            if order == .time {
                if placesAtSameTime[local, default: [last]].contains(place) { return .duplicate }
                placesAtSameTime[local, default: [last]].append(place)
            }
        } else if order == .time, fix.time < device.time || fix.sequence < device.sequence {
            return .late
        }
        return nil
    }

    /// Takes a device to the geofences it is in now and records what that means.
    private mutating func move(
        _ local: Int,
        to fences: [UInt32],
        device: UInt32,
        cause: Transition.Cause,
        _ records: inout [TransitionRecord]
    ) {
        let stays = devices[local].stays
        if stays.count == fences.count, zip(stays, fences).allSatisfy({ $0.fence == $1 }) { return }
        let time = devices[local].time
        var kept: [Stay] = []
        kept.reserveCapacity(fences.count)
        var exits: [UInt32] = []
        var enters: [UInt32] = []
        var old = 0
        for fence in fences {
            while old < stays.count, stays[old].fence < fence {
                exits.append(stays[old].fence)
                old += 1
            }
            if old < stays.count, stays[old].fence == fence {
                kept.append(stays[old])
                old += 1
            } else {
                kept.append(Stay(fence: fence, since: time))
                enters.append(fence)
            }
        }
        exits.append(contentsOf: stays[old...].lazy.map(\.fence))
        devices[local].stays = kept
        record(.exit, exits, cause: .movement, devices[local], device, &records)
        record(.enter, enters, cause: cause, devices[local], device, &records)
    }

    /// Records transitions of one kind by geofence identifier, unless the geofence mutes them.
    private func record(
        _ kind: Transition.Kind,
        _ fences: [UInt32],
        cause: Transition.Cause,
        _ state: DeviceState,
        _ device: UInt32,
        _ records: inout [TransitionRecord]
    ) {
        let sorted = fences.count > 1 ? snapshot.sortedByID(fences) : fences
        for fence in sorted where snapshot.reports(kind, fence) {
            records.append(TransitionRecord(kind, cause: cause, fence: fence, device: device, state))
        }
    }
}

/// A fix that was not used, by its place in the batch, and why.
package struct RejectedPick: BitwiseCopyable, Sendable {
    package var pick: UInt32
    package var reason: Rejection
}

extension Rejection: BitwiseCopyable {}
