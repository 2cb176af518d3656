import Logging
import Testing

@testable import Geofencing

@Suite struct LoggerTests {
    @Test func `each category has its label`() {
        let loggers: [Logger] = [
            .tracking, .ingest, .connectivity, .historyImport, .geofences, .performance, .diagnostics,
        ]
        #expect(
            loggers.map(\.label) == [
                "geofence.tracking", "geofence.ingest", "geofence.connectivity", "geofence.import",
                "geofence.geofences", "geofence.performance", "geofence.diagnostics",
            ]
        )
    }
}
