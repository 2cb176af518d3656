internal import Dispatch
internal import GRDB
internal import Geofencing
internal import Synchronization

/// Fixes of an import, and the number of chunks of each file that they complete.
struct ImportBatch: Sendable {
    var fixes: [CompactFix] = []
    var chunks: [Int: Int] = [:]

    /// Sorts the fixes by device, time and sequence: in the order of the table they are written a third faster.
    fileprivate mutating func sort() { fixes = CompactFix.sorted(fixes, bestFirst: false) }
}

/// Writes batches on its own thread while the next one is read.
final class ImportWriter: Sendable {
    /// The outcome for the fixes written so far.
    private struct Outcome {
        var imported = 0
        var known = 0
        var failure: GeofenceError?
    }

    /// The number of fixes that are written between two checks of the clock: a few milliseconds.
    private static let piece = 2048

    private let ledger: ImportLedger
    private let registry: DeviceRegistry
    private let queue = DispatchQueue(label: "geofence.import")
    /// Limits the batches so that one is written while one is read.
    private let room = DispatchSemaphore(value: 1)
    private let outcome = Mutex(Outcome())
    /// The numbers in the store of the devices met. Only the queue uses them until the end.
    private let devices = Mutex(StoredDevices())

    init(_ ledger: ImportLedger, registry: DeviceRegistry) {
        self.ledger = ledger
        self.registry = registry
    }

    /// Takes over a batch to be written, and leaves an empty one.
    ///
    /// - Throws: The error of an earlier batch.
    func add(_ batch: inout ImportBatch) throws(GeofenceError) {
        batch.sort()
        room.wait()
        if let failure = outcome.withLock({ $0.failure }) {
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

    /// Waits until nothing is being written.
    func wait() { queue.sync {} }

    /// Waits until everything is written, and returns the counts.
    func finish() throws(GeofenceError) -> (imported: Int, known: Int, devices: Int) {
        wait()
        let outcome = outcome.withLock { $0 }
        if let failure = outcome.failure { throw failure }
        return (outcome.imported, outcome.known, devices.withLock { $0.count })
    }

    /// Writes a batch in turns.
    private func write(_ batch: ImportBatch) {
        guard outcome.withLock({ $0.failure == nil }) else { return }
        var left = batch.fixes[...]
        do throws(GeofenceError) {
            try GeofenceStore.inTurns { () throws(GeofenceError) in
                let (written, new) = try writeTurn(left, of: batch)
                outcome.withLock { outcome in
                    outcome.imported += new
                    outcome.known += written - new
                }
                left = left.dropFirst(written)
                return !left.isEmpty
            }
        } catch {
            outcome.withLock { $0.failure = error }
        }
    }

    /// Writes as much of the rest of a batch as one transaction takes. The progress of the import is written with the
    /// last one: fixes that are written again count as known.
    private func writeTurn(
        _ left: ArraySlice<CompactFix>,
        of batch: ImportBatch
    ) throws(GeofenceError) -> (written: Int, new: Int) {
        try devices.withLock { known throws(GeofenceError) in
            // Numbers from a transaction that fails must not be kept.
            var devices = known
            let count = try ledger.store.write { database in
                try devices.dropForgotten(database)
                for file in batch.chunks.keys { try ledger.begin(file, database) }
                let count = try insert(left, &devices, database)
                if count.written == left.count {
                    for (file, chunks) in batch.chunks { try ledger.keep(chunks, of: file, database) }
                }
                return count
            }
            known = devices
            return count
        }
    }

    /// Inserts fixes of a sorted batch until the turn is over; returns how many, and how many of them were new.
    private func insert(
        _ fixes: ArraySlice<CompactFix>,
        _ devices: inout StoredDevices,
        _ database: Database
    ) throws -> (written: Int, new: Int) {
        let inserter = try FixInserter(database, source: ledger.source)
        let end = ContinuousClock.now + GeofenceStore.turn
        var (left, new) = (fixes, 0)
        repeat {
            let piece = left.prefix(Self.piece)
            try prepare(&devices, piece, database)
            new += try inserter.insert(piece, devices: devices.numbers)
            left = left.dropFirst(Self.piece)
        } while !left.isEmpty && ContinuousClock.now < end
        return (fixes.count - left.count, new)
    }

    /// Looks up the numbers of the devices of a sorted batch, and records the newest fix of each that may become an
    /// anchor.
    private func prepare(
        _ devices: inout StoredDevices,
        _ fixes: ArraySlice<CompactFix>,
        _ database: Database
    ) throws {
        var left = fixes
        while let device = left.first?.device {
            let number = try devices.number(of: device, registry, database)
            let own = left.prefix(while: { $0.device == device })
            if let newest = own.last(where: { $0.time <= ledger.latest }) {
                try ledger.keep(newest.time, device: number, database)
            }
            left = left.dropFirst(own.count)
        }
    }
}
