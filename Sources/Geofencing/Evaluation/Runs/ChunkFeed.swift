internal import Synchronization

/// Hands out the chunks of several inputs, in order, to whichever thread asks next.
final class ChunkFeed: Sendable {
    /// One chunk and how to read it.
    struct Job: Sendable {
        /// The chunk's number among all chunks.
        var turn: Int
        /// The number of its input.
        var input: Int
        var chunk: RecordChunk
        var parser: FixParser
        /// The line on which the input's first chunk starts, from 1.
        var firstLine: Int
    }

    struct State {
        var input = 0
        var reader: TraceReader?
        var turn = 0
        var isStopped = false
        /// Why there is no chunk `turn`, if the input fails there; found once, because a stream cannot be opened twice.
        var failure: (turn: Int, error: GeofenceError)?
        /// By input, for streams whose chunks are kept, because these cannot be read twice.
        var kept: [Int: KeptChunks] = [:]
        /// How far each input that was begun has been read, if that is recorded.
        var positions: [InputPosition] = []
        /// The time from which nothing more is handed out until `proceed`.
        var pause: ContinuousClock.Instant?
        var isPaused = false
        /// Whether anything was handed out since the last pause.
        var hasDelivered = false
        /// The reasons why inputs may contain no records, by the number of the input.
        var emptiness: [Int: String] = [:]
        /// The doubts about inputs, by the number of the input.
        var doubts: [Int: TraceDoubt] = [:]
    }

    let traces: [TraceFile]
    let options: TraceEvaluation.Options
    private let keepsStreams: Bool
    let state = Mutex(State())

    /// - Parameters:
    ///   - traces: The inputs, in order.
    ///   - options: The options of the evaluation: how its inputs are read, and whether `positions` is needed.
    ///   - keepsStreams: Whether `rewind` can go back to the beginning of standard input and of pipes.
    init(_ traces: [TraceFile], _ options: TraceEvaluation.Options, keepsStreams: Bool) {
        self.traces = traces
        self.options = options
        self.keepsStreams = keepsStreams
    }

    /// Returns the next chunk; `nil` after the last one, at a pause, once stopped, or where the input fails.
    ///
    /// - Parameter storage: The bytes of a chunk that is no longer needed, to be reused.
    func next(recycling storage: inout [UInt8]) -> Job? {
        state.withLock { state in
            if let pause = state.pause, state.hasDelivered, ContinuousClock.now >= pause { state.isPaused = true }
            do throws(GeofenceError) {
                return try nextJob(&state, &storage)
            } catch {
                state.failure = (state.turn, error)
                return nil
            }
        }
    }

    /// Why the input cannot be read to its end. It comes after all chunks that were handed out, so what fails in one of
    /// them is to be reported instead.
    var failure: GeofenceError? { state.withLock { $0.failure?.error } }

    private func nextJob(_ state: inout State, _ storage: inout [UInt8]) throws(GeofenceError) -> Job? {
        while !state.isStopped, !state.isPaused, state.input < traces.count, state.turn != state.failure?.turn {
            if let job = try job(&state, &storage) {
                if options.checkpoints != nil { state.note(job, from: unread) }
                state.hasDelivered = true
                return job
            }
            state.reader = nil
            state.input += 1
        }
        return nil
    }

    /// Stops handing out chunks.
    func stop() { state.withLock { $0.isStopped = true } }

    /// Continues, and pauses after some time.
    func proceed(pausingAfter interval: Duration) {
        state.withLock { state in
            state.isPaused = false
            state.hasDelivered = false
            state.pause = .now + interval
        }
    }

    /// Whether the feed has paused rather than ended.
    var isPaused: Bool { state.withLock { $0.isPaused && !$0.isStopped } }

    /// Returns the reason why there is no record in an input, if there is none; `nil` for one that was not begun.
    func emptiness(ofInput number: Int) -> String? { state.withLock { $0.emptiness[number] } }

    /// Returns the doubt about an input; `nil` if there is none, or the input was not begun.
    func doubt(ofInput number: Int) -> TraceDoubt? { state.withLock { $0.doubts[number] } }

    /// Starts again from the first input. If the input has failed, it will do so at the same chunk.
    func rewind() {
        state.withLock { state in
            state.reader = nil
            state.input = 0
            state.turn = 0
            for kept in state.kept.values { kept.rewind() }
            state.isStopped = false
            state.isPaused = false
            state.pause = nil
        }
    }

    /// Returns the next chunk of the input; `nil` after its last one.
    func job(_ state: inout State, _ storage: inout [UInt8]) throws(GeofenceError) -> Job? {
        if state.reader == nil, state.kept[state.input] == nil { try open(&state) }
        if let kept = state.kept[state.input] {
            guard let chunk = try kept.next() else { return nil }
            return finish(chunk, kept.reader, &state)
        }
        guard let reader = state.reader, let chunk = try reader.nextChunk(recycling: &storage) else { return nil }
        return finish(chunk, reader, &state)
    }

    /// Opens the input.
    private func open(_ state: inout State) throws(GeofenceError) {
        let trace = traces[state.input]
        let reader = try TraceReader(
            trace.source,
            chunkSize: options.chunkSize,
            readsBatteries: options.readsBatteries,
            utcOffset: trace.utcOffset
        )
        state.emptiness[state.input] = reader.emptiness
        state.doubts[state.input] = reader.doubt
        if keepsStreams, trace.source.isStream {
            state.kept[state.input] = KeptChunks(reader)
        } else {
            state.reader = reader
        }
    }

    /// Returns the job of a chunk, which gets the next turn.
    private func finish(_ chunk: RecordChunk, _ reader: TraceReader, _ state: inout State) -> Job {
        defer { state.turn += 1 }
        return Job(
            turn: state.turn,
            input: state.input,
            chunk: chunk,
            parser: reader.parser,
            firstLine: reader.firstLine
        )
    }
}
