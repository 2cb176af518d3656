/// A snapshot in the making: the one before and what changes in it.
struct SnapshotDraft {
    private let before: FenceSnapshot
    private(set) var nextHandle: UInt32
    private(set) var edits = FenceEdits()
    private var touched: Set<Geofence.ID> = []
    private var added: [(handle: UInt32, fence: Geofence)] = []
    private var dropped: Set<UInt32> = []
    private var inactive: [Geofence.ID: Geofence]
    private let validator: FenceValidator

    /// How many geofences a delta may hold before it becomes part of a new base.
    static let deltaLimit = 4096

    init(_ before: FenceSnapshot, nextHandle: UInt32) throws(GeofenceError) {
        validator = try FenceValidator()
        self.before = before
        self.nextHandle = nextHandle
        inactive = before.inactive
    }

    var isUnchanged: Bool { edits.isEmpty && inactive == before.inactive }

    mutating func make(_ change: GeofenceChange) throws(GeofenceError) {
        switch change {
        case .upsert(let geofence): try upsert(geofence)
        case .remove(let id): try remove(id)
        }
    }

    private mutating func touch(_ id: Geofence.ID) throws(GeofenceError) {
        guard touched.insert(id).inserted else {
            throw GeofenceError(
                .duplicateIdentifier,
                "two changes name the geofence \"\(id)\"",
                at: InputLocation(geofence: id.rawValue),
                recovery: "Give one change for each geofence."
            )
        }
    }

    private mutating func upsert(_ geofence: Geofence) throws(GeofenceError) {
        try touch(geofence.id)
        let old = before.handle(of: geofence.id)
        if let old, before.fence(old) == geofence { return }
        try validator.check(geofence)
        inactive[geofence.id] = geofence.isActive ? nil : geofence
        var edit = FenceEdit(old: old, new: nil)
        if geofence.isActive {
            edit.new = nextHandle
            added.append((nextHandle, geofence))
            nextHandle += 1
        }
        if let old { dropped.insert(old) }
        guard edit.old != nil || edit.new != nil else { return }
        edits.append(edit, boxes: try boxes(edit, geofence))
    }

    private mutating func remove(_ id: Geofence.ID) throws(GeofenceError) {
        try touch(id)
        if let old = before.handle(of: id) {
            dropped.insert(old)
            edits.append(FenceEdit(old: old, new: nil), boxes: try boxes(FenceEdit(old: old), nil))
        } else if inactive.removeValue(forKey: id) == nil {
            throw GeofenceError(
                .unknownGeofence,
                "there is no geofence \"\(id)\"",
                at: InputLocation(geofence: id.rawValue),
                recovery: "Check the identifier; removing twice is an error."
            )
        }
    }

    private func boxes(_ edit: FenceEdit, _ geofence: Geofence?) throws(GeofenceError) -> [Box] {
        let fences = [edit.old.flatMap(before.fence), geofence].compactMap(\.self)
        let table = try FenceTable(fences)
        return table.parts.map(\.box) + table.circles.flatMap(\.circle.boxes)
    }

    /// The snapshot with all changes made.
    ///
    /// - Complexity: O(size of the delta), or of everything once the delta has grown beyond its limit.
    func snapshot() throws(GeofenceError) -> FenceSnapshot {
        let oldDelta = before.delta.map { layer in
            layer.table.fences.enumerated().map { (layer.handle(of: UInt32($0)), $1) }
        }
        let delta = (oldDelta ?? []).filter { !dropped.contains($0.0) } + added.map { ($0.handle, $0.fence) }
        let tombstones = before.tombstones.union(dropped.filter { before.base.slot(of: $0) != nil })
        if delta.count + tombstones.count > Self.deltaLimit {
            let rest = before.registered.filter { !dropped.contains($0.handle) } + added
            let base = try FenceSnapshot.Layer(rest.map(\.fence), handles: rest.map(\.handle), kind: before.kind)
            return FenceSnapshot(kind: before.kind, base: base, inactive: inactive)
        }
        return FenceSnapshot(
            kind: before.kind,
            base: before.base,
            delta: delta.isEmpty
                ? nil : try FenceSnapshot.Layer(delta.map(\.1), handles: delta.map(\.0), kind: before.kind),
            tombstones: tombstones,
            inactive: inactive
        )
    }
}
