/// What an edit does to one geofence: the handle it had and the handle it has.
struct FenceEdit: Sendable {
    /// The handle before; `nil` for a new geofence.
    var old: UInt32?
    /// The handle after; `nil` for a removed geofence.
    var new: UInt32?
    /// Whether it is where it was, so that nobody comes in or goes out by it.
    var keepsShape = false

    var exitCause: Transition.Cause { new == nil ? .geofenceRemoved : .geofenceChanged }
    var enterCause: Transition.Cause { old == nil ? .geofenceAdded : .geofenceChanged }
}

/// All that one call changes.
struct FenceEdits: Sendable {
    private(set) var byOld: [UInt32: FenceEdit] = [:]
    private(set) var byNew: [UInt32: FenceEdit] = [:]
    /// Boxes that hold every place whose answer may change, and one around them.
    private(set) var boxes: [Box] = []
    private(set) var extent = Box.empty

    var isEmpty: Bool { byOld.isEmpty && byNew.isEmpty }

    mutating func append(_ edit: FenceEdit, boxes: [Box]) {
        if let old = edit.old { byOld[old] = edit }
        if let new = edit.new { byNew[new] = edit }
        self.boxes += boxes
        for box in boxes { extent.enlarge(box) }
    }

    /// The handle after of a geofence that keeps its shape, by the handle before; `nil` for all others.
    func renamed(_ handle: UInt32) -> UInt32? {
        guard let edit = byOld[handle], edit.keepsShape else { return nil }
        return edit.new
    }

    /// Whether the answer at a place may have changed; `true` when there are too many boxes to be worth asking.
    func mayChange(x: Double, y: Double) -> Bool {
        boxes.count > 32 || boxes.contains { $0.contains(x: x, y: y) }
    }
}
