internal import GRDB
public import Geofencing

extension GeofenceStore {
    /// How many fixes were imported.
    ///
    /// - Complexity: O(*n*).
    public func fixCount() throws(GeofenceError) -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM fixes") ?? 0 }
    }

    private static let fixBatch = 1 << 16

    /// Hands out the imported fixes from a time on, up to another, device by device and of each the oldest first, in batches.
    ///
    /// - Parameters:
    ///   - since: The oldest time that is wanted; `nil` for all.
    ///   - until: The newest time that is wanted; `nil` for all.
    ///   - registry: Gives those devices their slots that have fixes then.
    package func fixes(
        since: Timestamp?,
        until: Timestamp? = nil,
        registry: DeviceRegistry,
        _ body: ([CompactFix]) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        try read { database in
            var batch: [CompactFix] = []
            batch.reserveCapacity(Self.fixBatch)
            let cursor = try FixCursor(database)
            let (start, end) = (since?.unixMilliseconds ?? Int64.min, until?.unixMilliseconds ?? Int64.max)
            let devices = try Row.fetchAll(
                database,
                sql: """
                    SELECT id, name FROM devices
                    WHERE EXISTS (
                        SELECT 1 FROM fixes WHERE device = devices.id AND ts_unix_ms >= ? AND ts_unix_ms <= ?
                    )
                    ORDER BY name
                    """,
                arguments: [start, end]
            )
            for device in devices {
                let slot = registry.slot(for: DeviceID(try device.value(1)))
                try cursor.read(device: device.value(0), since: start, until: end, as: slot) { fix in
                    batch.append(fix)
                    guard batch.count == Self.fixBatch else { return }
                    try body(batch)
                    batch.removeAll(keepingCapacity: true)
                }
            }
            if !batch.isEmpty { try body(batch) }
        }
    }
}
