/// The registered geofences at one moment: an immutable base, a delta of later ones in a few layers of decreasing size,
/// and the latest ones in a list.
///
/// A *handle* is a geofence's number until it is edited in any way or removed; no other geofence ever gets it. Handles
/// ascend within each layer and from layer to layer, so hits stay in order.
final class FenceSnapshot: Sendable {
    let kind: EngineKind
    let base: FenceLayer
    let delta: [FenceLayer]
    let fresh: FreshFences
    /// Whether all registered geofences report both ENTER and EXIT.
    let reportsAll: Bool
    /// Geofences that are known but not active, by identifier.
    let inactive: [Geofence.ID: Geofence]
    private let lazyMarks = Lazy<FenceMarks>()

    init(
        kind: EngineKind,
        base: FenceLayer,
        delta: [FenceLayer] = [],
        fresh: FreshFences = FreshFences(),
        inactive: [Geofence.ID: Geofence] = [:]
    ) {
        self.kind = kind
        self.base = base
        self.delta = delta
        self.fresh = fresh
        self.inactive = inactive
        reportsAll =
            base.contents.table.reportsAll && delta.allSatisfy(\.contents.table.reportsAll)
            && fresh.fences.allSatisfy { $0.geofence.notifyOnEntry && $0.geofence.notifyOnExit }
    }

    /// The marks of the registered geofences.
    var marks: FenceMarks { lazyMarks.value { FenceMarks(self) } }

    var layers: [FenceLayer] { [base] + delta }

    /// Whether the base alone answers lookups and its slots are handles.
    var isPlain: Bool { delta.isEmpty && fresh.isEmpty && base.removed.isEmpty && base.contents.handles == nil }

    /// Whether any geofence may be a polygon.
    var hasPolygons: Bool { base.hasPolygons || delta.contains(where: \.hasPolygons) || !fresh.isEmpty }

    /// The number of registered geofences.
    var count: Int { delta.reduce(base.count + fresh.count) { $0 + $1.count } }

    /// The number of geofences that have been added and removed since the base was built, as far as they slow down
    /// lookups.
    var editCount: Int {
        delta.reduce(base.removed.count + fresh.count) { $0 + $1.contents.table.fences.count }
    }

    /// Returns the geofence with this handle.
    func fence(_ handle: UInt32) -> Geofence? {
        switch place(of: handle) {
        case .layer(let number, let slot): layer(number).fence(slot)
        case .fresh(let position): fresh.fences[position].geofence
        case nil: nil
        }
    }

    /// Returns the identifier of the geofence with this handle.
    func id(_ handle: UInt32) -> Geofence.ID? {
        // Nearly all geofences are in the base.
        if let slot = base.contents.slot(of: handle) { return base.contents.table.ids[slot] }
        return fence(handle)?.id
    }

    /// Prefetches a geofence's identifier, if it is in the base.
    func prefetchID(_ handle: UInt32) {
        if let slot = base.contents.slot(of: handle) { base.contents.table.ids.prefetch(slot) }
    }

    /// Returns the handle of the registered geofence with this identifier.
    func handle(of id: Geofence.ID) -> UInt32? {
        if let fence = fresh.fence(id) { return fence.handle }
        for layer in delta {
            if let slot = layer.slot(of: id) { return layer.contents.handle(of: UInt32(slot)) }
        }
        return base.slot(of: id).map { base.contents.handle(of: UInt32($0)) }
    }

    /// Returns the known geofence with this identifier, registered or not.
    func known(_ id: Geofence.ID) -> Geofence? { handle(of: id).flatMap(fence) ?? inactive[id] }

    /// Whether handles are in the order of identifiers, as the slots of the first base are.
    var isSortedByID: Bool { isPlain && base.contents.slotsByID == nil }

    /// Returns the handles of registered geofences in ascending order of identifier.
    func sortedByID(_ handles: [UInt32]) -> [UInt32] {
        if isSortedByID { return handles }
        return handles.compactMap { handle in id(handle).map { (handle, $0) } }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// Returns the identifiers of registered geofences, ascending, given their handles, ascending.
    func ids(of handles: ArraySlice<UInt32>) -> [Geofence.ID] { sortedByID(Array(handles)).compactMap(id) }

    /// Returns whether one registered geofence's identifier comes before another's; if either is no longer registered,
    /// compares their handles.
    func precedesByID(_ one: UInt32, _ other: UInt32) -> Bool {
        guard !isSortedByID, let first = id(one), let second = id(other) else { return one < other }
        return first < second
    }

    /// Sorts the transitions of one fix into output order: time, EXIT before ENTER before DWELL, geofence.
    ///
    /// - Parameter first: The index of the fix's first transition.
    func sortByOutput(_ records: inout [TransitionRecord], from first: Int) {
        records.sort(from: first) { one, other in
            if one.time != other.time { return one.time < other.time }
            if one.kind != other.kind { return one.kind.order < other.kind.order }
            return precedesByID(one.fence, other.fence)
        }
    }

    /// Returns whether a geofence wants its ENTERs or its EXITs reported.
    func reports(_ kind: Transition.Kind, _ handle: UInt32) -> Bool {
        if reportsAll { return true }
        // Nearly all geofences are in the base, and removed ones have no new transitions.
        if let slot = base.contents.slot(of: handle) {
            let table = base.contents.table
            return kind == .enter ? table.reportsEntry[slot] : table.reportsExit[slot]
        }
        guard let fence = fence(handle) else { return false }
        return kind == .enter ? fence.notifyOnEntry : fence.notifyOnExit
    }

    /// All registered geofences, in ascending order of handle.
    var registered: [Geofence] {
        var result: [Geofence] = []
        for layer in layers {
            for (slot, fence) in layer.contents.table.fences.enumerated() where !layer.removed.contains(slot) {
                result.append(fence)
            }
        }
        return result + fresh.fences.map(\.geofence)
    }
}
