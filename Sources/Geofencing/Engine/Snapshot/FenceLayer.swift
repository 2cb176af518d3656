/// Geofences behind one index, less those that have been removed since it was built.
struct FenceLayer: Sendable {
    let contents: Contents
    /// The slots of geofences that are no longer registered.
    private(set) var removed = SlotSet()
    /// How many registered geofences of the layer have a policy or a dwell of their own.
    private(set) var ownRulesCount: Int

    init(_ contents: Contents) {
        self.contents = contents
        ownRulesCount = contents.ownRules == nil ? 0 : contents.table.fences.count(where: \.hasOwnRules)
    }

    /// How many geofences of the layer are registered.
    var count: Int { contents.table.fences.count - removed.count }

    func fence(_ slot: Int) -> Geofence { contents.table.fences[slot] }

    /// The slot of the registered geofence of this name.
    func slot(of id: Geofence.ID) -> Int? {
        contents.slot(of: id).flatMap { removed.contains($0) ? nil : $0 }
    }

    /// Takes out a geofence that is registered.
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
    /// One table with its index and the handles of its slots.
    final class Contents: Sendable {
        let table: FenceTable
        let index: FenceIndex
        private let madeNearest = Lazy<NearestTree>()
        private let madeBoundaries = Lazy<BoundaryTree>()
        let ownRules: [FenceRules]?
        /// The handle of each slot, ascending; `nil` when slot and handle are the same number.
        let handles: [UInt32]?
        /// The slots in ascending order of identifier; `nil` when they are in that order anyway.
        let slotsByID: [UInt32]?

        /// The first layer of an engine, of geofences in ascending order of identifier.
        init(sorted fences: [Geofence], kind: EngineKind, threads: Int = 1) throws(GeofenceError) {
            table = try FenceTable(fences)
            index = try FenceIndex(table, kind: kind, threads: threads)
            ownRules = FenceRules.own(of: table.fences)
            handles = nil
            slotsByID = nil
        }

        /// The registered geofences of several layers, whose handles ascend from one to the next, and of `fresh`.
        init(
            merging layers: some Sequence<FenceLayer>,
            _ fresh: FreshFences,
            kind: EngineKind,
            limits: CellLimits? = nil
        ) throws(GeofenceError) {
            var sum = FenceRun()
            for layer in layers { sum.append(layer) }
            sum.append(fresh)
            table = try FenceTable(sum.fences)
            index = try FenceIndex(table, kind: kind, limits: limits)
            ownRules = FenceRules.own(of: table.fences)
            handles = sum.handles
            slotsByID = sum.slotsByID
        }

        var nearest: NearestTree { madeNearest.value { NearestTree(table: table) } }

        var boundaries: BoundaryTree { madeBoundaries.value { BoundaryTree(table) } }

        var isReadyForNearest: Bool { madeNearest.isMade }
        var isReadyToMeasure: Bool { madeBoundaries.isMade }

        /// Makes what `former` was asked for, so that nobody who asks for it again has to wait.
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

/// Geofences by ascending handle and their order by identifier, put together from several layers.
private struct FenceRun {
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

    /// Merges slots in order of identifier into those there are.
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
    /// The end of the elements at the start that satisfy `predicate`, which no element behind them does; found in time
    /// that grows with the logarithm of their number.
    fileprivate func startingRun(where predicate: (Element) -> Bool) -> Index {
        var step = 1
        while step < count, predicate(self[startIndex + step - 1]) { step *= 2 }
        return prefix(step).partitioningIndex { !predicate($0) }
    }
}
