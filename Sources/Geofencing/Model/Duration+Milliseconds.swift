extension Duration {
    /// Whole milliseconds, rounded towards zero; the largest or smallest number where there are more.
    package var milliseconds: Int64 { Int64(clamping: wholeMilliseconds) }

    /// Whole milliseconds, rounded towards zero.
    var wholeMilliseconds: Int128 { attoseconds / 1_000_000_000_000_000 }
}
