internal import Synchronization

/// Lines that any thread may add.
package final class SharedLines: Sendable {
    private let lines = Mutex<[String]>([])

    package init() {}

    package var all: [String] { lines.withLock { $0 } }

    package func add(_ line: String) { lines.withLock { $0.append(line) } }
}
