/// A transition as the engine handles it internally, with numbers in place of names.
package struct TransitionRecord: BitwiseCopyable, Sendable {
    package var time: Int64
    package var decidedTime: Int64
    package var latitude: Double
    package var longitude: Double
    /// The device's slot in the engine's registry.
    package var device: UInt32
    /// The geofence's handle in the engine.
    package var fence: UInt32
    /// The number of earlier transitions with the same device, geofence, kind and time.
    package var ordinal: UInt32 = 0
    /// The ordinal of its visit's ENTER.
    package var visitOrdinal: UInt32 = 0
    package var kind: Transition.Kind
    package var cause: Transition.Cause
    /// Whether no fix was on this side of the boundary: the device passed through between two fixes.
    package var isInferred = false
    /// The cause of the visit that the transition begins, ends or is part of.
    var enterCause: Transition.Cause
    /// Whether the geofence mutes it.
    package var isMuted = false
    /// The times between which it happened; `unknownTime` if only `time` is known.
    package var earliest = unknownTime
    package var latest = unknownTime
    /// The time when the visit began; `unknownTime` if visits are not tracked.
    package var visitStart = unknownTime

    /// Stands for an unknown time.
    static let unknownTime = Int64.min

    init(
        time: Int64,
        decidedTime: Int64,
        latitude: Double,
        longitude: Double,
        device: UInt32,
        fence: UInt32,
        kind: Transition.Kind,
        cause: Transition.Cause
    ) {
        self.time = time
        self.decidedTime = decidedTime
        self.latitude = latitude
        self.longitude = longitude
        self.device = device
        self.fence = fence
        self.kind = kind
        self.cause = cause
        enterCause = cause
    }
}

extension TransitionRecord {
    /// Creates a transition that a fix decides and that happened at that fix.
    init(_ kind: Transition.Kind, cause: Transition.Cause, fence: UInt32, _ fix: CompactFix) {
        self.init(
            time: fix.time,
            decidedTime: fix.time,
            latitude: fix.latitude,
            longitude: fix.longitude,
            device: fix.device,
            fence: fence,
            kind: kind,
            cause: cause
        )
    }

    /// Creates a record of a transition that an engine returned, with numbers in place of its names.
    init(_ transition: Transition, device: UInt32, fence: UInt32) {
        self.init(
            time: transition.time.unixMilliseconds,
            decidedTime: transition.decidedTime.unixMilliseconds,
            latitude: transition.coordinate.latitude,
            longitude: transition.coordinate.longitude,
            device: device,
            fence: fence,
            kind: transition.kind,
            cause: transition.cause
        )
        isInferred = transition.isInferred
        ordinal = UInt32(clamping: transition.ordinal)
        visitOrdinal = UInt32(clamping: transition.visitOrdinal)
        if let interval = transition.interval {
            earliest = interval.lowerBound.unixMilliseconds
            latest = interval.upperBound.unixMilliseconds
        }
        if let start = transition.visitStart { visitStart = start.unixMilliseconds }
    }
}

extension Transition.Kind: BitwiseCopyable {}
extension Transition.Cause: BitwiseCopyable {}
