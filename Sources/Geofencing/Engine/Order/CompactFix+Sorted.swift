extension CompactFix {
    /// Returns the fixes sorted by device, time and sequence; equal ones keep their order.
    ///
    /// - Parameter bestFirst: Whether, among fixes of the same device and time, the one with the best accuracy comes
    ///   first.
    package static func sorted(_ fixes: [CompactFix], bestFirst: Bool) -> [CompactFix] {
        order(of: fixes, bestFirst: bestFirst).map { fixes[$0] }
    }

    /// Returns the indices of the fixes in that order.
    static func order(of fixes: [CompactFix], bestFirst: Bool) -> [Int] {
        var order = Array(fixes.indices)
        order.sort { one, other in
            let (left, right) = (fixes[one], fixes[other])
            if left.device != right.device { return left.device < right.device }
            return left.isBefore(right, bestFirst: bestFirst, orElse: one < other)
        }
        return order
    }
}
