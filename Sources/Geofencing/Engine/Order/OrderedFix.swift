/// Something that waits in order of time.
protocol OrderedFix: Sendable {
    /// In milliseconds since 1970.
    var moment: Int64 { get }
    /// Greater for a better accuracy, 0 for an unknown one.
    var certainty: Float { get }
    /// The sequence number; the smallest for none.
    var rank: Int64 { get }
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
