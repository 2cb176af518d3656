/// The effect of an edit on one geofence: its handle before and its handle after.
struct FenceEdit: Sendable {
    /// The handle before; `nil` for a new geofence.
    var old: UInt32?
    /// The handle after; `nil` for a removed geofence.
    var new: UInt32?
    /// Whether its shape is unchanged, so that no device enters or leaves because of it.
    var keepsShape = false

    var exitCause: Transition.Cause { new == nil ? .geofenceRemoved : .geofenceChanged }
    var enterCause: Transition.Cause { old == nil ? .geofenceAdded : .geofenceChanged }
}

/// All changes of one call.
struct FenceEdits: Sendable {
    private(set) var byOld: [UInt32: FenceEdit] = [:]
    private(set) var byNew: [UInt32: FenceEdit] = [:]
    /// Boxes that hold every point where the covering geofences may change, and one box around them all.
    private(set) var boxes: [Box] = []
    private(set) var extent = Box.empty

    var isEmpty: Bool { byOld.isEmpty && byNew.isEmpty }

    mutating func append(_ edit: FenceEdit, boxes: [Box]) {
        if let old = edit.old { byOld[old] = edit }
        if let new = edit.new { byNew[new] = edit }
        self.boxes += boxes
        for box in boxes { extent.enlarge(box) }
    }

    /// Returns the new handle of a geofence that keeps its shape, given its old handle; `nil` for all others.
    func renamed(_ handle: UInt32) -> UInt32? {
        guard let edit = byOld[handle], edit.keepsShape else { return nil }
        return edit.new
    }

    /// Returns whether the geofences that cover a point may have changed; `true` if there are too many boxes to be
    /// worth checking.
    func mayChange(x: Double, y: Double) -> Bool {
        boxes.count > 32 || boxes.contains { $0.contains(x: x, y: y) }
    }
}
