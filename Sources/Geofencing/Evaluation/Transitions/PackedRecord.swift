/// The part that every transition has, to keep many of them in half the memory.
struct PackedRecord: BitwiseCopyable {
    private var time: Int64
    private var latitude: Double
    private var longitude: Double
    private var device: UInt32
    private var fence: UInt32
    private var kind: Transition.Kind
    private var cause: Transition.Cause
    private var enterCause: Transition.Cause
    private var isInferred: Bool
    private var isMuted: Bool
    /// Whether there is a `PackedRest` as well.
    private(set) var hasRest: Bool

    init(_ record: TransitionRecord, hasRest: Bool) {
        time = record.time
        latitude = record.latitude
        longitude = record.longitude
        device = record.device
        fence = record.fence
        kind = record.kind
        cause = record.cause
        enterCause = record.enterCause
        isInferred = record.isInferred
        isMuted = record.isMuted
        self.hasRest = hasRest
    }

    /// The transition as decided at its own time, without bounds and visit.
    var record: TransitionRecord {
        var record = TransitionRecord(
            time: time,
            decidedTime: time,
            latitude: latitude,
            longitude: longitude,
            device: device,
            fence: fence,
            kind: kind,
            cause: cause
        )
        record.enterCause = enterCause
        record.isInferred = isInferred
        record.isMuted = isMuted
        return record
    }
}

/// The part that transitions of some policies and rules have in addition.
struct PackedRest: BitwiseCopyable {
    private var decidedTime: Int64
    private var earliest: Int64
    private var latest: Int64
    private var visitStart: Int64
    private var ordinal: UInt32
    private var visitOrdinal: UInt32

    /// Creates the rest of a record; `nil` if `PackedRecord` contains everything.
    init?(_ record: TransitionRecord) {
        decidedTime = record.decidedTime
        earliest = record.earliest
        latest = record.latest
        visitStart = record.visitStart
        ordinal = record.ordinal
        visitOrdinal = record.visitOrdinal
        let unknown = TransitionRecord.unknownTime
        if decidedTime == record.time, earliest == unknown, latest == unknown, visitStart == unknown,
            ordinal == 0, visitOrdinal == 0
        {
            return nil
        }
    }

    /// Completes a record that was unpacked from a `PackedRecord`.
    func complete(_ record: inout TransitionRecord) {
        record.decidedTime = decidedTime
        record.earliest = earliest
        record.latest = latest
        record.visitStart = visitStart
        record.ordinal = ordinal
        record.visitOrdinal = visitOrdinal
    }
}
