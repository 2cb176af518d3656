/// What a store forgets, or would.
public struct ForgetResult: Sendable, Hashable {
    /// Devices that are gone with all that was known of them.
    public internal(set) var devices = 0
    /// Fixes that are gone.
    public internal(set) var fixes = 0
    /// Events that are gone.
    public internal(set) var events = 0
    /// Events before the limit that stay, as their visits are not over.
    public internal(set) var keptEvents = 0
}
