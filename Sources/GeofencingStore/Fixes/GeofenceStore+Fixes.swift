internal import GRDB
public import Geofencing

extension GeofenceStore {
    /// Returns the number of imported fixes.
    ///
    /// - Complexity: O(*n*).
    public func fixCount() throws(GeofenceError) -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM fixes") ?? 0 }
    }

    /// Hands out imported fixes in batches, device by device, and for each device the oldest first; those of one time
    /// by sequence, then place.
    ///
    /// Of several fixes of a device that contradict each other at one time, an engine uses the first that it gets
    /// (`FixLimits.rejectsConflicts`), but `geofence evaluate --store` the most accurate. To find the same events, let
    /// a `FixReorderer` with a lateness of a second put that one first:
    ///
    /// ```swift
    /// var reorderer = FixReorderer(maximumLateness: .seconds(1), rules: engine.rules)
    /// try store.fixes { fixes in
    ///     for fix in fixes { transitions += engine.process(reorderer.add(fix)) }
    /// }
    /// transitions += engine.process(reorderer.flush())
    /// ```
    ///
    /// - Parameters:
    ///   - device: The device whose fixes are wanted; `nil` for all.
    ///   - since: The oldest time that is wanted; `nil` for no limit.
    ///   - until: The newest time that is wanted; `nil` for no limit.
    ///   - body: Gets a batch of fixes; an error that it throws ends the read. It must not call the store, which
    ///     refuses that (`storeReentry`), nor a manager that follows the store, nor wait for another thread that does.
    /// - Throws: The store's errors; an error of any type that `body` throws is rethrown unchanged.
    /// - Complexity: O(*n*) for *n* fixes in that time; the memory is that of a batch.
    public func fixes(
        of device: DeviceID? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        _ body: ([Fix]) throws -> Void
    ) throws {
        let registry = DeviceRegistry()
        try readPassingErrors { database, errors in
            try Self.fixes(of: device, since: since, until: until, registry: registry, database) { batch in
                let fixes = Self.named(batch, registry)
                try errors.keep { try body(fixes) }
            }
        }
    }

    /// Returns the fixes that `fixes(of:since:until:_:)` hands out, all at once: 72 bytes each.
    ///
    /// - Parameters:
    ///   - device: The device whose fixes are wanted; `nil` for all.
    ///   - since: The oldest time that is wanted; `nil` for no limit.
    ///   - until: The newest time that is wanted; `nil` for no limit.
    /// - Complexity: O(*n*) for *n* fixes in that time.
    public func fixes(
        of device: DeviceID? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil
    ) throws(GeofenceError) -> [Fix] {
        let registry = DeviceRegistry()
        return try read { database in
            var fixes: [Fix] = []
            try Self.fixes(of: device, since: since, until: until, registry: registry, database) { batch in
                fixes += Self.named(batch, registry)
            }
            return fixes
        }
    }

    /// Returns the fixes with their devices' names; consecutive fixes of one device share one name in memory.
    private static func named(_ batch: [CompactFix], _ registry: DeviceRegistry) -> [Fix] {
        var (slot, name) = (UInt32.max, DeviceID(""))
        return batch.map { fix in
            if fix.device != slot { (slot, name) = (fix.device, registry.device(in: fix.device)) }
            return fix.fix(of: name)
        }
    }

    private static let fixBatch = 1 << 16

    /// Hands out the imported fixes in batches, device by device, and for each device the oldest first.
    ///
    /// - Parameters:
    ///   - device: The device whose fixes are wanted; `nil` for all.
    ///   - since: The oldest time that is wanted; `nil` for no limit.
    ///   - until: The newest time that is wanted; `nil` for no limit.
    ///   - bestFirst: Whether, of fixes with the same time, the one with the best accuracy comes first.
    ///   - registry: Assigns slots to the devices that have fixes in that time.
    package func fixes(
        of device: DeviceID? = nil,
        since: Timestamp?,
        until: Timestamp? = nil,
        bestFirst: Bool = false,
        registry: DeviceRegistry,
        _ body: ([CompactFix]) throws(GeofenceError) -> Void
    ) throws(GeofenceError) {
        try read { database in
            try Self.fixes(
                of: device,
                since: since,
                until: until,
                bestFirst: bestFirst,
                registry: registry,
                database,
                body
            )
        }
    }

    private static func fixes(
        of device: DeviceID?,
        since: Timestamp?,
        until: Timestamp?,
        bestFirst: Bool = false,
        registry: DeviceRegistry,
        _ database: Database,
        _ body: ([CompactFix]) throws -> Void
    ) throws {
        var batch: [CompactFix] = []
        batch.reserveCapacity(fixBatch)
        let cursor = try FixCursor(database)
        let (start, end) = (since?.unixMilliseconds ?? Int64.min, until?.unixMilliseconds ?? Int64.max)
        for device in try devices(database, device, from: start, to: end) {
            let slot = registry.slot(for: DeviceID(try device.value(1)))
            try cursor.read(device: device.value(0), since: start, until: end, as: slot, bestFirst: bestFirst) { fix in
                batch.append(fix)
                guard batch.count == fixBatch else { return }
                try body(batch)
                batch.removeAll(keepingCapacity: true)
            }
        }
        if !batch.isEmpty { try body(batch) }
    }

    /// Returns the names of the devices that have imported fixes from `since` to `until`, both included, in ascending
    /// order; `nil` means no limit.
    func devicesWithFixes(since: Timestamp?, until: Timestamp?) throws(GeofenceError) -> [DeviceID] {
        try read { database in
            let (start, end) = (since?.unixMilliseconds ?? Int64.min, until?.unixMilliseconds ?? Int64.max)
            return try Self.devices(database, nil, from: start, to: end).map { DeviceID(try $0.value(1)) }
        }
    }

    /// Returns the numbers and names of the devices that have fixes from `start` to `end`, or of one such device alone.
    private static func devices(
        _ database: Database,
        _ device: DeviceID?,
        from start: Int64,
        to end: Int64
    ) throws -> [Row] {
        try Row.fetchAll(
            database,
            sql: """
                SELECT id, name FROM devices
                WHERE \(device == nil ? "TRUE" : "name = :device") AND EXISTS (
                    SELECT 1 FROM fixes WHERE device = devices.id AND ts_unix_ms >= :start AND ts_unix_ms <= :end
                )
                ORDER BY name
                """,
            arguments: ["device": device?.rawValue.sought, "start": start, "end": end]
        )
    }
}
