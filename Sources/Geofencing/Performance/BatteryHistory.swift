/// The charge of a battery and the rate at which it drains.
struct BatteryHistory {
    /// 0 ... 1; full as long as the level is unknown.
    private(set) var level = 1.0
    /// In percent per hour since the battery last rose; zero until it has fallen.
    private(set) var drainRate = 0.0
    private var start: (level: Double, time: Duration)?
    private var last: Duration?

    /// Records a level at a time measured from any fixed moment.
    ///
    /// A level outside 0 ... 1 and one older than the last are ignored.
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
