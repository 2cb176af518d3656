/// The charge of a battery and how fast it goes.
struct BatteryHistory {
    /// 0 ... 1; full as long as nothing is known.
    private(set) var level = 1.0
    /// In percent an hour, since the battery last rose; zero until it has fallen.
    private(set) var drainRate = 0.0
    private var start: (level: Double, time: Duration)?
    private var last: Duration?

    /// Takes a level at a time that is counted from any moment, always the same one.
    ///
    /// A level outside 0 ... 1 and one that is older than the last are not used.
    mutating func record(_ level: Double, at time: Duration) {
        guard (0...1).contains(level), last.map({ $0 <= time }) ?? true else { return }
        last = time
        if let start, level <= self.level {
            let hours = (time - start.time) / .seconds(3600)
            if hours > 0 { drainRate = (start.level - level) * 100 / hours }
        } else {
            start = (level, time)
            drainRate = 0
        }
        self.level = level
    }
}
