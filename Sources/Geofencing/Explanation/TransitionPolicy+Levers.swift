/// A threshold that can be changed, from its current value to the last value that makes sense to try.
struct Lever {
    var threshold: TransitionPolicy.Threshold
    var start: Double
    /// A multiple of the grid.
    var end: Double
    /// The resolution of the values that are tried.
    var grid: Double

    /// The number of values to try: the multiples of the grid from next to the current value, wherever that lies, to
    /// the last.
    var count: Int {
        // Rounded to a millionth of a step, as neither the values nor the grid are exact.
        let steps = (abs(end - start) * parts * 1e6).rounded() / 1e6
        return Int(steps.rounded(.up))
    }

    /// Returns the value to try at a step from 1, next to the current value, to `count`, the last.
    func value(at step: Int) -> Double {
        let left = Double(count - step)
        return ((end * parts).rounded() + (end < start ? left : -left)) / parts
    }

    /// How many steps of the grid make 1: exact, as 0.01 is not.
    private var parts: Double { (1 / grid).rounded() }
}

extension TransitionPolicy {
    /// Returns the thresholds that may be changed for a transition to happen sooner.
    func levers(for kind: Transition.Kind, scale: Double) -> [Lever] {
        switch (self, kind) {
        case (.balanced(let policy), .enter):
            [Lever(threshold: .arrivalAccuracy, start: max(scale, policy.arrivalAccuracy.meters), end: 10_000, grid: 1)]
        case (.balanced(let policy), _):
            [
                Lever(threshold: .exitFixes, start: Double(policy.exitFixes), end: 1, grid: 1),
                Lever(threshold: .exitSpan, start: policy.exitSpan.writtenSeconds, end: 0, grid: 1),
                Lever(threshold: .exitAfter, start: policy.exitAfter.writtenSeconds, end: 0, grid: 1),
                Lever(threshold: .exitBuffer, start: policy.buffer(scale: scale), end: 0, grid: 0.1),
                Lever(threshold: .accuracyFactor, start: policy.accuracyFactor, end: 0, grid: 0.01),
                Lever(threshold: .accuracyLimit, start: policy.accuracyLimit.meters, end: 0, grid: 1),
                Lever(threshold: .farDistance, start: policy.farDistance.meters, end: 0, grid: 1),
            ]
        case (.probability(let policy), .enter):
            [Lever(threshold: .enterProbability, start: policy.enter, end: 0.5, grid: 0.01)]
        case (.probability(let policy), _):
            [Lever(threshold: .exitProbability, start: policy.exit, end: 0.5, grid: 0.01)]
        case (.raw, _): []
        }
    }
}
