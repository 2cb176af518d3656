/// Something that waits in order of time.
protocol OrderedFix: Sendable {
    /// In milliseconds since 1970.
    var moment: Int64 { get }
    /// Greater for a better accuracy, 0 for an unknown one.
    var certainty: Float { get }
    /// The sequence number; the smallest for none.
    var rank: Int64 { get }
}

extension OrderedFix {
    /// Whether it counts before another fix of its device: by time, of one time the best accuracy first if that is asked for, then
    /// by sequence.
    func isBefore(_ other: Self, bestFirst: Bool) -> Bool {
        if moment != other.moment { return moment < other.moment }
        if bestFirst, certainty != other.certainty { return certainty > other.certainty }
        return rank < other.rank
    }

    /// The same, but of two that count alike it is before the other one if `isFirst`.
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
    var certainty: Float { horizontalAccuracy > 0 ? 1 / horizontalAccuracy : 0 }
}
