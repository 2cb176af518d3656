/// A threshold that can be changed, and the values to try, the last of which is the last that makes sense.
struct Lever {
    var threshold: TransitionPolicy.Threshold
    var steps: GridSteps

    init(threshold: TransitionPolicy.Threshold, start: Double, end: Double, grid: Double) {
        self.threshold = threshold
        steps = GridSteps(start: start, end: end, grid: grid)
    }
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
