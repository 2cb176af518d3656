extension Duration {
    /// Whole milliseconds, rounded towards zero; the largest or smallest number where there are more.
    package var milliseconds: Int64 { Int64(clamping: wholeMilliseconds) }

    /// Whole milliseconds, rounded towards zero.
    var wholeMilliseconds: Int128 { attoseconds / 1_000_000_000_000_000 }

    /// Seconds as files and options have them, to the millisecond, which is as fine as times are.
    package init(wholeMillisecondsIn seconds: Double) {
        self = .milliseconds(Int64(exactly: (seconds * 1000).rounded()) ?? .max)
    }

    /// The same the other way round.
    package var writtenSeconds: Double { Double(milliseconds) / 1000 }
}
