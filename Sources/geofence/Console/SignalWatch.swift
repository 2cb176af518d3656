// SAFETY: the handler of a signal is compared as a number and never called; sets of signals are local variables. On
// Linux our own handler, for a closed pipe, runs on the thread whose `write` failed, and a handler that interrupts
// `write` may call anything. Darwin may choose another thread, which it may interrupt anywhere; there it is the risk of
// a process that ends anyway.

internal import Dispatch
internal import Foundation
internal import Geofencing
internal import Synchronization

/// Runs a closure when the process receives a signal, for as long as the watch exists.
final class SignalWatch {
    private var sources: [any DispatchSourceSignal] = []

    /// Creates a watch that does nothing yet.
    init() {}

    /// Returns a watch that removes unfinished outputs when Ctrl-C, a closed terminal or `kill` ends the process.
    static func removingUnfinishedOutputs() -> SignalWatch {
        let watch = SignalWatch()
        for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
            watch.on([number]) { endImmediately(by: number) }
        }
        return watch
    }

    /// Makes the process end as any filter does when nobody reads what it writes, after removing unfinished outputs.
    ///
    /// This signal is handled at once, where the write failed: a watch would be notified while that thread goes on.
    static func removeUnfinishedOutputsAtClosedPipe() {
        guard !isIgnored(SIGPIPE) else { return }
        _ = signal(SIGPIPE) { number in SignalWatch.endImmediately(by: number) }
    }

    /// Makes the process ignore a signal until a watch handles it.
    static func ignore(_ number: Int32) { _ = signal(number, SIG_IGN) }

    /// Calls `body` on each of the signals.
    ///
    /// - Parameter body: Called on a queue of these signals, one call at a time. It may block: signals registered by
    ///   another call do not wait for it.
    func on(_ signals: [Int32], _ body: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "signals")
        for number in signals {
            let isActive = DispatchSemaphore(value: 0)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler(handler: body)
            source.setRegistrationHandler { isActive.signal() }
            source.activate()
            isActive.wait()
            // Not earlier, or a signal that arrives in between would be lost: until now the default action ends the
            // process. On Linux the source installs a handler of its own.
            #if canImport(Darwin)
            _ = signal(number, SIG_IGN)
            #endif
            sources.append(source)
        }
    }

    /// Calls `body` to end in good order at the first Ctrl-C or `kill`, and ends the process at the second, because a
    /// run that waits for others may never end by itself.
    ///
    /// - Parameters:
    ///   - isPossible: Returns whether the process can end in good order; until it can, the first signal ends it too.
    ///   - body: Called on a thread of its own.
    func shutDownGracefully(
        asSoonAs isPossible: @escaping @Sendable () -> Bool,
        _ body: @escaping @Sendable () -> Void
    ) {
        let isShuttingDown = Atomic(false)
        for number in [SIGTERM, SIGINT] where !Self.isIgnored(number) {
            on([number]) {
                if !isPossible() || isShuttingDown.exchange(true, ordering: .relaxed) {
                    Self.endImmediately(by: number)
                }
                Thread.detachNewThread(body)
            }
        }
    }

    deinit { for source in sources { source.cancel() } }

    /// Returns whether the process was started with the signal ignored, as `nohup` does and shells do for background
    /// jobs.
    private static func isIgnored(_ number: Int32) -> Bool {
        let handler = signal(number, SIG_DFL)
        _ = signal(number, handler)
        return unsafe (unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self))
    }

    /// Removes unfinished outputs and ends the process by the signal.
    private static func endImmediately(by number: Int32) { UnfinishedOutputs.removeAll { end(by: number) } }

    /// Ends the process by the signal, so that the process waiting for it sees which one it was.
    private static func end(by number: Int32) {
        _ = signal(number, SIG_DFL)
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, number)
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
    }
}
