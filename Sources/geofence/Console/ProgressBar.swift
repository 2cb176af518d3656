internal import Foundation
internal import Synchronization

/// One line on standard error that says how far a run is: nothing in the first second, then at most ten times a second.
final class ProgressBar: Sendable {
    private struct State {
        var lastDrawn: ContinuousClock.Instant
        var isShown = false
    }

    private static let width = 24

    private let console = Console()
    private let start = ContinuousClock.now
    private let isWanted: Bool
    private let unit: String
    /// The number of bytes to come, where that is known.
    private let totalBytes: Int?
    private let state: Mutex<State>

    /// - Parameters:
    ///   - unit: What is counted, in the plural.
    ///   - totalBytes: The size of the input; `nil` where it is not known.
    init(_ wish: ProgressWish, unit: String, totalBytes: Int?) {
        isWanted = wish == .always || (wish == .auto && console.isTerminal)
        self.unit = unit
        self.totalBytes = totalBytes
        state = Mutex(State(lastDrawn: start))
    }

    /// Takes note of how much has been read so far.
    func update(count: Int, bytes: Int) {
        guard isWanted else { return }
        let now = ContinuousClock.now
        guard now - start >= .seconds(1) else { return }
        state.withLock { state in
            guard !state.isShown || now - state.lastDrawn >= .milliseconds(100) else { return }
            state.lastDrawn = now
            state.isShown = true
            console.write(Console.emptyLine + text(count: count, bytes: bytes, elapsed: now - start))
        }
    }

    /// Removes the line; what is written next stands in its place.
    func clear() {
        state.withLock { state in
            if state.isShown { console.write(Console.emptyLine) }
            state.isShown = false
        }
    }

    /// What the line says.
    func text(count: Int, bytes: Int, elapsed: Duration) -> String {
        let seconds = max(elapsed / .seconds(1), 0.001)
        let rate = "\(Quantity.grouped(count)) \(unit), \(Quantity.rate(count, seconds))/s"
        guard let totalBytes, totalBytes > 0 else { return "\(rate), \(Int(seconds)) s" }
        let share = min(1, Double(bytes) / Double(totalBytes))
        let filled = Int(share * Double(Self.width))
        let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: Self.width - filled)
        let left = share > 0 ? Int((seconds / share - seconds).rounded(.up)) : 0
        return "[\(bar)] \(Int(share * 100)) %  \(rate), \(left) s left"
    }
}
