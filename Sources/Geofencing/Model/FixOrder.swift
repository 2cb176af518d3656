/// The order in which the fixes of a device count.
public enum FixOrder: String, Sendable, Hashable, CaseIterable {
    /// By time, ties by sequence; a fix older than the last one is late and is not used.
    case time

    /// In input order. A fix older than its predecessor counts at its predecessor's time; only a repeat of the
    /// immediately preceding fix is not used.
    case input
}
