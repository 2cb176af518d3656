import Foundation
import Geofencing
import GeofencingStore
import Testing

/// The health document's scenarios, truths and order of precedence.
@Suite struct GeofenceHealthStatusTests {
    @Test func `having no geofences is reported and is healthy`() {
        let status = GeofenceHealthStatus(registered: [], saved: [])
        #expect(status.statusSummary == "No active geofences")
        #expect(status.isHealthy)
    }

    @Test func `the status is healthy when the registered geofences match the saved ones`() {
        let status = GeofenceHealthStatus(registered: ["a", "b"], saved: ["a", "b"])
        #expect(status.statusSummary == "Healthy")
        #expect(status.isHealthy)
        #expect(status.missing.isEmpty && status.orphaned.isEmpty)
    }

    @Test func `missing and orphaned geofences are identified`() {
        let status = GeofenceHealthStatus(registered: ["a", "old", "older"], saved: ["a", "b"])
        #expect(status.missing == ["b"])
        #expect(status.orphaned == ["old", "older"])
        #expect(!status.isHealthy)
    }

    @Test func `an authorization is encoded by its name on the wire`() throws {
        let json = try JSONEncoder().encode(AuthorizationStatus.allCases)
        #expect(String(decoding: json, as: UTF8.self).contains("\"not_determined\""))
        #expect(try JSONDecoder().decode([AuthorizationStatus].self, from: json) == AuthorizationStatus.allCases)
    }

    @Test(arguments: AuthorizationStatus.allCases.filter { $0 != .authorizedAlways })
    func `any authorization other than always is unhealthy`(authorization: AuthorizationStatus) {
        let status = GeofenceHealthStatus(registered: ["a"], saved: ["a"], authorizationStatus: authorization)
        #expect(status.statusSummary == "Needs 'Always' authorization")
        #expect(!status.isHealthy)
    }

    @Test func `the summary puts services before authorization, missing, orphaned and drifted`() {
        func summary(
            _ registered: Set<Geofence.ID>,
            drifted: Set<Geofence.ID> = [],
            _ authorization: AuthorizationStatus = .authorizedAlways,
            services: Bool = true
        ) -> String {
            let status = GeofenceHealthStatus(
                registered: registered,
                saved: ["a", "b"],
                drifted: drifted,
                authorizationStatus: authorization,
                locationServicesEnabled: services
            )
            #expect(!status.isHealthy)
            return status.statusSummary
        }
        #expect(summary(["c"], .denied, services: false) == "Location services disabled")
        #expect(summary(["c"], .denied) == "Needs 'Always' authorization")
        #expect(summary(["a", "c"], drifted: ["a"]) == "1 geofence(s) not registered")
        #expect(summary(["a", "b", "c", "d"], drifted: ["a"]) == "2 orphan region(s)")
        #expect(summary(["a", "b"], drifted: ["a"]) == "1 geofence(s) registered with an older revision")
    }
}
