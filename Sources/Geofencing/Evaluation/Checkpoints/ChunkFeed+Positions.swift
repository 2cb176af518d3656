internal import Synchronization

extension ChunkFeed {
    /// How far each input that was begun has been read.
    var positions: [InputPosition] { state.withLock { $0.positions } }

    /// Skips what was read of the inputs before, and checks that it is still the same.
    func skip(to positions: [InputPosition]) throws(GeofenceError) {
        try state.withLock { state throws(GeofenceError) in
            guard positions.count <= traces.count else {
                throw GeofenceError(
                    .stateMismatch,
                    "the checkpoint was made with at least \(positions.count) inputs, but only \(traces.count) are given",
                    recovery: "Give the same inputs in the same order, or remove the checkpoint to start over."
                )
            }
            var storage: [UInt8] = []
            for (number, position) in positions.enumerated() {
                state.input = number
                state.reader = nil
                while state.positions.count <= number { state.positions.append(unread(state.positions.count)) }
                while state.positions[number].chunks < position.chunks {
                    guard let job = try self.job(&state, &storage) else { throw changed(number, "is shorter than") }
                    state.note(job, from: unread)
                    storage = job.chunk.bytes
                }
                guard state.positions[number] == position else { throw changed(number, "is not the same as") }
                if number + 1 < positions.count, try self.job(&state, &storage) != nil {
                    throw changed(number, "is longer than")
                }
            }
            state.turn = 0
        }
    }

    /// Returns the position in an input that has not been begun; reading its times with another UTC offset makes it a
    /// different input.
    func unread(_ input: Int) -> InputPosition {
        var position = InputPosition()
        if let utcOffset = traces[input].utcOffset { position.digest.add(UInt64(bitPattern: utcOffset.milliseconds)) }
        return position
    }

    private func changed(_ input: Int, _ how: String) -> GeofenceError {
        GeofenceError(
            .stateMismatch,
            "this input \(how) when the checkpoint was made",
            at: InputLocation(file: traces[input].path),
            recovery: "Give the same inputs with the same --utc-offset, or remove the checkpoint to start over."
        )
    }
}

extension ChunkFeed.State {
    /// Records that a chunk has been handed out.
    ///
    /// - Parameter unread: Returns the position in an input that has not been begun.
    mutating func note(_ job: ChunkFeed.Job, from unread: (_ input: Int) -> InputPosition) {
        while positions.count <= job.input { positions.append(unread(positions.count)) }
        positions[job.input].chunks += 1
        positions[job.input].digest.add(checksum(of: job.chunk.bytes.span.extracting(0..<job.chunk.count)))
    }
}
