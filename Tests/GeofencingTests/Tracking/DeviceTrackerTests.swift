import Dispatch
import Foundation
import InMemoryLogging
import Logging
import Testing

@testable import Geofencing

@Suite struct DeviceTrackerTests {
    private let place = Coordinate(latitude: 37.7749, longitude: -122.4194)

    private func time(_ seconds: Int64) -> Timestamp { Timestamp(unixMilliseconds: seconds * 1000) }

    private func fix(
        _ seconds: Int64,
        of device: DeviceID = "rex",
        north meters: Double = 0,
        accuracy: Double? = nil,
        sequence: Int64? = nil
    ) -> Fix {
        Fix(
            device: device,
            time: time(seconds),
            coordinate: Geodesic.direct(from: place, azimuth: 0, distance: meters),
            horizontalAccuracy: accuracy.map { .meters($0) },
            sequence: sequence
        )
    }

    private func seconds(_ tracker: DeviceTracker) -> [Int64] {
        tracker.locationHistory(of: "rex").map { $0.time.unixMilliseconds / 1000 }
    }

    @Test func `the description of a kept fix has only what is known`() {
        let tracker = DeviceTracker()
        var fix = Fix(device: "rex", time: time(1000), coordinate: place)
        tracker.receive(fix, at: time(1000))
        fix.time = time(1001)
        fix.horizontalAccuracy = .meters(5)
        tracker.receive(fix, batteryPercentage: 85, at: time(1001))
        let text = "(latitude: 37.7749, longitude: -122.4194)"
        #expect(
            tracker.locationHistory(of: "rex").map(\.description) == [
                "1970-01-01T00:16:40.000Z \(text)", "1970-01-01T00:16:41.000Z \(text), 5.0 m, 85 %",
            ]
        )
    }

    @Test func `a fix too far in the future is rejected`() {
        let tracker = DeviceTracker()
        #expect(tracker.receive(fix(1600), at: time(1000)) == nil)
        #expect(tracker.receive(fix(1601), at: time(1000)) == .future)
        #expect(tracker.receive(.sample(sequence: 1, device: "rex"), at: time(1000)) == .future)
        #expect(tracker.receive(Fix(device: "rex", time: .now + .seconds(700), coordinate: place)) == .future)
        #expect(seconds(tracker) == [1600])
        #expect(tracker.counts.rejected == [.future: 3])
    }

    @Test func `the defaults are a hundred fixes, fifteen seconds and the category loggers`() {
        let tracker = DeviceTracker()
        #expect(tracker.historyLimit == 100)
        #expect(tracker.reachableFor == .seconds(15))
        let loggers = DeviceTracker.Loggers()
        #expect(loggers.tracking.label == "geofence.tracking")
        #expect(loggers.connectivity.label == "geofence.connectivity")
    }

    @Test func `devices, connections and silences are logged but single fixes are not`() {
        let log = InMemoryLogHandler()
        var loggers = DeviceTracker.Loggers()
        var logger = Logger(label: "tracker", factory: { _ in log })
        logger.logLevel = .debug
        (loggers.tracking, loggers.connectivity) = (logger, logger)
        let tracker = DeviceTracker(historyLimit: 10, reachableFor: .seconds(15), loggers: loggers)
        tracker.track("rex", owner: "phone")
        for second in [0, 1, 16, 31, 47, 20, 47] as [Int64] { tracker.receive(fix(second)) }
        tracker.clearHistory(of: "rex")
        tracker.receive(fix(48))
        for _ in 0..<2 { tracker.forget("rex") }
        tracker.clearHistory(of: "rex")
        tracker.receive(fix(49))
        let lines = log.entries.map { entry in
            "\(entry.level) \(entry.message) "
                + entry.metadata.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ")
        }
        #expect(
            lines == [
                "debug a device is tracked device=rex owner=phone", "debug a device is connected device=rex",
                "debug a device is connected again device=rex silent_s=16.0", "debug a history was cleared device=rex",
                "debug a device was forgotten device=rex", "debug a device is connected device=rex",
            ]
        )
    }

    @Test func `a device that was never seen is unknown`() {
        let tracker = DeviceTracker()
        #expect(tracker.device("rex") == nil)
        #expect(tracker.locationHistory(of: "rex").isEmpty)
        #expect(tracker.statistics(of: "rex") == nil)
        tracker.clearHistory(of: "rex")
        #expect(tracker.deviceCount == 0)
    }

    @Test func `the latest fix gives position, battery, accuracy and age`() throws {
        let tracker = DeviceTracker()
        #expect(tracker.receive(fix(100, accuracy: 4.5, sequence: 7), batteryPercentage: 85) == nil)
        let rex = try #require(tracker.device("rex"))
        #expect(rex.latestLocation?.coordinate == place)
        #expect(rex.latestLocation?.sequence == 7)
        #expect(rex.batteryLevel == 85)
        #expect(rex.accuracyMeters == 4.5)
        #expect(rex.timeSinceLastUpdate(at: time(103)) == .seconds(3))
        #expect(rex.fixesReceived == 1)
    }

    @Test func `a battery is low at twenty percent and critical at ten`() {
        let conditions = [100, 21, 20, 11, 10, 0].map { BatteryCondition(percentage: $0) }
        #expect(conditions == [.normal, .normal, .low, .low, .critical, .critical])
        let tracker = DeviceTracker()
        tracker.receive(fix(0))
        #expect(tracker.device("rex")?.batteryCondition == nil)
        // A percentage that no battery has is taken for the nearest one that it can have.
        for (second, battery, condition) in [(1, 15, .low), (2, -3, .critical), (3, 300, .normal)]
            as [(Int64, Int, BatteryCondition)]
        {
            tracker.receive(fix(second), batteryPercentage: battery)
            #expect(tracker.device("rex")?.batteryCondition == condition)
        }
    }

    @Test func `values that no fix has given are nil`() throws {
        let tracker = DeviceTracker()
        tracker.track("rex")
        let waiting = try #require(tracker.device("rex"))
        #expect(waiting.latestLocation == nil && waiting.timeSinceLastUpdate(at: time(0)) == nil)
        tracker.receive(fix(0))
        let rex = try #require(tracker.device("rex"))
        #expect(rex.batteryLevel == nil && rex.accuracyMeters == nil && rex.latestLocation?.sequence == nil)
        #expect(rex.ownerLocation == nil && rex.distanceFromOwner == nil)
    }

    @Test(arguments: [-0.01, 1.01, 85, .nan, .infinity])
    func `a wire fix with a charge beyond 0 to 1 has no battery level`(charge: Double) throws {
        let tracker = DeviceTracker()
        #expect(tracker.receive(.sample(battery: charge)) == nil)
        let sender = try #require(tracker.devices.first.flatMap { tracker.device($0) })
        #expect(sender.batteryLevel == nil && sender.batteryCondition == nil)
    }

    @Test func `a device whose only fix is rejected is known`() {
        let tracker = DeviceTracker()
        #expect(tracker.receive(fix(700), at: time(0)) == .future)
        #expect(tracker.devices == ["rex"])
        #expect(tracker.device("rex")?.latestLocation == nil)
        #expect(tracker.connectionCounts(at: time(0))[.connecting] == 1)
    }

    @Test func `a wire fix is received with its battery level`() throws {
        let tracker = DeviceTracker()
        #expect(tracker.receive(.sample(sequence: 3, device: "rex")) == nil)
        tracker.receive(.sample())
        let rex = try #require(tracker.device("rex"))
        #expect(rex.batteryLevel == 85)
        #expect(rex.accuracyMeters == 5)
        #expect(rex.latestLocation?.sequence == 3)
        #expect(tracker.devices == ["rex", "watchOS"])
    }

    @Test func `the distance from the owner is the geodesic between the latest fixes`() {
        let tracker = DeviceTracker()
        tracker.receive(fix(0, north: 100))
        tracker.track("rex", owner: "phone")
        #expect(tracker.device("rex")?.distanceFromOwner == nil)
        tracker.track("cat", owner: "rex")
        #expect(tracker.device("cat")?.distanceFromOwner == nil)
        #expect(tracker.device("cat")?.ownerLocation?.coordinate == fix(0, north: 100).coordinate)
        tracker.receive(fix(0, of: "phone"))
        #expect(abs((tracker.device("rex")?.distanceFromOwner?.meters ?? 0) - 100) < 1e-6)
        tracker.receive(fix(1, of: "phone", north: 30))
        tracker.track("rex")
        #expect(abs((tracker.device("rex")?.distanceFromOwner?.meters ?? 0) - 70) < 1e-6)
        #expect(tracker.device("phone")?.distanceFromOwner == nil)
    }

    @Test func `a connection is activated by a fix and reachable while the fix is fresh`() {
        let tracker = DeviceTracker()
        tracker.track("rex")
        func status(_ now: Int64) -> ConnectionStatus? { tracker.device("rex")?.connectionStatus(at: time(now)) }
        #expect(status(0) == .connecting)
        tracker.receive(fix(100))
        #expect(status(100) == .connected)
        #expect(status(115) == .connected)
        #expect(tracker.device("rex")?.connectionStatus(at: Timestamp(unixMilliseconds: 115_001)) == .disconnected)
        tracker.receive(fix(200))
        #expect(status(200) == .connected)
    }

    @Test func `connections are counted by state`() {
        let tracker = DeviceTracker(reachableFor: .seconds(60))
        tracker.track("a", owner: "b")
        for (device, seconds) in [("c", 0), ("d", 50), ("e", 100)] as [(DeviceID, Int64)] {
            tracker.receive(fix(seconds, of: device))
        }
        #expect(tracker.connectionCounts(at: time(110)) == [.connecting: 2, .disconnected: 1, .connected: 2])
        #expect(tracker.deviceCount == 5)
    }

    @Test func `the history keeps the last hundred, oldest first`() {
        let tracker = DeviceTracker()
        for second in 0..<250 {
            tracker.receive(fix(Int64(second)))
            #expect(seconds(tracker).elementsEqual(Int64(max(0, second - 99))...Int64(second)))
        }
        #expect(tracker.device("rex")?.fixesReceived == 250)
    }

    @Test func `a late fix is inserted in time order and does not become the latest`() {
        let tracker = DeviceTracker(historyLimit: 4)
        for second in [10, 30, 20] as [Int64] { #expect(tracker.receive(fix(second)) == nil) }
        #expect(seconds(tracker) == [10, 20, 30])
        #expect(tracker.device("rex")?.latestLocation?.time == time(30))
        for second in [40, 50, 45] as [Int64] { #expect(tracker.receive(fix(second)) == nil) }
        #expect(seconds(tracker) == [30, 40, 45, 50])
        #expect(tracker.receive(fix(29)) == .late)
        #expect(tracker.device("rex")?.fixesReceived == 6)
    }

    @Test(arguments: 0..<20) func `the history does not depend on the order of arrival`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let fixes = (0..<30).map { fix(Int64($0 / 2), sequence: Int64($0)) }
        let tracker = DeviceTracker(historyLimit: 30)
        for fix in (fixes + fixes).shuffled(using: &random) { tracker.receive(fix) }
        #expect(tracker.locationHistory(of: "rex").map(\.sequence) == fixes.map(\.sequence), "seed \(seed)")
        #expect(tracker.counts.rejected == [.duplicate: 30], "seed \(seed)")
    }

    @Test func `fixes that are not taken are counted by reason`() {
        let tracker = DeviceTracker(historyLimit: 2)
        for second in [1, 2, 2, 3, 1] as [Int64] { tracker.receive(fix(second)) }
        // Another place at the same time is no repeat.
        #expect(tracker.receive(fix(3, north: 1)) == nil)
        #expect(tracker.receive(fix(3)) == .duplicate)
        for latitude in [91, Double.nan] {
            tracker.receive(
                Fix(device: "rex", time: time(9), coordinate: Coordinate(latitude: latitude, longitude: 0))
            )
        }
        #expect(tracker.counts.used == 4)
        #expect(tracker.counts.rejected == [.duplicate: 2, .late: 1, .outOfRange: 1, .coordinate: 1])
    }

    @Test func `clearing the history keeps the latest fix`() {
        let tracker = DeviceTracker()
        for second in [1, 2, 3] as [Int64] { tracker.receive(fix(second)) }
        tracker.clearHistory(of: "rex")
        #expect(seconds(tracker).isEmpty)
        #expect(tracker.device("rex")?.latestLocation?.time == time(3))
        #expect(tracker.receive(fix(3)) == .duplicate)
        tracker.receive(fix(4))
        #expect(seconds(tracker) == [4])
        tracker.receive(fix(2))
        #expect(seconds(tracker) == [2, 4])
        #expect(tracker.device("rex")?.fixesReceived == 5)
    }

    @Test func `a history that was full is in order after it was cleared`() {
        let tracker = DeviceTracker(historyLimit: 3)
        for second in 0..<4 { tracker.receive(fix(Int64(second))) }
        tracker.clearHistory(of: "rex")
        for second in [10, 11, 12] as [Int64] { tracker.receive(fix(second)) }
        #expect(seconds(tracker) == [10, 11, 12])
    }

    @Test func `a forgotten device is unknown until its next fix, which may be older`() {
        let tracker = DeviceTracker()
        tracker.track("rex", owner: "phone")
        tracker.track("cat", owner: "rex")
        for second in [5, 6] as [Int64] {
            for device in ["rex", "phone"] { tracker.receive(fix(second, of: .init(device))) }
        }
        tracker.forget("rex")
        tracker.forget("never seen")
        #expect(tracker.device("rex") == nil && tracker.statistics(of: "rex") == nil && seconds(tracker).isEmpty)
        #expect(tracker.devices == ["cat", "phone"] && tracker.deviceCount == 2)
        #expect(tracker.connectionCounts(at: time(6)) == [.connected: 1, .connecting: 1, .disconnected: 0])
        #expect(tracker.counts.used == 4)
        #expect(tracker.device("cat")?.ownerLocation == nil)
        #expect(tracker.receive(fix(1)) == nil)
        #expect(tracker.device("rex")?.fixesReceived == 1 && tracker.device("rex")?.ownerLocation == nil)
        #expect(tracker.device("cat")?.ownerLocation?.time == time(1))
    }

    @Test func `devices that are forgotten make room for those that come next`() {
        var shard = DeviceTracker.Shard()
        for day in 0..<50 {
            for number in 0..<100 {
                let fix = TrackedFix(fix(Int64(day)), batteryPercentage: nil)
                #expect(shard.update("\(day)-\(number)") { $0.take(fix, limit: 5) } == nil)
            }
            #expect(shard.devices.count == 100 && Array(shard.latestFixes).count == 100)
            let known = Array(shard.devices).filter { shard.forget($0) }
            #expect(known.count == 100)
            #expect(shard.devices.isEmpty && Array(shard.latestFixes).isEmpty)
        }
        #expect(shard.tracks.count == 100)
    }

    @Test func `the statistics describe the history`() throws {
        let tracker = DeviceTracker()
        tracker.track("rex")
        let empty = try #require(tracker.statistics(of: "rex"))
        #expect(empty.fixes == 0 && empty.span == .zero && empty.averageInterval == nil)
        for (second, meters, accuracy) in [(0, 0, 4), (10, 100, nil), (30, 50, 8)] as [(Int64, Double, Double?)] {
            tracker.receive(fix(second, north: meters, accuracy: accuracy))
        }
        let statistics = try #require(tracker.statistics(of: "rex"))
        #expect(statistics.fixes == 3)
        #expect(statistics.span == .seconds(30))
        #expect(statistics.averageInterval == .seconds(15))
        #expect(statistics.averageAccuracy == .meters(6))
        #expect(abs(statistics.pathLength.meters - 150) < 1e-6)
    }

    @Test(arguments: [0, -1, -.infinity, .infinity, .nan] as [Double])
    func `an accuracy that is not positive and finite is unknown`(accuracy: Double) {
        let tracker = DeviceTracker()
        tracker.receive(fix(0, accuracy: accuracy))
        #expect(tracker.device("rex")?.accuracyMeters == nil)
        #expect(tracker.statistics(of: "rex")?.averageAccuracy == nil)
        tracker.receive(fix(1, accuracy: 8))
        #expect(tracker.statistics(of: "rex")?.averageAccuracy == .meters(8))
    }

    @Test func `fixes and devices are equal if all that is known of them is`() {
        let (one, other) = (DeviceTracker(), DeviceTracker())
        for tracker in [one, other] { tracker.receive(fix(1), at: time(2)) }
        #expect(one.device("rex") == other.device("rex"))
        #expect(Set([one, other].flatMap { $0.locationHistory(of: "rex") }).count == 1)
        one.receive(fix(2), at: time(2))
        other.receive(fix(2, accuracy: 5), at: time(2))
        #expect(one.device("rex") != other.device("rex"))
        #expect(Set([one, other].flatMap { $0.locationHistory(of: "rex") }).count == 3)
    }

    @Test func `many threads can use a tracker at once`() {
        let tracker = DeviceTracker(historyLimit: 8)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<500 {
                tracker.receive(fix(Int64(number), of: DeviceID("\(thread)-\(number % 10)")))
                let owner = DeviceID("\((thread + 1) % 8)-0")
                tracker.track(DeviceID("\(thread)-0"), owner: owner)
                _ = tracker.device(owner)?.distanceFromOwner
                tracker.forget(DeviceID("gone-\(number % 10)"))
                tracker.track(DeviceID("gone-\(number % 10)"))
            }
        }
        #expect(tracker.counts.used == 4000)
        for number in 0..<10 { tracker.forget(DeviceID("gone-\(number)")) }
        #expect(tracker.deviceCount == 80)
    }
}
