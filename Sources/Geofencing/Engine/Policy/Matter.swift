/// Where a device was measured and when.
struct Sighting: BitwiseCopyable, Sendable {
    /// Milliseconds since 1970.
    var time: Int64
    var coordinate: Coordinate
}

extension CompactFix {
    /// Where and when it was.
    var sighting: Sighting { Sighting(time: time, coordinate: coordinate) }
}

/// What is to be decided of a device and a geofence: its last fix is on one side, and it is known to be on the other.
struct Matter: BitwiseCopyable, Sendable {
    /// The geofence's handle.
    var fence: UInt32
    /// Whether the device is known to be inside, and measured outside.
    var isExit: Bool
    /// The cause of the transition that this may become.
    var cause: Transition.Cause
    var evidence = PolicyEvidence()
    /// The size of the geofence in meters, once it was needed.
    var scale: Double?
    /// What is known of the signed distance in meters from a place to the boundary.
    var clearance = Clearance()
    /// Fixes that are not in the evidence yet.
    var waiting = UnmeasuredFixes()
    /// The last fix on the known side; `nil` when nothing is known from before.
    var before: Sighting?
    /// The first fix on the other side.
    var first: Sighting
}

extension Matter {
    /// What a policy sees of a fix on the other side at this distance.
    @inline(__always)
    func seen(at distance: Double, _ time: Int64, _ accuracy: Float) -> PolicyMeasure {
        PolicyMeasure(
            time: time,
            accuracy: Double(accuracy),
            distance: distance,
            isCovered: !isExit,
            scale: scale ?? 0
        )
    }

    /// Whether a fix changes sides, and what becomes of the evidence if not, where that is certain for all distances from the one
    /// seen up to `most`; `nil` if not, and nothing has changed then.
    @inline(__always)
    mutating func answer(
        _ policy: TransitionPolicy,
        _ fix: CompactFix,
        _ seen: PolicyMeasure,
        upTo most: Double
    ) -> Bool? {
        switch policy.outlook(isInside: isExit, evidence, waiting.most, seen, upTo: most) {
        case .change: return true
        case .hold(let next): evidence = next
        case .waits where !waiting.isFull: waiting.append(fix)
        case .waits, .open: return nil
        }
        return false
    }

    /// Whether the fixes that wait decide about this one, however far outside it is.
    func dependsOnWaiting(_ policy: TransitionPolicy, _ seen: PolicyMeasure) -> Bool {
        waiting.count > 0 && policy.decide(isInside: isExit, evidence.adding(waiting.most), seen).isChange
    }
}

/// Bounds on the signed distance in meters from one place to a boundary, negative inside.
///
/// The distance of another place differs by no more than the way there: near one that was measured the bounds often
/// suffice for a decision, and nothing need be measured.
struct Clearance: BitwiseCopyable, Sendable {
    var place = Coordinate(latitude: 0, longitude: 0)
    var least = -Double.infinity
    var most = Double.infinity

    /// Nothing is known.
    init() {}

    /// - Parameters:
    ///   - distance: What was measured.
    ///   - limit: From where on that says only how far away the boundary is at least.
    ///   - bounds: What was known before.
    init(
        _ place: Coordinate,
        distance: Double,
        upTo limit: Double = .infinity,
        within bounds: Bounds = Bounds()
    ) {
        self.place = place
        (least, most) = (distance <= -limit ? bounds.least : distance, distance >= limit ? bounds.most : distance)
    }

    /// Bounds in meters, and how far away the place is for which there were better ones.
    struct Bounds: BitwiseCopyable {
        var least = -Double.infinity
        var most = Double.infinity
        var way = 0.0

        /// Keeps to other bounds too.
        mutating func tighten(_ other: (least: Double, most: Double)) {
            (least, most) = (max(least, other.least), min(most, other.most))
        }
    }

    /// The bounds at another place, given which side of the boundary that is on.
    func bounds(at other: Coordinate, isCovered: Bool) -> Bounds {
        // A decimeter is how right distances are, on either end.
        let way = least > -.infinity || most < .infinity ? place.farthest(from: other) + 0.2 : 0
        return isCovered
            ? Bounds(least: least - way, most: min(0, most + way), way: way)
            : Bounds(least: max(0, least - way), most: most + way, way: way)
    }
}

extension Coordinate {
    /// A distance in meters that the one to `other` does not exceed.
    func farthest(from other: Coordinate) -> Double {
        let turn = abs(longitude - other.longitude)
        let isOneSided = latitude.sign == other.latitude.sign
        let equatorward = isOneSided ? min(abs(latitude), abs(other.latitude)) * Angle.radiansPerDegree : 0
        // No degree of latitude is longer than 111.7 km, nor one of longitude at the equator. The cosine is not more than
        // its first terms.
        let square = equatorward * equatorward
        let cosine = 1 - square / 2 + square * square / 24
        let (x, y) = (min(turn, 360 - turn) * cosine, latitude - other.latitude)
        return (x * x + y * y).squareRoot() * 111_700
    }
}

/// What the engine keeps of one device beside its presence, where more than geometry decides.
struct DeviceTrack: Sendable {
    /// By ascending handle.
    var matters: [Matter] = []
    /// When the next DWELL is due, in milliseconds since 1970.
    var dwellDue = Int64.max
    /// A fix that was too fast to be believed, should the next one agree with it.
    var suspect: Sighting?
    /// Of the last used fix, in meters, where ways between fixes are looked at; NaN when unknown.
    var accuracy = Float.nan

    /// Asks for the memory of the first matter.
    @inline(__always)
    mutating func prefetch() { matters.prefetchBuffer(lines: 5) }
}
