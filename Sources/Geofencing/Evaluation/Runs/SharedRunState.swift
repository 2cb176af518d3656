internal import Synchronization

/// The state that the threads of a run share.
protocol SharedRunState {
    /// The first failure of any of them, which ends the run; `ChunkFeed.failure` is apart from it and comes after it.
    var failure: GeofenceError? { get set }
}

extension Mutex where Value: SharedRunState {
    /// Parses one chunk of a feed after another and passes it to `body`, until there are no more; several threads that
    /// do so share the chunks.
    ///
    /// - Parameter registry: Assigns slots to the devices.
    func parseChunks(
        of feed: ChunkFeed,
        _ registry: DeviceRegistry,
        _ body: (ChunkFeed.Job, inout ParsedFixes) -> Void
    ) {
        var cache = DeviceCache(registry)
        var parsed = ParsedFixes()
        var storage: [UInt8] = []
        while let job = feed.next(recycling: &storage) {
            job.parser.parseTimed(job.chunk, devices: &cache, into: &parsed)
            body(job, &parsed)
            storage = job.chunk.bytes
        }
    }

    /// Calls `body` with the state, unless the run has failed already; if `body` fails, the feed is stopped.
    func attempt(stopping feed: ChunkFeed, _ body: (inout Value) throws(GeofenceError) -> Void) {
        let failed = withLock { state in
            guard state.failure == nil else { return false }
            do throws(GeofenceError) {
                try body(&state)
                return false
            } catch {
                state.failure = error
                return true
            }
        }
        if failed { feed.stop() }
    }

    /// Seals complete runs: outside the lock, so that other threads can continue.
    func seal(_ runs: [SortedRun], stopping feed: ChunkFeed) {
        for run in runs {
            do throws(GeofenceError) {
                try run.seal()
            } catch {
                attempt(stopping: feed) { _ throws(GeofenceError) in throw error }
            }
        }
    }
}
