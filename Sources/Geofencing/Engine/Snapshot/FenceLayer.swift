/// Geofences with a common index, less those that have been removed since it was built.
struct FenceLayer: Sendable {
    let contents: Contents
    /// The slots of geofences that are no longer registered.
    private(set) var removed = SlotSet()
    /// The number of registered geofences of the layer that have a policy or a dwell of their own.
    private(set) var ownRulesCount: Int

    init(_ contents: Contents) {
        self.contents = contents
        ownRulesCount = contents.ownRules == nil ? 0 : contents.table.fences.count(where: \.hasOwnRules)
    }

    /// The number of geofences of the layer that are registered.
    var count: Int { contents.table.fences.count - removed.count }

    /// Whether any geofence of the layer, registered or not, is a polygon.
    var hasPolygons: Bool { !contents.table.parts.isEmpty }

    func fence(_ slot: Int) -> Geofence { contents.table.fences[slot] }

    /// Returns the slot of the registered geofence with this identifier.
    func slot(of id: Geofence.ID) -> Int? {
        contents.slot(of: id).flatMap { removed.contains($0) ? nil : $0 }
    }

    /// Removes a registered geofence.
    mutating func remove(_ slot: Int) {
        removed.insert(slot)
        if fence(slot).hasOwnRules { ownRulesCount -= 1 }
    }

    /// Appends the handles of those of a lookup's slots that are registered.
    @inline(__always)
    func appendHandles(of slots: borrowing HitList, to hits: inout HitList) {
        for position in 0..<slots.count {
            let slot = slots[position]
            if removed.isEmpty || !removed.contains(Int(slot)) { hits.append(contents.handle(of: slot)) }
        }
    }
}

extension FenceLayer {
    /// A table with its index and the handles of its slots.
    final class Contents: Sendable {
        let table: FenceTable
        let index: FenceIndex
        private let lazyNearest = Lazy<NearestTree>()
        private let lazyBoundaries = Lazy<BoundaryTree>()
        /// The rules that geofences set themselves, by slot; `nil` if none does.
        let ownRules: [FenceRules?]?
        /// The handle of each slot, ascending; `nil` if slots and handles are the same numbers.
        let handles: [UInt32]?
        /// The slots in ascending order of identifier; `nil` if they already are in that order.
        let slotsByID: [UInt32]?

        /// Creates the first layer of an engine from geofences in ascending order of identifier.
        init(sorted fences: [Geofence], kind: EngineKind, threads: Int = 1) throws(GeofenceError) {
            table = try FenceTable(fences)
            index = try FenceIndex(table, kind: kind, threads: threads)
            ownRules = FenceRules.own(of: table.fences)
            handles = nil
            slotsByID = nil
        }

        /// Creates a layer from the registered geofences of several layers, whose handles ascend from one layer to the
        /// next, and of `fresh`.
        init(
            merging layers: some Sequence<FenceLayer>,
            _ fresh: FreshFences,
            kind: EngineKind,
            limits: CellLimits? = nil
        ) throws(GeofenceError) {
            var sum = MergedFences()
            for layer in layers { sum.append(layer) }
            sum.append(fresh)
            table = try FenceTable(sum.fences)
            index = try FenceIndex(table, kind: kind, limits: limits)
            ownRules = FenceRules.own(of: table.fences)
            handles = sum.handles
            slotsByID = sum.slotsByID
        }

        var nearest: NearestTree { lazyNearest.value { NearestTree(table: table) } }

        var boundaries: BoundaryTree { lazyBoundaries.value { BoundaryTree(table) } }

        var isReadyForNearest: Bool { lazyNearest.isMade }
        var isReadyToMeasure: Bool { lazyBoundaries.isMade }

        /// Builds what `former` has already built, so that whoever needs it again does not have to wait.
        func makeReady(as former: Contents) {
            if former.isReadyForNearest { _ = nearest }
            if former.isReadyToMeasure { _ = boundaries }
        }

        func handle(of slot: UInt32) -> UInt32 { handles.map { $0[Int(slot)] } ?? slot }

        func slot(of handle: UInt32) -> Int? {
            guard let handles else { return Int(handle) < table.fences.count ? Int(handle) : nil }
            return handles.position(of: handle) { $0 }
        }

        func slot(of id: Geofence.ID) -> Int? {
            let ids = table.ids
            guard let slotsByID else { return ids.position(of: id) { $0 } }
            return slotsByID.position(of: id) { ids[Int($0)] }.map { Int(slotsByID[$0]) }
        }
    }
}

/// Geofences by ascending handle, with their order by identifier, combined from several layers.
private struct MergedFences {
    var fences: [Geofence] = []
    var handles: [UInt32] = []
    var slotsByID: [UInt32] = []

    mutating func append(_ layer: FenceLayer) {
        var order: [UInt32] = []
        let contents = layer.contents
        let old = contents.table.fences
        fences.reserveCapacity(fences.count + layer.count)
        handles.reserveCapacity(handles.count + layer.count)
        var moved = [UInt32](repeating: .max, count: old.count)
        for slot in old.indices where !layer.removed.contains(slot) {
            moved[slot] = UInt32(fences.count)
            fences.append(old[slot])
            handles.append(contents.handle(of: UInt32(slot)))
        }
        order.reserveCapacity(layer.count)
        for position in old.indices {
            let slot = moved[contents.slotsByID.map { Int($0[position]) } ?? position]
            if slot != .max { order.append(slot) }
        }
        merge(order)
    }

    mutating func append(_ fresh: FreshFences) {
        let first = fences.count
        for fence in fresh.fences {
            fences.append(fence.geofence)
            handles.append(fence.handle)
        }
        merge((first..<fences.count).map(UInt32.init).sorted { fences[Int($0)].id < fences[Int($1)].id })
    }

    /// Merges slots in order of identifier into the existing ones.
    private mutating func merge(_ order: [UInt32]) {
        var merged: [UInt32] = []
        merged.reserveCapacity(slotsByID.count + order.count)
        var rest = slotsByID[...]
        for slot in order {
            let id = fences[Int(slot)].id
            let end = rest.startingRun { fences[Int($0)].id < id }
            merged += rest[..<end]
            rest = rest[end...]
            merged.append(slot)
        }
        slotsByID = merged + rest
    }
}

extension ArraySlice {
    /// Returns the end of the leading elements that satisfy `predicate`, which no later element may satisfy, in time
    /// logarithmic in their number.
    fileprivate func startingRun(where predicate: (Element) -> Bool) -> Index {
        var step = 1
        while step < count, predicate(self[startIndex + step - 1]) { step *= 2 }
        return prefix(step).partitioningIndex { !predicate($0) }
    }
}
