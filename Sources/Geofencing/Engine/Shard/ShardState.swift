/// The devices of one shard and what evaluating their fixes needs.
struct ShardState {
    private let number: Int
    private(set) var snapshot: FenceSnapshot
    /// Lent only while fixes are evaluated.
    var lookup: SnapshotLookup
    let rules: EventRules
    let trackLimits: TrackLimits
    /// Milliseconds, as `rules.maximumSegmentGap`: a Duration counts attoseconds, which takes time.
    let segmentGapLimit: Int64
    /// Finds what devices pass through between fixes, where the rules say so.
    var passageSearch = PassageSearch()
    /// Whether more than geometry decides for any geofence, so that `tracks` are kept.
    private(set) var isTracking: Bool
    /// Whether geofences have rules of their own.
    private(set) var hasOwnRules: Bool
    /// By the number of the device in the shard, as far as they were needed.
    var tracks: [DeviceTrack] = []
    var measure: FenceMeasure
    /// What policies saw, where that is kept.
    var evidence = EvidenceBook()
    /// By the number of the device in the shard.
    var devices: [DeviceState] = []
    var counts = FixCounts()
    /// Whether a fix came after one that it counts before, though neither is late.
    var hasDisorder = false
    var hits = HitList()
    var presence = PresenceChange()
    var stayEdits = StayEdits()
    /// Reused by `evaluate(_:of:into:)`.
    var records: [TransitionRecord] = []
    /// Places already seen at a device's present time, for devices with several fixes at one time and no sequence.
    var placesAtSameTime: [Int: PlacesAtOneTime] = [:]

    /// Visits that took no time, by the number of the device in the shard: another may begin at the same time.
    var instantVisits: [Int: [Geofence.ID: InstantVisits]] = [:]
    /// Devices that have many of them.
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

    /// The slot in the registry of a device of this shard.
    func slot(of local: Int) -> UInt32 { DeviceRegistry.slot(of: local, in: number) }

    /// The state of the device with this slot, if it has ever been met.
    func state(of device: UInt32) -> DeviceState? {
        let local = DeviceRegistry.number(of: device)
        return local < devices.count ? devices[local] : nil
    }

    /// Goes over to another snapshot; memos know nothing of another base.
    mutating func replaceSnapshot(_ next: FenceSnapshot) throws(GeofenceError) {
        try lookup.replace(snapshot, with: next)
        if next.base.contents !== snapshot.base.contents {
            for local in devices.indices { devices[local].memo = LookupMemo() }
        }
        snapshot = next
        measure.use(next)
        hasOwnRules = next.hasOwnRules
        isTracking = isTracking || hasOwnRules
    }

    /// Lets geometry alone decide again where no geofence is left that has rules of its own.
    ///
    /// - Returns: The slots of the devices of which something was undecided: the next fix decides it.
    mutating func endTracking() -> [UInt32] {
        guard isTracking, !hasOwnRules, rules.isGeometric else { return [] }
        let undecided = tracks.indices.filter { !tracks[$0].pending.isEmpty }
        // It would find the next fix in the geofences of the last one, as if these were those that the device is in.
        for local in undecided { devices[local].memo = LookupMemo() }
        isTracking = false
        tracks = []
        return undecided.map(slot)
    }

    /// The handles of the geofences that cover a place, ascending.
    mutating func handlesCovering(_ place: Coordinate) -> [UInt32] {
        lookup.lookUp(place, hits: &hits)
        return hits.slots
    }
}
