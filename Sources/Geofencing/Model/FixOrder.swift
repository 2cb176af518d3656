/// In which order a device's fixes count.
public enum FixOrder: String, Sendable, Hashable, CaseIterable {
    /// By time, ties by sequence; an older one than the last is late and is not used.
    case time

    /// As they come; an older one counts at the time of the one before it, and only a repeat of the fix directly before is not
    /// used.
    case input
}
