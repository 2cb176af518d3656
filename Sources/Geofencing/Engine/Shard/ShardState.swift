/// The devices of one shard and everything needed to evaluate their fixes.
struct ShardState {
    private let number: Int
    private(set) var snapshot: FenceSnapshot
    /// The value `lent` only while fixes are evaluated.
    var lookup: SnapshotLookup
    let rules: EventRules
    let trackLimits: TrackLimits
    /// `rules.maximumSegmentGap` in milliseconds: a Duration counts attoseconds, which takes time.
    let segmentGapLimit: Int64
    /// Finds the geofences that devices pass through between fixes, if the rules say so.
    var passageSearch = PassageSearch()
    /// Whether more than geometry decides for any geofence, so that `tracks` must be kept.
    private(set) var isTracking: Bool
    /// Whether geofences have rules of their own.
    private(set) var hasOwnRules: Bool
    /// By the number of the device in the shard, as far as needed so far.
    var tracks: [DeviceTrack] = []
    var measure: FenceMeasure
    /// The evidence that policies saw, if it is kept.
    var evidence = ShardEvidence()
    /// By the number of the device in the shard.
    var devices: [DeviceState] = []
    var counts = FixCounts()
    /// Whether a fix arrived after one that it counts before, though neither is late.
    var hasDisorder = false
    /// What the last lookup has found; a buffer, as the next three are.
    var hits = HitList()
    var presence = PresenceChange()
    var stayEdits = StayEdits()
    /// Reused by `evaluate(_:of:_:into:)`.
    var records: [TransitionRecord] = []
    /// Positions already seen at a device's current time, for devices with several fixes at one time and no sequence.
    var placesAtSameTime: [Int: PositionsAtOneTime] = [:]

    /// Visits without duration, by the number of the device in the shard: another may begin at the same time.
    var instantVisits: [Int: [Geofence.ID: InstantVisits]] = [:]
    /// Devices that have more than 32 such visits, some of which may be of no use any more.
    var crowded: Set<Int> = []

    init(number: Int, snapshot: FenceSnapshot, rules: EventRules) throws(GeofenceError) {
        self.number = number
        self.snapshot = snapshot
        self.lookup = try SnapshotLookup(snapshot)
        self.rules = rules
        trackLimits = TrackLimits(rules)
        segmentGapLimit = rules.maximumSegmentGap.milliseconds
        measure = FenceMeasure(snapshot)
        hasOwnRules = snapshot.hasOwnRules
        isTracking = !rules.isGeometric || hasOwnRules
    }

    /// Returns the registry slot of a device of this shard.
    func slot(of local: Int) -> UInt32 { DeviceRegistry.slot(of: local, in: number) }

    /// Returns the state of the device with this slot, if it has ever been seen.
    func state(of device: UInt32) -> DeviceState? {
        let local = DeviceRegistry.number(of: device)
        return local < devices.count ? devices[local] : nil
    }

    /// Switches to another snapshot; if the base differs, memos are reset, because they are tied to a base.
    mutating func replaceSnapshot(_ next: FenceSnapshot) throws(GeofenceError) {
        try lookup.replace(snapshot, with: next)
        if next.base.contents !== snapshot.base.contents {
            for local in devices.indices { devices[local].memo = LookupMemo() }
        }
        snapshot = next
        measure.adopt(next)
        hasOwnRules = next.hasOwnRules
        isTracking = isTracking || hasOwnRules
    }

    /// Begins to follow policies, where geometry alone has decided so far.
    mutating func beginTracking() {
        // Only these may be known to be elsewhere than they were measured.
        for local in devices.indices where devices[local].isOpen { followUndecided(local) }
    }

    /// Makes what a device's last fix says against what is known of the device pending, where it is not yet: other
    /// rules have left it undecided, and nobody knows any more which fix was the first to say so.
    mutating func followUndecided(_ local: Int) {
        guard isTracking, devices[local].hasFix else { return }
        makeRoom(for: local + 1)
        let device = devices[local]
        lookup.lookUp(device.coordinate, hits: &hits)
        var pending = tracks[local].pending
        // Without a fix before it: that one may have been on the same side.
        updatePending(device, &pending, device.lastFix(of: slot(of: local)), nil, .movement)
        tracks[local].pending = pending
    }

    /// Returns to geometry alone if no geofence with its own rules is left.
    ///
    /// - Returns: The slots of the devices that had pending transitions: the next fix decides these.
    mutating func endTracking() -> [UInt32] {
        guard isTracking, !hasOwnRules, rules.isGeometric else { return [] }
        let undecided = tracks.indices.filter { !tracks[$0].pending.isEmpty }
        // The memo would find the next fix in the geofences of the last one, as if these were those that the device is
        // in.
        for local in undecided { devices[local].memo = LookupMemo() }
        isTracking = false
        tracks = []
        return undecided.map(slot)
    }

    /// Returns the handles of the geofences that cover a point, ascending.
    mutating func handlesCovering(_ place: Coordinate) -> [UInt32] {
        lookup.lookUp(place, hits: &hits)
        return hits.fences
    }
}
