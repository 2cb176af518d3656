/// An element that waits in order of time.
protocol OrderedFix: Sendable {
    /// The time in milliseconds since 1970.
    var moment: Int64 { get }
    /// Greater for a better accuracy, 0 for an unknown one.
    var certainty: Float { get }
    /// The sequence number; the smallest value if there is none.
    var rank: Int64 { get }
}

extension OrderedFix {
    /// Returns whether it counts before another fix of its device: by time; at the same time, if `bestFirst`, by
    /// accuracy, best first; then by sequence.
    func isBefore(_ other: Self, bestFirst: Bool) -> Bool {
        if moment != other.moment { return moment < other.moment }
        if bestFirst, certainty != other.certainty { return certainty > other.certainty }
        return rank < other.rank
    }

    /// Returns the same, except that of two equally ranked fixes this one comes first if `isFirst`.
    func isBefore(_ other: Self, bestFirst: Bool, orElse isFirst: Bool) -> Bool {
        isBefore(other, bestFirst: bestFirst) || (isFirst && !other.isBefore(self, bestFirst: bestFirst))
    }
}

extension Fix: OrderedFix {
    var moment: Int64 { time.unixMilliseconds }
    var rank: Int64 { sequence ?? CompactFix.noSequence }
    var certainty: Float {
        guard let meters = horizontalAccuracy?.meters, meters > 0 else { return 0 }
        return Float(1 / meters)
    }
}

extension CompactFix: OrderedFix {
    var moment: Int64 { time }
    var rank: Int64 { sequence }
    var certainty: Float { hasAccuracy ? 1 / horizontalAccuracy : 0 }
}
