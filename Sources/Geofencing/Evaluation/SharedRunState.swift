internal import Synchronization

/// What the threads of a run share. The first failure of any of them ends the run.
protocol SharedRunState {
    var failure: GeofenceError? { get set }
}

extension Mutex where Value: SharedRunState {
    /// The next chunk of a feed; `nil` when there is none, or the input fails, which stops the feed. A failure that is known
    /// already stays.
    func nextJob(of feed: ChunkFeed, recycling storage: inout [UInt8]) -> ChunkFeed.Job? {
        do throws(GeofenceError) {
            return try feed.next(recycling: &storage)
        } catch {
            withLock { $0.failure = $0.failure ?? error }
            feed.stop()
            return nil
        }
    }

    /// Does something with the state, unless the run has failed already; if that fails, the feed is stopped.
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

    /// Seals runs that are complete: outside the lock, so that others go on.
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
