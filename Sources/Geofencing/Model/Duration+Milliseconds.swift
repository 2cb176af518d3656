extension Duration {
    /// The duration in whole milliseconds, rounded towards zero and clamped to the range of `Int64`.
    package var milliseconds: Int64 { Int64(clamping: wholeMilliseconds) }

    /// The duration in whole milliseconds, rounded towards zero.
    var wholeMilliseconds: Int128 { attoseconds / 1_000_000_000_000_000 }

    /// Creates a duration from seconds as files and options write them, rounded to the millisecond, the resolution of
    /// times.
    package init(wholeMillisecondsIn seconds: Double) {
        self = .milliseconds(Int64(exactly: (seconds * 1000).rounded()) ?? .max)
    }

    /// The duration in seconds, to the millisecond, as files and options write it.
    package var writtenSeconds: Double { Double(milliseconds) / 1000 }
}
