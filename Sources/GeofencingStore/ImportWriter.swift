internal import Dispatch
internal import GRDB
internal import Geofencing
internal import Synchronization

/// Some fixes of an import, and how many chunks of which files they complete.
struct ImportBatch: Sendable {
    var fixes: [CompactFix] = []
    var chunks: [Int: Int] = [:]

    /// The fixes by device, time and sequence: in the order of the table they are written a third faster.
    fileprivate mutating func sort() {
        fixes.sort { one, other in
            if one.device != other.device { return one.device < other.device }
            return one.time != other.time ? one.time < other.time : one.sequence < other.sequence
        }
    }
}

/// Writes batches on a thread of its own while the next one is read.
final class ImportWriter: Sendable {
    private struct State {
        /// The number in the store of the device in each slot; 0 for one not met.
        var devices: [Int64] = []
        var imported = 0
        var known = 0
        var failure: GeofenceError?
    }

    private let ledger: ImportLedger
    private let registry: DeviceRegistry
    private let queue = DispatchQueue(label: "geofence.import")
    /// How many batches may wait: one is written while one is read.
    private let room = DispatchSemaphore(value: 2)
    private let state = Mutex(State())

    init(_ ledger: ImportLedger, registry: DeviceRegistry) {
        self.ledger = ledger
        self.registry = registry
    }

    /// Takes over a batch to be written and leaves an empty one.
    ///
    /// - Throws: What went wrong with a batch before.
    func add(_ batch: inout ImportBatch) throws(GeofenceError) {
        batch.sort()
        room.wait()
        if let failure = state.withLock({ $0.failure }) {
            room.signal()
            throw failure
        }
        let taken = batch
        batch = ImportBatch()
        batch.fixes.reserveCapacity(taken.fixes.count)
        queue.async {
            self.write(taken)
            self.room.signal()
        }
    }

    /// Waits until all is written.
    func finish() throws(GeofenceError) -> (imported: Int, known: Int, devices: Int) {
        queue.sync {}
        return try state.withLock { state throws(GeofenceError) in
            if let failure = state.failure { throw failure }
            return (state.imported, state.known, state.devices.count { $0 != 0 })
        }
    }

    private func write(_ batch: ImportBatch) {
        state.withLock { state in
            guard state.failure == nil else { return }
            do throws(GeofenceError) {
                var devices = state.devices
                let imported = try ledger.store.write { database in
                    try prepare(&devices, batch.fixes, database)
                    let new = try FixInserter(database, source: ledger.source).insert(batch.fixes, devices: devices)
                    for (file, chunks) in batch.chunks { try ledger.keep(chunks, of: file, database) }
                    return new
                }
                state.devices = devices
                state.imported += imported
                state.known += batch.fixes.count - imported
            } catch {
                state.failure = error
            }
        }
    }

    /// Numbers the devices of a sorted batch and keeps the newest fix of each.
    private func prepare(_ devices: inout [Int64], _ fixes: [CompactFix], _ database: Database) throws {
        for (index, fix) in fixes.enumerated()
        where index + 1 == fixes.count || fixes[index + 1].device != fix.device {
            let slot = Int(fix.device)
            while devices.count <= slot { devices.append(0) }
            if devices[slot] == 0 {
                devices[slot] = try GeofenceStore.number(of: registry.device(in: fix.device), database)
            }
            try ledger.keep(fix.time, device: devices[slot], database)
        }
    }
}
