import Dispatch
import Geofencing
import GeofencingStore
import Testing

@Suite struct StoreHealthTests {
    private static let start = Timestamp(unixMilliseconds: 0)

    private static func report(_ device: DeviceID, _ status: AuthorizationStatus) -> DeviceReport {
        DeviceReport(device: device, authorizationStatus: status, locationServicesEnabled: true, time: start)
    }

    @Test func `an empty store has nothing to report, and lets managers register`() throws {
        let health = try StoreBench().store.health()
        #expect(health.status == GeofenceHealthStatus(registered: [], saved: []))
        #expect(health.watchers.isEmpty && health.activity.isEmpty && health.deviceReports.isEmpty)
        #expect(health.rejects.isEmpty && health.geofenceNames.isEmpty)
        #expect(health.allowsGeofencing)
    }

    @Test func `one health call reads the same as the separate calls plus rejects and names`() throws {
        let bench = try StoreBench()
        var home = StoreBench.circle("home")
        home.name = "Home"
        var closed = StoreBench.circle("closed", at: StoreBench.elsewhere)
        closed.name = "Closed"
        closed.isActive = false
        try bench.store.replaceAll(with: [home, closed, StoreBench.circle("away", at: StoreBench.elsewhere)])
        try bench.store.save(Self.report("dog", .authorizedAlways))
        try bench.store.save(Self.report("cat", .denied))
        let live = try ManagerBench(bench.other(), watch: "fleet")
        try live.manager.startListening(at: Self.start)
        live.manager.process([StoreBench.fix("dog", second: 10), StoreBench.fix("dog"), StoreBench.fix("cat")])
        live.manager.process([StoreBench.fix("cat")])
        try live.manager.save()

        let health = try bench.store.health()
        #expect(try health.status == bench.store.healthStatus())
        #expect(health.status.saved == ["away", "home"] && health.status.missing.isEmpty)
        #expect(try health.watchers == bench.store.watcherHealth())
        #expect(health.watchers.map(\.name) == ["fleet"])
        #expect(try health.activity == bench.store.activity())
        #expect(health.activity.map(\.geofence) == ["away", "home"] && health.activity.map(\.visits) == [0, 2])
        #expect(try health.deviceReports == bench.store.deviceReports())
        #expect(health.deviceReports.map(\.device) == ["cat", "dog"])
        #expect(health.rejects.map(\.device) == ["cat", "dog"])
        #expect(health.rejects.map(\.reasons) == [[.duplicate: 1], [.late: 1]])
        #expect(health.rejects.map(\.count) == [1, 1])
        #expect(health.geofenceNames == ["home": "Home", "closed": "Closed"])
        // What a list shows is identified by its geofence or device.
        #expect(health.activity.map(\.id) == ["away", "home"])
        #expect(health.deviceReports.map(\.id) == ["cat", "dog"] && health.rejects.map(\.id) == ["cat", "dog"])
        #expect(try bench.store.savedGeofences().map(\.id) == ["away", "closed", "home"])
        #expect(health.allowsGeofencing)

        try bench.store.save(Self.report("dog", .authorizedWhenInUse))
        #expect(try !bench.store.health().allowsGeofencing)
        try live.manager.stopListening()
    }

    @Test func `a report of a device replaces the one before, whatever their times`() throws {
        let store = try StoreBench().store
        for milliseconds in [20, 30, 10] as [Int64] {
            var report = Self.report("dog", .denied)
            report.time = Timestamp(unixMilliseconds: milliseconds)
            try store.save(report)
            #expect(try store.deviceReports() == [report])
        }
    }

    @Test func `rejected fixes of a device last arrived when the latest of any reason did`() throws {
        let store = try StoreBench().store
        func rejects(_ reasons: [Rejection: Int], _ milliseconds: Int64) -> DeviceRejects {
            let arrival = Timestamp(unixMilliseconds: milliseconds)
            return DeviceRejects(device: "dog", reasons: reasons, lastArrival: arrival)
        }
        for (reason, milliseconds) in [(.late, 10), (.duplicate, 30), (.late, 20), (.duplicate, 15)]
            as [(Rejection, Int64)]
        {
            let counted = [rejects([reason: 1], milliseconds)]
            try store.save(nil, ofWatch: "w", devices: [], transitions: [], rejects: counted, isPatient: true)
        }
        #expect(try store.health().rejects == [rejects([.late: 2, .duplicate: 2], 30)])
    }

    @Test func `a health call reads a consistent snapshot while another connection writes`() throws {
        let bench = try StoreBench()
        let (reader, writer) = (try bench.other(), try bench.other())
        try writer.replaceAll(with: [StoreBench.circle("a")])
        DispatchQueue.concurrentPerform(iterations: 2) { thread in
            do {
                for round in 0..<200 {
                    if thread == 0 {
                        try writer.replaceAll(with: [StoreBench.circle(round.isMultiple(of: 2) ? "b" : "a")])
                    } else {
                        let health = try reader.health()
                        #expect(health.activity.count == 1)
                        #expect(health.status.saved == Set(health.activity.map(\.geofence)))
                    }
                }
            } catch {
                Issue.record(error)
            }
        }
    }
}
