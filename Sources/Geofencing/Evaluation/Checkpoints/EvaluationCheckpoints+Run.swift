extension EvaluationCheckpoints {
    /// Brings a run to where a checkpoint was: the engine, the book and the inputs.
    ///
    /// - Returns: The geofences that the transitions so far name and that the engine does not have; their handles follow its own.
    func resume(
        _ book: inout EvaluationBook,
        _ engine: GeofenceEngine,
        _ feed: ChunkFeed,
        from checkpoint: EvaluationCheckpoint?
    ) throws(GeofenceError) -> [Geofence.ID] {
        let fences = engine.snapshot.marks.list.map(\.id)
        guard let checkpoint else {
            book.log = try log(nil, fences: fences)
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
        let log = try log(checkpoint, fences: fences)
        book.progress = checkpoint.progress
        // The engine's handles are its geofences' places in order of identifier: those that are gone come after.
        let known = Set(fences)
        let gone = log.fences.filter { !known.contains($0) }
        let handles = Dictionary((fences + gone).enumerated().map { ($1, UInt32($0)) }) { first, _ in first }
        func handle(of id: Geofence.ID) throws(GeofenceError) -> UInt32 {
            guard let handle = handles[id] else { throw log.damaged }
            return handle
        }
        for id in gone { log.assign(handle: try handle(of: id), to: id) }
        let handlesByNumber = try log.fences.map(handle)
        let devices = (0..<DeviceRegistry.shardCount).map(engine.registry.count(inShard:))
        try log.read { records throws(GeofenceError) in
            var records = records
            for position in records.indices {
                let device = records[position].device
                guard DeviceRegistry.number(of: device) < devices[DeviceRegistry.shard(of: device)] else {
                    throw log.damaged
                }
                records[position].fence = handlesByNumber[Int(records[position].fence)]
            }
            try book.addLogged(records)
        }
        book.log = log
        var rebased = restoration.records
        for position in rebased.indices where rebased[position].fence >= restoration.firstGone {
            let id = restoration.gone[Int(rebased[position].fence - restoration.firstGone)]
            rebased[position].fence = try handle(of: id)
        }
        try book.add(rebased)?.seal()
        // From here on the checkpoint is one of these geofences and rules.
        if isRebasing { try save(&book, engine, feed) }
        return gone
    }

    /// Keeps how far a run is; nothing may be under way.
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

extension DeviceRegistry {
    /// Meets devices in the order in which another registry did, so that they have the same slots.
    fileprivate func restore(_ shards: [[DeviceID]]) {
        for names in shards { for name in names { _ = slot(for: name) } }
    }
}
