/// A transition on its way out of the engine, with numbers in place of names.
package struct TransitionRecord: BitwiseCopyable, Sendable {
    package var time: Int64
    package var decidedTime: Int64
    package var latitude: Double
    package var longitude: Double
    /// The device's slot in the engine's registry.
    package var device: UInt32
    /// The geofence's handle in the engine.
    package var fence: UInt32
    /// How many transitions before it are alike in device, geofence, kind and time.
    package var ordinal: UInt32 = 0
    /// The same of the ENTER of its visit.
    package var visitOrdinal: UInt32 = 0
    package var kind: Transition.Kind
    package var cause: Transition.Cause
    /// Whether no fix was on this side of the boundary: the device passed through between two fixes.
    package var isInferred = false
    /// Why the visit began that this begins, ends or is part of.
    package var enterCause: Transition.Cause
    /// Whether the geofence mutes it.
    package var isMuted = false
    /// The times between which it happened; `unknownTime` where `time` is all that is known.
    package var earliest = unknownTime
    package var latest = unknownTime
    /// When the visit began; `unknownTime` where visits are not followed.
    package var visitStart = unknownTime

    /// In place of a bound on a time.
    package static let unknownTime = Int64.min

    package init(
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
    /// A transition that a fix decides and that happened at it.
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
}

extension TransitionRecord {
    /// A transition that came out of an engine, with numbers for its names.
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
