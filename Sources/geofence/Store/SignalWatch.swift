internal import Dispatch
internal import Foundation

/// Does something when the process gets a signal, as long as the watch exists.
final class SignalWatch {
    private var sources: [any DispatchSourceSignal] = []
    private let queue = DispatchQueue(label: "signals")

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
}
