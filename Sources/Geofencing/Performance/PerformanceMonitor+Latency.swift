internal import Logging

extension PerformanceMonitor {
    /// Records how long it took to get a fix after requesting it, and logs a warning if that exceeds the target.
    ///
    /// - Parameter latency: In seconds. A value that is negative or not finite is not used, only counted.
    public func recordGPSLatency(_ latency: Double) {
        let isUsable = latency >= 0 && latency.isFinite
        withState { state, _ in
            if isUsable { state.gps.append(latency) } else { state.unusable += 1 }
        }
        guard isUsable else { return }
        report("GPS latency", latency, target: gpsLatencyTarget)
    }

    /// Starts the timer of a message that is being sent, restarting it if one with this identifier is already running.
    ///
    /// Up to a thousand messages are pending; another one replaces the message sent first, which counts as unanswered.
    public func recordMessageSent(messageId: String) {
        withState { state, now in state.timers.start(messageId, at: now) }
    }

    /// Stops the timer of a message that was answered, and logs a warning if its latency exceeds the target.
    ///
    /// An answer to a message that is not pending is ignored.
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

    /// The mean of the last 100 GPS latencies in seconds; zero if there are none.
    public var averageGPSLatency: Double { withState { state, _ in state.gps.average } }

    /// The 95th percentile of the last 100 GPS latencies in seconds, by nearest rank; zero if there are none.
    public var p95GPSLatency: Double { withState { state, _ in state.gps.p95 } }

    /// The mean of the last 100 message latencies in seconds; zero if there are none.
    public var averageMessageLatency: Double { withState { state, _ in state.messages.average } }

    /// The 95th percentile of the last 100 message latencies in seconds, by nearest rank; zero if there are none.
    public var p95MessageLatency: Double { withState { state, _ in state.messages.p95 } }

    /// The number of pending messages: 0 ... 1000.
    public var pendingMessageCount: Int { withState { state, _ in state.timers.count } }

    /// The number of messages given up because a thousand later ones were not answered either.
    public var unansweredMessageCount: Int { withState { state, _ in state.timers.unanswered } }

    /// The number of GPS latencies that were not used because they were negative or not finite.
    public var unusableLatencyCount: Int { withState { state, _ in state.unusable } }

    private func report(_ what: String, _ latency: Double, target: Double) {
        logger.debug("\(what): \(Self.milliseconds(latency))")
        guard latency > target else { return }
        logger.warning("\(what) \(Self.milliseconds(latency)) exceeds target \(Self.milliseconds(target))")
    }

    /// Returns seconds formatted as whole milliseconds: `250ms`.
    static func milliseconds(_ seconds: Double) -> String { "\(Int(min(seconds * 1000, 1e15).rounded()))ms" }
}
