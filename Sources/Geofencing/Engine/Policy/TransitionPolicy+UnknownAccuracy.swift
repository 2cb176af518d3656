extension TransitionPolicy {
    /// The accuracy assumed where it is unknown; `nil` where accuracy does not count.
    package var unknownAccuracy: Distance? {
        switch self {
        case .raw: nil
        case .balanced(let policy): policy.unknownAccuracy
        case .probability(let policy): policy.unknownAccuracy
        }
    }
}
