internal import Logging

/// Keeps each device's latest fix, its last hundred fixes, and its distance from its owner.
///
/// ```swift
/// let tracker = DeviceTracker()
/// tracker.track("rex", owner: "phone")
/// tracker.receive(fix)
/// let rex = tracker.device("rex")
/// show(rex?.distanceFromOwner, rex?.batteryLevel, rex?.connectionStatus(at: now).message)
/// ```
///
/// A device once seen stays known until you `forget(_:)` it; those that come next get the memory that becomes free.
/// Histories grow by doubling as fixes arrive. Measured: 204 bytes per device with one fix, 812 with ten, 4,210 with a
/// hundred, including names of a dozen bytes; so a million devices take 0.2 to 4.2 GB, however long they send.
///
/// A tracker may be used from many threads at once. Devices are spread over 16 locks, each held for one device's fix at
/// a time.
public final class DeviceTracker: Sendable {
    /// The default number of fixes kept per device.
    public static let defaultHistoryLimit = 100

    /// The default maximum age of the newest fix of a reachable device: three of the longest intervals at which
    /// `AdaptiveThrottle` lets a device send.
    public static let defaultReachableFor = AdaptiveThrottle.criticalBatteryInterval * 3

    /// The number of fixes kept per device.
    public let historyLimit: Int

    /// The maximum age of the newest fix of a reachable device.
    public let reachableFor: Duration

    private let shards = Sharded { _ in Shard() }
    private let loggers: Loggers

    /// The loggers to which the tracker reports what it did; single fixes are never logged.
    struct Loggers: Sendable {
        var tracking = Logger.tracking
        var connectivity = Logger.connectivity
    }

    /// Creates a tracker that knows no device.
    ///
    /// - Parameters:
    ///   - historyLimit: The number of fixes kept per device.
    ///   - reachableFor: The maximum age of the newest fix of a reachable device. Devices that wait longer between
    ///     fixes, for example because `GeofenceEngine.nextFixBy` lets them, need a longer time.
    /// - Precondition: `historyLimit` is at least 1.
    public convenience init(
        historyLimit: Int = defaultHistoryLimit,
        reachableFor: Duration = defaultReachableFor
    ) {
        self.init(historyLimit: historyLimit, reachableFor: reachableFor, loggers: Loggers())
    }

    /// Creates a tracker with its own loggers, for tests.
    init(historyLimit: Int, reachableFor: Duration, loggers: Loggers) {
        precondition(historyLimit >= 1, "A history must have room for at least one fix.")
        self.historyLimit = historyLimit
        self.reachableFor = reachableFor
        self.loggers = loggers
    }

    /// Registers a device before its first fix and sets its owner; without `owner`, the device keeps its owner. The
    /// owner is a device like any other, and known from now on too.
    public func track(_ device: DeviceID, owner: DeviceID? = nil) {
        loggers.tracking.debug(
            "a device is tracked",
            metadata: ["device": "\(device)", "owner": "\(owner.map { "\($0)" } ?? "none")"]
        )
        if let owner { update(owner) { _ in } }
        update(device) { $0.owner = owner ?? $0.owner }
    }

    /// Takes a device's fix.
    ///
    /// The history is ordered by time, and at the same time by sequence, a fix without one first: a late fix is
    /// inserted in order and never becomes the latest.
    ///
    /// - Parameters:
    ///   - fix: A fix of any device; a new device is known from now on, even if the fix is not taken.
    ///   - batteryPercentage: The charge of the battery in percent, clamped to 0 ... 100.
    ///   - now: The current time. A fix far ahead of it would stay the latest until its time has come.
    /// - Returns: The reason why the fix was not taken, or `nil`: its coordinate is invalid (`coordinate`,
    ///   `out_of_range`), it is later than `now` by more than `FixLimits.longestAhead` (`future`), the latest fix or
    ///   one in the history has its time and sequence, or, if neither has a sequence, its time and place (`duplicate`),
    ///   or the history is full of newer fixes (`late`).
    /// - Complexity: O(1); O(`historyLimit`) for a late fix.
    @discardableResult
    public func receive(_ fix: Fix, batteryPercentage: Int? = nil, at now: Timestamp = .now) -> Rejection? {
        let tracked = TrackedFix(fix, batteryPercentage: batteryPercentage)
        let (rejection, before) = withShard(of: fix.device) { shard in
            let (rejection, before) = shard.update(fix.device) { track in
                let before = track.latest
                let rejection = fix.coordinate.rejection ?? (now + FixLimits.longestAhead < fix.time ? .future : nil)
                return (rejection ?? track.take(tracked, limit: historyLimit), before)
            }
            if let rejection { shard.counts.reject(rejection) } else { shard.counts.used += 1 }
            return (rejection, before)
        }
        if rejection == nil { logConnection(of: fix, after: before) }
        return rejection
    }

