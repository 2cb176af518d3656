extension Bool {
    /// 1 or 0, for arithmetic in place of a branch that the processor cannot predict.
    @inline(__always) var bit: UInt64 { self ? 1 : 0 }
}
