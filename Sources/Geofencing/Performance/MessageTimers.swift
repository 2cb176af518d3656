/// The messages that have been sent but not answered.
struct MessageTimers {
    /// The maximum number of pending messages; another message replaces the one sent first.
    static let limit = 1000

    private var sent: [String: (order: Int, at: ContinuousClock.Instant)] = [:]
    private var order = 0
    /// The number of messages that were given up.
    private(set) var unanswered = 0

    var count: Int { sent.count }

    /// Starts the timer of a message, restarting it if it is already running.
    ///
    /// - Complexity: O(1); O(`limit`) while `limit` messages are pending.
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

    /// Stops the timer of a message and returns its time; `nil` if none is running.
    mutating func stop(_ message: String, at now: ContinuousClock.Instant) -> Duration? {
        sent.removeValue(forKey: message).map { now - $0.at }
    }
}
