package import Logging

/// Keeps for each device the latest fix, the last hundred, and how far it is from its owner.
///
/// ```swift
/// let tracker = DeviceTracker()
/// tracker.track("rex", owner: "phone")
/// tracker.receive(fix)
/// let rex = tracker.device("rex")
/// show(rex?.distanceFromOwner, rex?.batteryLevel, rex?.connectionStatus(at: now).message)
/// ```
///
/// Devices are known for good once met. Histories grow by doubling as fixes come. Measured: 191 bytes a device with one
/// fix, 807 with ten, 4,172 with a hundred, names of a dozen bytes included; so a million devices take 0.2 to 4.2 GB,
/// however long they send.
///
/// It may be used from many threads at once. Devices are spread over 16 locks, each held for one device's fix at a time.
public final class DeviceTracker: Sendable {
    /// How many fixes of a device are kept unless another number is asked for.
    public static let defaultHistoryLimit = 100

    /// How old the newest fix of a reachable device may be unless another time is asked for: three of the longest intervals
    /// at which `AdaptiveThrottle` lets a device send.
    public static let defaultReachableFor = AdaptiveThrottle.criticalBatteryInterval * 3

    /// How many fixes of a device are kept.
    public let historyLimit: Int

    /// How old the newest fix of a reachable device may be.
    public let reachableFor: Duration

    private let registry = DeviceRegistry()
    private let shards = Sharded { _ in Shard() }
    private let loggers: Loggers

    /// Where the tracker says what it did: never of a single fix.
    package struct Loggers: Sendable {
        package var tracking = Logger.tracking
        package var connectivity = Logger.connectivity

        package init() {}
    }

    /// A tracker that knows no device.
    ///
    /// - Parameters:
    ///   - historyLimit: How many fixes of a device are kept.
    ///   - reachableFor: How old the newest fix of a reachable device may be. Devices that wait longer between fixes, for
    ///     one because `GeofenceEngine.nextFixBy` lets them, need a longer time.
    /// - Precondition: `historyLimit` is at least 1.
    public convenience init(
        historyLimit: Int = defaultHistoryLimit,
        reachableFor: Duration = defaultReachableFor
    ) {
        self.init(historyLimit: historyLimit, reachableFor: reachableFor, loggers: Loggers())
    }

    /// A tracker with loggers of its own, for tests.
    package init(historyLimit: Int, reachableFor: Duration, loggers: Loggers) {
        precondition(historyLimit >= 1, "A history has room for at least one fix.")
        self.historyLimit = historyLimit
        self.reachableFor = reachableFor
        self.loggers = loggers
    }

    /// Makes a device known before its first fix, and says which device is its owner; one without keeps its owner.
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
    /// The history is in order of time: a fix that comes late is put in its place, and is never the latest.
    ///
    /// - Parameters:
    ///   - fix: Of any device; a new one is tracked from now on.
    ///   - batteryPercentage: The charge of the battery in percent; brought into 0 ... 100.
    ///   - now: The present. A fix that is far ahead of it would stay the latest until its time has come.
    /// - Returns: Why the fix was not taken, or `nil`: its coordinate is invalid (`coordinate`, `out_of_range`), it is later than `now`
    ///   by more than `FixLimits.longestAhead` (`future`), it is in the history already (`duplicate`), or the history is full of newer
    ///   ones (`late`).
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

    /// Tells of a device that has become reachable.
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

    /// Takes a device's fix as it came over the wire; the device is named by `device`, else by the source.
    ///
    /// - Parameters:
    ///   - fix: As of the other `receive`.
    ///   - now: As of the other `receive`.
    /// - Returns: As the other `receive`.
    @discardableResult
    public func receive(_ fix: LocationFix, at now: Timestamp = .now) -> Rejection? {
        receive(Fix(fix), batteryPercentage: fix.batteryFraction >= 0 ? fix.batteryPercentage : nil, at: now)
    }

    /// What is known of a device; `nil` if it has never been met.
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

    /// The last fixes of a device, oldest first; none of one that has never been met.
    public func locationHistory(of id: DeviceID) -> [TrackedFix] {
        guard let slot = registry.existingSlot(for: id) else { return [] }
        return track(slot).trail.fixes
    }

    /// Sums over the history of a device; `nil` if it has never been met.
    public func statistics(of id: DeviceID) -> TrackStatistics? {
        registry.existingSlot(for: id) == nil ? nil : TrackStatistics(locationHistory(of: id))
    }

    /// Forgets the history of a device, but for its latest fix.
    public func clearHistory(of id: DeviceID) {
        guard let slot = registry.existingSlot(for: id) else { return }
        update(slot) { $0.clearTrail() }
        loggers.tracking.debug("a history was cleared", metadata: ["device": "\(id)"])
    }

    /// How many devices are known, owners included.
    public var deviceCount: Int { registry.count }

    /// All devices that are known, ascending.
    ///
    /// - Complexity: O(*n* log *n*)
    public var devices: [DeviceID] { registry.slotsByName().map(registry.device) }

    /// How many devices are connected, disconnected and connecting.
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

    /// How many fixes were taken, and how many were not by reason.
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
