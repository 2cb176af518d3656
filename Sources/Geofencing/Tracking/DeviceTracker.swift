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
/// A device once seen stays known for good. Histories grow by doubling as fixes arrive. Measured: 191 bytes per device
/// with one fix, 807 with ten, 4,172 with a hundred, including names of a dozen bytes; so a million devices take 0.2 to
/// 4.2 GB, however long they send.
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

    private let registry = DeviceRegistry()
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

    /// Registers a device before its first fix and sets its owner; without `owner`, the device keeps its owner.
    public func track(_ device: DeviceID, owner: DeviceID? = nil) {
        loggers.tracking.debug(
            "a device is tracked",
            metadata: ["device": "\(device)", "owner": "\(owner.map { "\($0)" } ?? "none")"]
        )
        let owner = owner.map { registry.slot(for: $0) }
        update(registry.slot(for: device)) { $0.owner = owner ?? $0.owner }
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
        let slot = registry.slot(for: fix.device)
        let tracked = TrackedFix(fix, batteryPercentage: batteryPercentage)
        let (rejection, before) = shards.withLock(of: slot) { shard in
            let before = shard.latest(slot)
            let rejection =
                fix.coordinate.rejection ?? (now + FixLimits.longestAhead < fix.time ? .future : nil)
                ?? shard.update(slot) { $0.take(tracked, limit: historyLimit) }
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

    /// Returns what is known about a device; `nil` if it has never been seen.
    public func device(_ id: DeviceID) -> TrackedDevice? {
        guard let slot = registry.existingSlot(for: id) else { return nil }
        let track = track(slot)
        return TrackedDevice(
            id: id,
            latestLocation: track.latest,
            ownerLocation: track.owner.flatMap { self.track($0).latest },
            fixesReceived: track.received,
            reachableFor: reachableFor
        )
    }

    /// Returns the last fixes of a device, oldest first; empty if it has never been seen.
    public func locationHistory(of id: DeviceID) -> [TrackedFix] {
        guard let slot = registry.existingSlot(for: id) else { return [] }
        return track(slot).trail.fixes
    }

    /// Returns statistics of a device's history; `nil` if it has never been seen.
    public func statistics(of id: DeviceID) -> TrackStatistics? {
        registry.existingSlot(for: id) == nil ? nil : TrackStatistics(locationHistory(of: id))
    }

    /// Empties the history of a device. Its latest fix stays known, though no longer in the history, and the number of
    /// its fixes stays too.
    public func clearHistory(of id: DeviceID) {
        guard let slot = registry.existingSlot(for: id) else { return }
        update(slot) { $0.clearTrail() }
        loggers.tracking.debug("a history was cleared", metadata: ["device": "\(id)"])
    }

    /// The number of known devices, owners included.
    public var deviceCount: Int { registry.count }

    /// All known devices in ascending order.
    ///
    /// - Complexity: O(*n* log *n*)
    public var devices: [DeviceID] { registry.slotsByName().map(registry.device) }

    /// Returns the number of devices that are connected, disconnected and connecting.
    ///
    /// - Complexity: O(*n*)
    public func connectionCounts(at now: Timestamp) -> [ConnectionStatus: Int] {
        var counts: [ConnectionStatus: Int] = [.connected: 0, .disconnected: 0]
        shards.withEach { shard in
            for fix in shard.tracks.lazy.compactMap(\.latest) {
                counts[ConnectionStatus(fix, at: now, reachableFor: reachableFor), default: 0] += 1
            }
        }
        counts[.connecting] = deviceCount - counts.values.reduce(0, +)
        return counts
    }

    /// The number of fixes that were taken, and of those that were not, by reason.
    public var counts: FixCounts {
        var sum = FixCounts()
        shards.withEach { sum.add($0.counts) }
        return sum
    }

    private func track(_ slot: UInt32) -> Track { shards.withLock(of: slot) { $0.track(slot) } }

    private func update(_ slot: UInt32, _ body: (inout Track) -> Void) {
        shards.withLock(of: slot) { $0.update(slot, body) }
    }
}
