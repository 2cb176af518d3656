import Dispatch
import GRDB
import Geofencing
import TestSupport
import Testing

@testable import GeofencingStore

@Suite struct GeofenceDecoderTests {
    @Test func `geofences are decoded in order even if no thread is free to help`() throws {
        let bench = try StoreBench()
        let fences = (0..<1100).map { StoreBench.circle("\(10_000 + $0)") }
        try bench.store.apply(fences.map { .upsert($0) })
        let rows = try DatabaseQueue(path: bench.store.path).read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT \(SavedGeofenceRow.columns) FROM geofences ORDER BY identifier"
            ).map(SavedGeofenceRow.init)
        }
        // Runs nothing until the result is there, as the system's threads would not if all of them waited.
        let queue = DispatchQueue(label: "busy", attributes: .concurrent)
        queue.suspend()
        defer { queue.resume() }
        let decoder = GeofenceDecoder(on: queue)
        for row in rows { decoder.add(row) }
        #expect(try decoder.finish().map(\.geofence) == fences)
    }
}
