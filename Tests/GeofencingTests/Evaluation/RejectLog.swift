import Synchronization

@testable import Geofencing

/// What an evaluation did not use, as the number of the line and the reason.
final class RejectLog: Sendable {
    private let found = Mutex<[String]>([])

    var observer: TraceEvaluation.Observer {
        TraceEvaluation.Observer(
            rejected: { fix throws(GeofenceError) in
                self.found.withLock { $0.append("\(fix.line) \(fix.reason.rawValue)") }
            },
            restarted: { () throws(GeofenceError) in self.found.withLock { $0 = [] } }
        )
    }

    var lines: [String] { found.withLock { $0 } }
}
