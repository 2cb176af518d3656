extension Bool {
    /// As a number that can be reckoned with, where a branch would be a guess.
    @inline(__always) var bit: UInt64 { self ? 1 : 0 }
}
