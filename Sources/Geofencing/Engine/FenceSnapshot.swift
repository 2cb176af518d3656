/// The registered geofences at one moment: an immutable base, a small delta of later additions, and the base's
/// tombstones.
///
/// A *handle* is a geofence's number for as long as it is registered with one shape; a changed shape gets a new one.
/// Handles ascend with slots in the base and go on in the delta, so hits stay in order.
final class FenceSnapshot: Sendable {
    /// One table with its index and the handles of its slots.
    struct Layer: Sendable {
        let table: FenceTable
        let index: AnyIndex
        let nearest: LazyNearestTree
        /// The handle of each slot, ascending; `nil` when slot and handle are the same number.
        let handles: [UInt32]?
        /// The slots in ascending order of identifier; `nil` when they are in that order anyway.
        let slotsByID: [UInt32]?

        init(_ fences: [Geofence], handles: [UInt32]?, kind: EngineKind) throws(GeofenceError) {
            table = try FenceTable(fences)
            index = try AnyIndex(table, kind: kind)
            nearest = LazyNearestTree(table)
            self.handles = handles
            let isSorted = zip(fences, fences.dropFirst()).allSatisfy { $0.id < $1.id }
            slotsByID =
                isSorted ? nil : fences.indices.map(UInt32.init).sorted { fences[Int($0)].id < fences[Int($1)].id }
        }

        func handle(of slot: UInt32) -> UInt32 { handles.map { $0[Int(slot)] } ?? slot }

        func slot(of handle: UInt32) -> Int? {
            guard let handles else { return Int(handle) < table.fences.count ? Int(handle) : nil }
            let position = handles.partitioningIndex { $0 >= handle }
            return position < handles.count && handles[position] == handle ? position : nil
        }

        func slot(of id: Geofence.ID) -> Int? {
            let fences = table.fences
            if let slotsByID {
                let position = slotsByID.partitioningIndex { !(fences[Int($0)].id < id) }
                guard position < slotsByID.count, fences[Int(slotsByID[position])].id == id else { return nil }
                return Int(slotsByID[position])
            }
            let position = fences.partitioningIndex { !($0.id < id) }
            return position < fences.count && fences[position].id == id ? position : nil
        }
    }

    let kind: EngineKind
    let base: Layer
    let delta: Layer?
    /// Handles of base geofences that are no longer registered.
    let tombstones: Set<UInt32>
    /// Geofences that are known but not active, by identifier.
    let inactive: [Geofence.ID: Geofence]

    init(
        kind: EngineKind,
        base: Layer,
        delta: Layer? = nil,
        tombstones: Set<UInt32> = [],
        inactive: [Geofence.ID: Geofence] = [:]
    ) {
        self.kind = kind
        self.base = base
        self.delta = delta
        self.tombstones = tombstones
        self.inactive = inactive
    }

    /// Whether the base alone answers, which a device's memo relies on.
    var isPlain: Bool { delta == nil && tombstones.isEmpty && base.handles == nil }

    /// How many geofences are registered.
    var count: Int { base.table.fences.count - tombstones.count + (delta?.table.fences.count ?? 0) }

    /// The registered geofence with this handle.
    func fence(_ handle: UInt32) -> Geofence? {
        if let delta, let slot = delta.slot(of: handle) { return delta.table.fences[slot] }
        return base.slot(of: handle).map { base.table.fences[$0] }
    }

    /// The handle of the registered geofence of this name.
    func handle(of id: Geofence.ID) -> UInt32? {
        if let delta, let slot = delta.slot(of: id) { return delta.handle(of: UInt32(slot)) }
        guard let slot = base.slot(of: id) else { return nil }
        let handle = base.handle(of: UInt32(slot))
        return tombstones.contains(handle) ? nil : handle
    }

    /// Handles of registered geofences in ascending order of identifier.
    func sortedByID(_ handles: [UInt32]) -> [UInt32] {
        // Slots of a base in order of identifier are handles in that order.
        if isPlain, base.slotsByID == nil { return handles }
        return handles.compactMap { handle in fence(handle).map { (handle, $0.id) } }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// Whether a geofence wants transitions of this kind reported.
    func reports(_ kind: Transition.Kind, _ handle: UInt32) -> Bool {
        guard let fence = fence(handle) else { return false }
        return switch kind {
        case .enter: fence.notifyOnEntry
        case .exit: fence.notifyOnExit
        }
    }

    /// All registered geofences, by ascending handle.
    var registered: [(handle: UInt32, fence: Geofence)] {
        var result: [(handle: UInt32, fence: Geofence)] = []
        for layer in [base, delta].compactMap(\.self) {
            for (slot, fence) in layer.table.fences.enumerated() {
                let handle = layer.handle(of: UInt32(slot))
                if !tombstones.contains(handle) { result.append((handle, fence)) }
            }
        }
        return result
    }
}

extension RandomAccessCollection {
    /// The first position whose element satisfies `predicate`, which must be false before it and true from it on.
    func partitioningIndex(where predicate: (Element) -> Bool) -> Index {
        var low = startIndex
        var length = count
        while length > 0 {
            let half = length / 2
            let middle = index(low, offsetBy: half)
            if predicate(self[middle]) {
                length = half
            } else {
                low = index(after: middle)
                length -= half + 1
            }
        }
        return low
    }
}
