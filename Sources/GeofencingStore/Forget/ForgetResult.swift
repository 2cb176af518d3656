/// What a store has forgotten, or would forget.
public struct ForgetResult: Sendable, Hashable {
    /// The number of devices that were removed with everything that was known of them.
    public internal(set) var devices = 0
    /// The number of fixes removed.
    public internal(set) var fixes = 0
    /// The number of events removed.
    public internal(set) var events = 0
    /// The number of events before the limit that stay, because their visits are not over.
    public internal(set) var keptEvents = 0
}
