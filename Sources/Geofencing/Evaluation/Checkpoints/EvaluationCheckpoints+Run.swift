extension EvaluationCheckpoints {
    /// Restores a run to where a checkpoint was: the engine, the book and the inputs.
    ///
    /// - Returns: The geofences that the transitions so far refer to and that the engine does not have; their handles
    ///   follow its own.
    func resume(
        _ book: inout EvaluationBook,
        _ engine: GeofenceEngine,
        _ feed: ChunkFeed,
        from taken: TakenCheckpoint
    ) throws(GeofenceError) -> [Geofence.ID] {
        let fences = engine.snapshot.marks.list.map(\.id)
        guard let checkpoint = taken.checkpoint else {
            book.log = try taken.log(fences: fences)
            return []
        }
        let state: EngineState
        let restoration: Restoration
        do throws(GeofenceError) {
            state = try EngineState(decoding: checkpoint.state)
            engine.registry.restore(checkpoint.devices)
            restoration = try engine.restoreRecords(state, rebasing: isRebasing)
        } catch {
            throw located(error)
        }
        try feed.skip(to: checkpoint.inputs)
        let log = try taken.log(fences: fences)
        book.progress = checkpoint.progress
        let handles = try LoggedHandles(engine: fences, log)
        try replay(log, handles, engine.registry, into: &book)
        book.log = log
        try book.add(handles.numbered(restoration))?.seal()
        // From here on the checkpoint is one of these geofences and rules.
        if isRebasing { try save(&book, engine, feed) }
        return handles.gone
    }

    /// Restores the transitions decided before.
    private func replay(
        _ log: CheckpointLog,
        _ handles: LoggedHandles,
        _ registry: DeviceRegistry,
        into book: inout EvaluationBook
    ) throws(GeofenceError) {
        let devices = (0..<DeviceRegistry.shardCount).map(registry.count(inShard:))
        try log.read { records throws(GeofenceError) in
            var records = records
            for position in records.indices {
                let device = records[position].device
                guard DeviceRegistry.number(of: device) < devices[DeviceRegistry.shard(of: device)] else {
                    throw log.damaged
                }
                records[position].fence = handles.byNumber[Int(records[position].fence)]
            }
            try book.addLogged(records)
        }
    }

    /// Saves how far a run has come; nothing may be in progress.
    func save(_ book: inout EvaluationBook, _ engine: GeofenceEngine, _ feed: ChunkFeed) throws(GeofenceError) {
        guard let log = book.log else { return }
        try log.sync()
        var checkpoint = EvaluationCheckpoint()
        checkpoint.inputs = feed.positions
        checkpoint.progress = book.progress
        checkpoint.logLength = log.length
        checkpoint.logFences = log.fences
        checkpoint.devices = engine.registry.namesByShard
        checkpoint.state = engine.state().encoded
        try save(checkpoint)
    }
}

/// The handles of the geofences that a log refers to. Those of the engine are the indices of its geofences in order of
/// identifier; geofences that no longer exist come after them.
private struct LoggedHandles {
    /// The geofences that the engine does not have.
    let gone: [Geofence.ID]
    /// By the number that the log has for a geofence.
    let byNumber: [UInt32]
    private let byID: [Geofence.ID: UInt32]
    private let damaged: GeofenceError

    /// Assigns handles to the geofences that no longer exist, in the log too.
    init(engine fences: [Geofence.ID], _ log: CheckpointLog) throws(GeofenceError) {
        let known = Set(fences)
        gone = log.fences.filter { !known.contains($0) }
        let byID = Dictionary((fences + gone).enumerated().map { ($1, UInt32($0)) }) { first, _ in first }
        func handle(of id: Geofence.ID) throws(GeofenceError) -> UInt32 {
            guard let handle = byID[id] else { throw log.damaged }
            return handle
        }
        for id in gone { log.assign(handle: try handle(of: id), to: id) }
        byNumber = try log.fences.map(handle)
        self.byID = byID
        damaged = log.damaged
    }

    /// Returns the records of a restoration, with these handles for the geofences that no longer exist.
    func numbered(_ restoration: Restoration) throws(GeofenceError) -> [TransitionRecord] {
        var records = restoration.records
        for position in records.indices where records[position].fence >= restoration.firstRemoved {
            let id = restoration.gone[Int(records[position].fence - restoration.firstRemoved)]
            guard let handle = byID[id] else { throw damaged }
            records[position].fence = handle
        }
        return records
    }
}

extension DeviceRegistry {
    /// Adds devices in the order in which another registry met them, so that they have the same slots.
    fileprivate func restore(_ shards: [[DeviceID]]) {
        for names in shards { for name in names { _ = slot(for: name) } }
    }
}
