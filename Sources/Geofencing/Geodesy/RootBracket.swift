/// Two points between which a continuous function changes its sign, brought closer by regula falsi with the Illinois
/// modification (M. Dowell and P. Jarratt, BIT 11, 1971).
struct RootBracket: BitwiseCopyable {
    struct End: BitwiseCopyable {
        var share: Double
        var value: Double
    }

    /// The end with a value above 0.
    private(set) var above: End
    /// The end with a value of at most 0.
    private(set) var below: End
    private var lastWasAbove: Bool?

    init(above: End, below: End) {
        self.above = above
        self.below = below
    }

    /// Where a straight line between the ends is 0.
    var estimate: Double {
        above.share + (below.share - above.share) * (above.value / (above.value - below.value))
    }

    var width: Double { abs(above.share - below.share) }

    /// Replaces the end that has the same sign.
    mutating func narrow(to share: Double, value: Double) {
        let end = End(share: share, value: value)
        // An end that stays for the second time counts half, so that it moves as well.
        if value > 0 {
            above = end
            if lastWasAbove == true { below.value /= 2 }
        } else {
            below = end
            if lastWasAbove == false { above.value /= 2 }
        }
        lastWasAbove = value > 0
    }
}
