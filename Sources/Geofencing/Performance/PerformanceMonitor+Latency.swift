internal import Logging

extension PerformanceMonitor {
    /// Records how long it took from asking for a fix to having it, and warns of one beyond the target.
    ///
    /// - Parameter latency: In seconds. A negative one and one that is not finite are not used, and counted.
    public func recordGPSLatency(_ latency: Double) {
        let isUsable = latency >= 0 && latency.isFinite
        withState { state, _ in
            if isUsable { state.gps.append(latency) } else { state.unusable += 1 }
        }
        guard isUsable else { return }
        report("GPS latency", latency, target: gpsLatencyTarget)
    }

    /// Starts the timer of a message that is being sent, again if one of this name runs already.
    ///
    /// A thousand messages are waited for; a further one takes the place of the one sent first, which is counted.
    public func recordMessageSent(messageId: String) {
        withState { state, now in state.timers.start(messageId, at: now) }
    }

    /// Stops the timer of a message that was answered, and warns of a latency beyond the target.
    ///
    /// An answer to a message that is not waited for is not used.
    public func recordMessageReceived(messageId: String) {
        let latency = withState { state, now -> Double? in
            guard let duration = state.timers.stop(messageId, at: now) else { return nil }
            let latency = max(0, duration / .seconds(1))
            state.messages.append(latency)
            return latency
        }
        guard let latency else { return }
        report("Message latency", latency, target: messageLatencyTarget)
    }

    /// The mean of the last 100 GPS latencies, in seconds; zero without any.
    public var averageGPSLatency: Double { withState { state, _ in state.gps.average } }

    /// The 95th percentile of the last 100 GPS latencies, in seconds, by nearest rank; zero without any.
    public var p95GPSLatency: Double { withState { state, _ in state.gps.p95 } }

    /// The mean of the last 100 message latencies, in seconds; zero without any.
    public var averageMessageLatency: Double { withState { state, _ in state.messages.average } }

    /// The 95th percentile of the last 100 message latencies, in seconds, by nearest rank; zero without any.
    public var p95MessageLatency: Double { withState { state, _ in state.messages.p95 } }

    /// How many messages are waited for: 0 ... 1000.
    public var pendingMessageCount: Int { withState { state, _ in state.timers.count } }

    /// How many messages were given up because a thousand younger ones were not answered either.
    public var unansweredMessageCount: Int { withState { state, _ in state.timers.unanswered } }

    /// How many GPS latencies were not used because they were negative or not finite.
    public var unusableLatencyCount: Int { withState { state, _ in state.unusable } }

    private func report(_ what: String, _ latency: Double, target: Double) {
        logger.debug("\(what): \(Self.milliseconds(latency))")
        guard latency > target else { return }
        logger.warning("\(what) \(Self.milliseconds(latency)) exceeds target \(Self.milliseconds(target))")
    }

    /// Seconds as whole milliseconds: `250ms`.
    static func milliseconds(_ seconds: Double) -> String { "\(Int(min(seconds * 1000, 1e15).rounded()))ms" }
}
