/// What the engine keeps about one device besides its presence, if more than geometry decides.
struct DeviceTrack: Sendable {
    /// In ascending order of handle.
    var pending: [PendingTransition] = []
    /// The time when the next DWELL is due, in milliseconds since 1970.
    var dwellDue = Int64.max
    /// A fix that was too fast to be believed, kept in case the next one agrees with it.
    var suspect: Suspect?

    /// Prefetches the memory of the first pending transition.
    @inline(__always)
    mutating func prefetch() { pending.prefetchBuffer(lines: 5) }
}
