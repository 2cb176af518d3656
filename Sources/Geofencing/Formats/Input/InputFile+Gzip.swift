extension InputFile {
    /// Reads decompressed bytes, with the semantics of `read`.
    func readGzip(into bytes: inout [UInt8], _ range: Range<Int>) throws(GeofenceError) -> Int {
        guard let state = gzip else { return 0 }
        while true {
            if state.unread.isEmpty, !state.hasMore {
                state.offset += state.unread.upperBound
                let count = try readPlain(into: &state.packed, 0..<state.packed.count)
                state.unread = 0..<count
                if count == 0 {
                    if state.isBetweenMembers { return 0 }
                    throw gzipError("the gzip data is cut off after \(state.offset) bytes")
                }
            }
            if state.isBetweenMembers {
                let byte = state.packed[state.unread.lowerBound]
                if byte == 0 {
                    // Tape archives pad with zeros.
                    state.unread = (state.unread.lowerBound + 1)..<state.unread.upperBound
                    continue
                }
                state.inflater.reset()
                state.isBetweenMembers = false
            }
            let (consumed, produced, outcome) = state.inflater.step(
                from: &state.packed,
                state.unread,
                into: &bytes,
                range
            )
            state.unread = (state.unread.lowerBound + consumed)..<state.unread.upperBound
            state.hasMore = produced == range.count
            switch outcome {
            case .more: break
            case .memberEnd: (state.isBetweenMembers, state.hasMore) = (true, false)
            case .corrupt(let reason):
                throw gzipError("the gzip data is damaged at byte \(state.offset + state.unread.lowerBound): \(reason)")
            }
            if produced > 0 { return produced }
        }
    }

    private func gzipError(_ message: String) -> GeofenceError {
        GeofenceError(
            .invalidSyntax,
            message,
            at: InputLocation(file: path),
            recovery: "Fetch the file again; `gzip -t` checks it."
        )
    }
}

/// The state of decompressing gzip data.
final class GzipState {
    let inflater: Inflater
    var packed: [UInt8]
    var unread: Range<Int>
    /// The number of compressed bytes before `packed`.
    var offset = 0
    var isBetweenMembers = false
    /// Whether the last step had no room for more, so that more may come without further input.
    var hasMore = false

    init(inflater: consuming Inflater, head: [UInt8]) {
        self.inflater = inflater
        packed = head + repeatElement(0, count: 262_144)
        unread = 0..<head.count
    }
}
