/// A state's reference to a geofence, with hashes that show whether it is still the same.
struct FenceMark: Sendable, Hashable {
    var id: Geofence.ID
    /// A hash of the shape.
    var shape: UInt64
    /// A hash of everything that affects events: shape, policy, dwell and what is muted. It does not include the
    /// display name.
    var fingerprint: UInt64
    var reportsEntry: Bool
    var reportsExit: Bool
}

/// Creates marks of geofences.
struct FenceMarker {
    /// Hashes of policies, of which there are few.
    private var policies: [TransitionPolicy: UInt64] = [:]

    mutating func mark(_ fence: Geofence) -> FenceMark {
        let shape = Self.shape(of: fence.region)
        return FenceMark(
            id: fence.id,
            shape: shape,
            fingerprint: fingerprint(of: fence, shape: shape),
            reportsEntry: fence.notifyOnEntry,
            reportsExit: fence.notifyOnExit
        )
    }

    private mutating func fingerprint(of fence: Geofence, shape: UInt64) -> UInt64 {
        var digest = Digest()
        digest.add(shape)
        digest.add(fence.notifyOnEntry)
        digest.add(fence.notifyOnExit)
        digest.add(fence.policy.map { hash(of: $0) } ?? 0)
        digest.add(fence.dwell.map { UInt64(bitPattern: $0.milliseconds) } ?? 0)
        return digest.value
    }

    /// Returns the hash of a shape.
    static func shape(of region: Geofence.Region) -> UInt64 {
        var digest = Digest()
        switch region {
        case .circle(let center, let radius):
            digest.add(center)
            digest.add(radius.meters.bitPattern)
        case .polygon(let polygon): digest.add(polygon)
        case .multiPolygon(let polygons):
            digest.add(UInt64(polygons.count))
            for polygon in polygons { digest.add(polygon) }
        }
        return digest.value
    }

    private mutating func hash(of policy: TransitionPolicy) -> UInt64 {
        if let known = policies[policy] { return known }
        var digest = Digest()
        digest.add(policy)
        policies[policy] = digest.value
        return digest.value
    }
}

/// The marks of registered geofences, each created once, on request.
struct MarksByHandle {
    private let snapshot: FenceSnapshot
    private var marker = FenceMarker()
    private var known: [UInt32: FenceMark] = [:]

    init(_ snapshot: FenceSnapshot) { self.snapshot = snapshot }

    /// Returns the mark of the geofence with a handle; `nil` if there is none.
    mutating func mark(of handle: UInt32) -> FenceMark? {
        if let mark = known[handle] { return mark }
        guard let fence = snapshot.fence(handle) else { return nil }
        let mark = marker.mark(fence)
        known[handle] = mark
        return mark
    }
}

/// The marks of all registered geofences.
struct FenceMarks: Sendable {
    /// In ascending order of identifier.
    let list: [FenceMark]
    /// A hash of all marks.
    let digest: UInt64

    init(_ snapshot: FenceSnapshot) {
        var marker = FenceMarker()
        list = snapshot.registered.map { marker.mark($0) }.sorted { $0.id < $1.id }
        var digest = Digest()
        for mark in list {
            digest.add(EventID.hash(mark.id.rawValue))
            digest.add(mark.fingerprint)
        }
        self.digest = digest.value
    }
}

extension [FenceMark] {
    /// Returns the index of a geofence; the marks must be in ascending order of identifier.
    func position(of id: Geofence.ID) -> Int? { position(of: id) { $0.id } }
}
