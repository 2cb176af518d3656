/// Puts the fixes of a live stream into the order of time for each device, before an engine sees them.
///
/// Each device has a watermark: the newest time it has sent, less the lateness that is allowed. What is not newer than the
/// watermark is handed on, in order; the rest waits. So an engine finds what it would have found in a sorted file, as long
/// as nothing is later than allowed; what is goes on at once, and the engine counts it as late.
///
/// ```swift
/// var reorderer = FixReorderer(maximumLateness: .seconds(30))
/// for fix in stream { transitions += engine.process(reorderer.add(fix)) }
/// transitions += engine.process(reorderer.flush())
/// ```
public struct FixReorderer: Sendable {
    private struct Waiting: Sendable {
        var newest = Int64.min
        /// In order, those of equal rank as they came.
        var fixes: [Fix] = []
    }

    private let lateness: Int64
    private var devices: [DeviceID: Waiting] = [:]

    /// - Parameter maximumLateness: How much older than a device's newest fix another one may be; 30 s is enough for most
    ///   radio links.
    public init(maximumLateness: Duration) {
        precondition(maximumLateness >= .zero, "A lateness is not negative.")
        lateness = maximumLateness.milliseconds
    }

    /// How many fixes wait.
    public var waitingCount: Int { devices.values.reduce(0) { $0 + $1.fixes.count } }

    /// Takes a fix and returns those of its device that need not wait any longer, in order.
    ///
    /// - Complexity: O(fixes of the device that wait).
    public mutating func add(_ fix: Fix) -> [Fix] {
        var waiting = devices.removeValue(forKey: fix.device) ?? Waiting()
        waiting.newest = max(waiting.newest, fix.time.unixMilliseconds)
        let position = waiting.fixes.lastIndex { !fix.precedes($0) }.map { $0 + 1 } ?? 0
        waiting.fixes.insert(fix, at: position)
        let (mark, isBelow) = waiting.newest.subtractingReportingOverflow(lateness)
        let watermark = isBelow ? .min : mark
        let ready = waiting.fixes.prefix { $0.time.unixMilliseconds <= watermark }
        let result = Array(ready)
        waiting.fixes.removeFirst(result.count)
        devices[fix.device] = waiting
        return result
    }

    /// Returns all that wait, by device name and in order, at the end of a stream.
    public mutating func flush() -> [Fix] {
        let rest = devices.sorted { $0.key < $1.key }.flatMap(\.value.fixes)
        for device in devices.keys { devices[device]?.fixes = [] }
        return rest
    }
}

extension Fix {
    /// The order of a device's fixes: by time, of one time the best accuracy first, then by sequence.
    fileprivate func precedes(_ other: Fix) -> Bool {
        if time != other.time { return time < other.time }
        let (radius, otherRadius) = (knownRadius, other.knownRadius)
        if radius != otherRadius { return radius < otherRadius }
        return (sequence ?? .min) < (other.sequence ?? .min)
    }

    /// In meters; infinite when unknown.
    private var knownRadius: Double {
        guard let meters = horizontalAccuracy?.meters, meters > 0 else { return .infinity }
        return meters
    }
}
