// SAFETY: the handler of a signal is compared as a number and never called; sets of signals are local variables.

internal import Dispatch
internal import Foundation
internal import Geofencing

/// Does something when the process gets a signal, as long as the watch exists.
final class SignalWatch {
    private var sources: [any DispatchSourceSignal] = []
    private let queue = DispatchQueue(label: "signals")

    /// A watch that does nothing yet.
    init() {}

    /// A watch that removes unfinished outputs when Ctrl-C, a closed terminal or `kill` ends the process.
    static func removingUnfinishedOutputs() -> SignalWatch {
        let watch = SignalWatch()
        for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
            watch.on([number]) { UnfinishedOutputs.removeAll { end(by: number) } }
        }
        return watch
    }

    /// - Parameter body: Called on a queue of the watch, one call at a time.
    func on(_ signals: [Int32], _ body: @escaping @Sendable () -> Void) {
        for number in signals {
            // The default action would end the process before the source is told.
            _ = signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler(handler: body)
            source.activate()
            sources.append(source)
        }
    }

    deinit { for source in sources { source.cancel() } }

    /// Whether who started the process does not want it to end by a signal, as `nohup` and shells for jobs in the background.
    private static func isIgnored(_ number: Int32) -> Bool {
        let handler = signal(number, SIG_DFL)
        _ = signal(number, handler)
        return unsafe (unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self))
    }

    /// Ends the process by a signal, so that who waits for it sees which.
    private static func end(by number: Int32) {
        _ = signal(number, SIG_DFL)
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, number)
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
    }
}
