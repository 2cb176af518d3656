/// A snapshot under construction: the previous one and the changes to it.
struct SnapshotDraft {
    private let before: FenceSnapshot
    private(set) var nextHandle: UInt32
    private(set) var edits = FenceEdits()
    private var touched: Set<Geofence.ID> = []
    private var base: FenceLayer
    private var delta: [FenceLayer]
    private var added: [FreshFences.Fence] = []
    private var dropped: Set<UInt32> = []
    private var inactive: [Geofence.ID: Geofence]
    private var changesInactive = false

    init(_ before: FenceSnapshot, nextHandle: UInt32) {
        self.before = before
        self.nextHandle = nextHandle
        base = before.base
        delta = before.delta
        inactive = before.inactive
    }

    var isUnchanged: Bool { edits.isEmpty && !changesInactive }

    mutating func make(_ change: GeofenceChange, _ validator: FenceValidator) throws(GeofenceError) {
        switch change {
        case .upsert(let geofence): try upsert(geofence, validator)
        case .remove(let id): try remove(id)
        }
    }

    private mutating func touch(_ id: Geofence.ID) throws(GeofenceError) {
        guard touched.insert(id).inserted else { throw GeofenceError.twoChanges(of: id) }
    }

    private mutating func upsert(_ geofence: Geofence, _ validator: FenceValidator) throws(GeofenceError) {
        try touch(geofence.id)
        let old = before.handle(of: geofence.id)
        if let old, before.fence(old) == geofence { return }
        if before.inactive[geofence.id] == geofence { return }
        try validator.check(geofence)
        setInactive(geofence.id, geofence.isActive ? nil : geofence)
        var edit = FenceEdit(old: old, new: nil)
        var boxes: [Box] = []
        if let old { boxes += drop(old) }
        if geofence.isActive {
            let fence = try FreshFences.Fence(geofence, handle: nextHandle)
            edit.new = nextHandle
            edit.keepsShape = old.flatMap { before.fence($0)?.region.isSameShape(as: geofence.region) } ?? false
            added.append(fence)
            boxes += fence.boxes
            nextHandle += 1
        }
        guard edit.old != nil || edit.new != nil else { return }
        edits.append(edit, boxes: boxes)
    }

    private mutating func remove(_ id: Geofence.ID) throws(GeofenceError) {
        try touch(id)
        if let old = before.handle(of: id) {
            edits.append(FenceEdit(old: old, new: nil), boxes: drop(old))
        } else if before.inactive[id] != nil {
            setInactive(id, nil)
        } else {
            throw GeofenceError(
                .unknownGeofence,
                "there is no geofence \"\(id)\"",
                at: InputLocation(geofence: id.rawValue),
                recovery: "Check the identifier; removing a geofence twice is an error."
            )
        }
    }

    /// Copies the inactive geofences only if they really change.
    private mutating func setInactive(_ id: Geofence.ID, _ geofence: Geofence?) {
        guard inactive[id] != geofence else { return }
        inactive[id] = geofence
        changesInactive = true
    }

    /// Removes a geofence from its layer and returns the boxes that hold it.
    private mutating func drop(_ handle: UInt32) -> [Box] {
        switch before.place(of: handle) {
        case .layer(let number, let slot):
            if number == 0 { base.remove(slot) } else { delta[number - 1].remove(slot) }
            return before.layer(number).contents.table.boxes(ofFence: slot)
        case .fresh(let position):
            dropped.insert(handle)
            return before.fresh.fences[position].boxes
        case nil: return []
        }
    }

    /// Returns the snapshot with all changes made.
    ///
    /// - Parameter layersInMerge: The number of layers of the delta that a merge is working on and that must not
    ///   change; `nil` if there is no merge. Without one, a snapshot that needs merging has no fresh geofences.
    /// - Complexity: O(1) for a few changes as a rule; from time to time a layer of the delta is built from the latest
    ///   changes, O(log *n*) for each change on average.
    func snapshot(_ limits: DeltaLimits, layersInMerge: Int?) throws(GeofenceError) -> FenceSnapshot {
        var fresh = before.fresh
        if !dropped.isEmpty { fresh = fresh.removing(dropped) }
        if !added.isEmpty { fresh = fresh.adding(added) }
        let next = FenceSnapshot(kind: before.kind, base: base, delta: delta, fresh: fresh, inactive: inactive)
        if layersInMerge == nil, next.wantsMerge(limits) { return try next.layeringFresh(above: delta.count) }
        return limits.wantsLayer(fresh) ? try next.layeringFresh(above: layersInMerge ?? 0) : next
    }
}
