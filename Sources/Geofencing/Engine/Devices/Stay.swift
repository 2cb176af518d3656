/// A geofence that a device is inside. It takes only 16 bytes, because devices may be in many, and their stays are read
/// with each of their fixes.
struct Stay: BitwiseCopyable, Sendable, Hashable {
    /// The geofence's handle.
    var fence: UInt32
    /// The reason why the device is known to be in it.
    var cause: Transition.Cause
    /// 24 bits that hold the ordinal and, in the lowest bit, whether its DWELL has been recorded.
    private var low: UInt8
    private var high: UInt16
    /// The time when the device entered, in milliseconds since 1970.
    var since: Int64

    init(
        fence: UInt32,
        cause: Transition.Cause = .movement,
        hasDwelled: Bool = false,
        ordinal: UInt32 = 0,
        since: Int64
    ) {
        self.fence = fence
        self.cause = cause
        (low, high) = (0, 0)
        self.since = since
        marks = Self.marks(hasDwelled: hasDwelled, ordinal: ordinal)
    }

    /// Whether its DWELL has been recorded.
    var hasDwelled: Bool {
        get { marks & 1 != 0 }
        set { marks = Self.marks(hasDwelled: newValue, ordinal: ordinal) }
    }

    /// The number of its earlier visits that began at the same time; 8,388,607 stands for that many or more.
    var ordinal: UInt32 {
        get { marks >> 1 }
        set { marks = Self.marks(hasDwelled: hasDwelled, ordinal: newValue) }
    }

    private var marks: UInt32 {
        get { UInt32(high) << 8 | UInt32(low) }
        set { (low, high) = (UInt8(truncatingIfNeeded: newValue), UInt16(truncatingIfNeeded: newValue >> 8)) }
    }

    private static func marks(hasDwelled: Bool, ordinal: UInt32) -> UInt32 {
        min(ordinal, 1 << 23 - 1) << 1 | (hasDwelled ? 1 : 0)
    }
}

extension [Stay] {
    /// Returns the stay in a geofence; the stays must be in ascending order of handle.
    ///
    /// - Complexity: O(log *n*).
    func stay(in fence: UInt32) -> Stay? { position(of: fence) { $0.fence }.map { self[$0] } }
}
