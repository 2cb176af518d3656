internal import Synchronization

/// Shows the progress of a run on standard error: on a terminal in one line that changes at most ten times a second,
/// elsewhere in a new line every five seconds.
final class ProgressLine: Sendable {
    private static let width = 24

    private let console = Console()
    private let start = ContinuousClock.now
    private let isWanted: Bool
    private let noun: String
    /// The total number of bytes to read, if known.
    private let totalBytes: Int?
    private let interval: Duration
    /// When the next line is due, and whether one is shown on the terminal.
    private let state: Mutex<(due: ContinuousClock.Instant, isShown: Bool)>

    /// - Parameters:
    ///   - wish: With `always` progress is shown at once, with `auto` after a second.
    ///   - noun: The noun for what is counted, as for `Quantity.counted`.
    ///   - totalBytes: The size of the input; `nil` if it is not known. Files are opened to find it, so it is evaluated
    ///     only if it may be shown.
    init(_ wish: ProgressWish, noun: String, totalBytes: @autoclosure () -> Int?) {
        isWanted = wish == .always || (wish == .auto && console.isTerminal)
        interval = console.isTerminal ? .milliseconds(100) : .seconds(5)
        self.noun = noun
        self.totalBytes = isWanted ? totalBytes() : nil
        state = Mutex((wish == .always ? start : start + .seconds(1), false))
    }

    /// Records how much has been read so far.
    func update(count: Int, bytes: Int) {
        guard isWanted else { return }
        state.withLock { state in
            let now = ContinuousClock.now
            guard now >= state.due else { return }
            state = (now + interval, console.isTerminal)
            let text = text(count: count, bytes: bytes, elapsed: now - start)
            console.write(console.isTerminal ? Console.emptyLine + text : text + "\n")
        }
    }

    /// Removes the line from a terminal, so that what is written next takes its position.
    func clear() {
        state.withLock { state in
            if state.isShown { console.write(Console.emptyLine) }
            state.isShown = false
        }
    }

    /// Returns the text of the line. The total count is estimated from the average size of the records so far.
    private func text(count: Int, bytes: Int, elapsed: Duration) -> String {
        let seconds = max(elapsed / .seconds(1), 0.001)
        let rate = "\(Quantity.rate(count, seconds))/s"
        guard let totalBytes, totalBytes > 0, bytes > 0 else {
            return "\(counted(count)), \(rate), \(Int(seconds)) s"
        }
        let share = min(1, Double(bytes) / Double(totalBytes))
        let filled = Int(share * Double(Self.width))
        let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: Self.width - filled)
        let total = counted(Int((Double(count) / share).rounded()))
        let left = Int((seconds / share - seconds).rounded(.up))
        return "[\(bar)] \(Int(share * 100)) %  \(Quantity.grouped(count)) of \(total), \(rate), \(left) s left"
    }

    private func counted(_ number: Int) -> String { Quantity.counted(number, noun) }
}
