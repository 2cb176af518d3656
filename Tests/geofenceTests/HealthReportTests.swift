import Foundation
import Geofencing
import GeofencingStore
import TestSupport
import Testing

@testable import geofence

@Suite struct HealthReportTests {
    @Test(arguments: [(9, ""), (10, ""), (11, " and 1 more")])
    func `advice for many devices names the first ten`(count: Int, rest: String) throws {
        let folder = try TemporaryFolder()
        let store = try GeofenceStore(path: folder.url("s.db").path, opening: .createIfMissing)
        let names = (0..<count).map { DeviceID("d\(1000 + $0)") }
        for name in names {
            let report = DeviceReport(
                device: name,
                authorizationStatus: .denied,
                locationServicesEnabled: true,
                time: Timestamp(unixMilliseconds: 0)
            )
            try store.save(report)
        }
        let named = names.prefix(10).map(\.rawValue).joined(separator: ", ")
        let advice = try HealthReport(store, wasAsked: false).advice
        #expect(advice.first == "Allow the tracking app to use the location at all times on: \(named)\(rest).")
    }
}
