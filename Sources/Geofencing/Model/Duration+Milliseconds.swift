extension Duration {
    /// Whole milliseconds, rounded towards zero; the largest or smallest number where there are more.
    package var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isBeyond) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, isSumBeyond) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return isBeyond || isSumBeyond ? (seconds < 0 ? .min : .max) : sum
    }
}