    /// Logs that a device has become reachable.
    private func logConnection(of fix: Fix, after before: TrackedFix?) {
        guard let before else {
            loggers.connectivity.debug("a device is connected", metadata: ["device": "\(fix.device)"])
            return
        }
        let silence = before.time.duration(to: fix.time)
        guard silence > reachableFor else { return }
        loggers.connectivity.debug(
            "a device is connected again",
            metadata: ["device": "\(fix.device)", "silent_s": "\(silence / .seconds(1))"]
        )
    }

    /// Takes a device's fix in the wire format; the device's name is `device`, otherwise the source. A charge beyond
    /// 0 ... 1 is unknown.
    ///
    /// - Parameters:
    ///   - fix: As in the other `receive`.
    ///   - now: As in the other `receive`.
    /// - Returns: As in the other `receive`.
    @discardableResult
    public func receive(_ fix: LocationFix, at now: Timestamp = .now) -> Rejection? {
        receive(Fix(fix), batteryPercentage: fix.hasValidBattery ? fix.batteryPercentage : nil, at: now)
    }

    /// Returns what is known about a device; `nil` if it is not known.
    public func device(_ id: DeviceID) -> TrackedDevice? {
        guard let track = track(of: id) else { return nil }
        return TrackedDevice(
            id: id,
            latestLocation: track.latest,
            ownerLocation: track.owner.flatMap { owner in withShard(of: owner) { $0.latest(of: owner) } },
            fixesReceived: track.received,
            reachableFor: reachableFor
        )
    }

    /// Returns the last fixes of a device, oldest first; empty if it is not known.
    ///
    /// - Complexity: O(*n*) for *n* fixes.
    public func locationHistory(of id: DeviceID) -> [TrackedFix] { track(of: id)?.history.fixes ?? [] }

    /// Returns statistics of a device's history; `nil` if it is not known.
    ///
    /// - Complexity: O(*n*) for *n* fixes, with a geodesic for each.
    public func statistics(of id: DeviceID) -> TrackStatistics? {
        (track(of: id)?.history.fixes).map(TrackStatistics.init)
    }

    /// Empties the history of a device. Its latest fix stays known, though no longer in the history, and the number of
    /// its fixes stays too.
    public func clearHistory(of id: DeviceID) {
        let isKnown = withShard(of: id) { shard in
            guard shard.track(of: id) != nil else { return false }
            shard.update(id) { $0.clearHistory() }
            return true
        }
        if isKnown { loggers.tracking.debug("a history was cleared", metadata: ["device": "\(id)"]) }
    }

    /// Forgets a device: its latest fix, its history, its owner and its name. It then counts as one that was never
    /// seen, and its next fix, even an older one, as its first. `counts` keep the fixes that it has sent. Devices that
    /// it owns keep it as their owner, whose place is unknown until it sends again.
    ///
    /// ```swift
    /// for id in tracker.devices {
    ///     if let latest = tracker.device(id)?.latestLocation, latest.time < yesterday { tracker.forget(id) }
    /// }
    /// ```
    public func forget(_ id: DeviceID) {
        guard withShard(of: id, { $0.forget(id) }) else { return }
        loggers.tracking.debug("a device was forgotten", metadata: ["device": "\(id)"])
    }

    /// The number of known devices, owners included.
    public var deviceCount: Int {
        var count = 0
        shards.withEach { count += $0.devices.count }
        return count
    }

    /// All known devices in ascending order.
    ///
    /// - Complexity: O(*n* log *n*).
    public var devices: [DeviceID] {
        var devices: [DeviceID] = []
        shards.withEach { devices += $0.devices }
        return devices.sorted()
    }

    /// Returns the number of devices that are connected, disconnected and connecting.
    ///
    /// - Complexity: O(*n*).
    public func connectionCounts(at now: Timestamp) -> [ConnectionStatus: Int] {
        var counts: [ConnectionStatus: Int] = [.connected: 0, .disconnected: 0, .connecting: 0]
        shards.withEach { shard in
            var waiting = shard.devices.count
            for fix in shard.latestFixes {
                counts[ConnectionStatus(fix, at: now, reachableFor: reachableFor), default: 0] += 1
                waiting -= 1
            }
            counts[.connecting, default: 0] += waiting
        }
        return counts
    }

    /// The number of fixes that were taken, and of those that were not, by reason.
    public var counts: FixCounts {
        var sum = FixCounts()
        shards.withEach { sum.add($0.counts) }
        return sum
    }

    private func track(of device: DeviceID) -> Track? { withShard(of: device) { $0.track(of: device) } }

    private func update(_ device: DeviceID, _ body: (inout Track) -> Void) {
        withShard(of: device) { $0.update(device, body) }
    }

    private func withShard<Result: Sendable>(of device: DeviceID, _ body: (inout Shard) -> Result) -> Result {
        shards.withLock(shard: DeviceRegistry.shard(of: device)) { body(&$0) }
    }
}
