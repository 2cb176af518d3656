/// The messages that have been sent and not been answered.
struct MessageTimers {
    /// How many messages are waited for; a further one takes the place of the one sent first.
    static let limit = 1000

    private var sent: [String: (order: Int, at: ContinuousClock.Instant)] = [:]
    private var order = 0
    /// How many messages were given up.
    private(set) var unanswered = 0

    var count: Int { sent.count }

    /// Starts the timer of a message, again if it runs already.
    ///
    /// - Complexity: O(1); O(`limit`) while as many messages as that are waited for.
    mutating func start(_ message: String, at now: ContinuousClock.Instant) {
        if sent.count >= Self.limit, sent[message] == nil,
            let first = sent.min(by: { $0.value.order < $1.value.order })
        {
            sent[first.key] = nil
            unanswered += 1
        }
        sent[message] = (order, now)
        order += 1
    }

    /// Stops the timer of a message; `nil` if none runs.
    mutating func stop(_ message: String, at now: ContinuousClock.Instant) -> Duration? {
        sent.removeValue(forKey: message).map { now - $0.at }
    }
}
