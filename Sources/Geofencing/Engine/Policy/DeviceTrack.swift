/// What the engine keeps of one device beside its presence, where more than geometry decides.
struct DeviceTrack: Sendable {
    /// By ascending handle.
    var pending: [PendingTransition] = []
    /// When the next DWELL is due, in milliseconds since 1970.
    var dwellDue = Int64.max
    /// A fix that was too fast to be believed, should the next one agree with it.
    var suspect: Sighting?

    /// Asks for the memory of the first transition.
    @inline(__always)
    mutating func prefetch() { pending.prefetchBuffer(lines: 5) }
}
