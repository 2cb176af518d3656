package import Foundation
internal import Synchronization

extension Process {
    private static let starting = Mutex(())

    /// Runs the process; one is started at a time, as Foundation on Linux may crash if two threads start processes at once.
    package func start() throws { try Self.starting.withLock { _ in try run() } }
}
