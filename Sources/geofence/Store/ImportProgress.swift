internal import Geofencing
internal import GeofencingStore

/// How far an import is: "X of Y fixes", their rate and the time left. On a terminal one line that changes, else a line every
/// few seconds.
final class ImportProgress {
    private let console = Console()
    private let isWanted: Bool
    private let interval: Duration
    private let totalBytes: Int?
    private let start = ContinuousClock.now
    private var lastShown = ContinuousClock.now
    private var isShown = false

    /// - Parameter totalBytes: The size of the files; `nil` where it is not known.
    init(_ wish: ProgressWish, totalBytes: Int?) {
        isWanted = wish == .always || (wish == .auto && console.isTerminal)
        interval = console.isTerminal ? .milliseconds(100) : .seconds(5)
        self.totalBytes = totalBytes
        if wish == .always { lastShown = start - .seconds(5) }
    }

    /// Takes note of how far the import is.
    func update(_ progress: HistoryImport.Progress) {
        let now = ContinuousClock.now
        guard isWanted, now - lastShown >= interval else { return }
        lastShown = now
        let line = Self.text(progress, totalBytes: totalBytes, elapsed: now - start)
        console.write(console.isTerminal ? Console.emptyLine + line : line + "\n")
        isShown = console.isTerminal
    }

    /// Removes the line from a terminal.
    func clear() {
        if isShown { console.write(Console.emptyLine) }
    }

    /// What a line says. How many fixes there will be is known by the size of those so far.
    static func text(_ progress: HistoryImport.Progress, totalBytes: Int?, elapsed: Duration) -> String {
        let seconds = max(elapsed / .seconds(1), 0.001)
        let count = Quantity.grouped(progress.records)
        let rate = Quantity.rate(progress.records, seconds)
        guard let totalBytes, totalBytes > 0, progress.bytes > 0 else { return "\(count) fixes, \(rate)/s" }
        let share = min(1, Double(progress.bytes) / Double(totalBytes))
        let total = Quantity.grouped(Int((Double(progress.records) / share).rounded()))
        return "\(count) of \(total) fixes, \(rate)/s, \(Int((seconds / share - seconds).rounded(.up))) s left"
    }
}
