internal import Dispatch
internal import Geofencing

/// A timer that calls a closure repeatedly.
protocol RepeatingTimer {
    /// Calls `body` each time the interval has passed, one call at a time.
    func start(every interval: Duration, _ body: @escaping @Sendable () -> Void)

    /// Ends the calls; none is running any more when this returns.
    func stop()
}

/// The system's timer.
final class DispatchTimer: RepeatingTimer {
    private let queue = DispatchQueue(label: "timer")
    private var source: (any DispatchSourceTimer)?

    func start(every interval: Duration, _ body: @escaping @Sendable () -> Void) {
        let source = DispatchSource.makeTimerSource(queue: queue)
        self.source = source
        let step = DispatchTimeInterval.milliseconds(Int(interval.milliseconds))
        source.schedule(deadline: .now() + step, repeating: step)
        source.setEventHandler(handler: body)
        source.activate()
    }

    func stop() { queue.sync { source?.cancel() } }
}
