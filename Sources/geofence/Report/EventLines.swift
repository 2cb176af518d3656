internal import Dispatch
internal import Geofencing
internal import Synchronization

/// Encodes transitions as lines of text, on several threads.
struct EventLines: ~Copyable, Sendable {
    let encoder: TransitionEncoder
    /// The names of geofences and devices; those of geofences come first, by handle.
    var names: EscapedNames
    /// One piece for each thread.
    private let pieces: [Piece]

    /// The text that one thread encodes.
    private final class Piece: Sendable {
        let text = Mutex<[UInt8]>([])
    }

    /// - Parameter geofences: The geofences in the order of their handles.
    init(_ encoder: TransitionEncoder, _ geofences: [Geofence], threads: Int) {
        self.encoder = encoder
        pieces = (0..<max(1, threads)).map { _ in Piece() }
        names = EscapedNames(for: encoder.format, geofences.lazy.map(\.id.rawValue))
    }

    /// The best number of records to encode at once: waking a thread takes as long as encoding a few hundred lines.
    var blockSize: Int { pieces.count > 1 ? 1024 * pieces.count : 256 }

    /// Appends the lines of all records that are not muted; the names of their devices must already be known.
    ///
    /// - Parameter evidence: The evidence for each record, or an empty array.
    func encode(_ records: ArraySlice<TransitionRecord>, _ evidence: [Evidence?], to buffer: inout [UInt8]) {
        let share = (records.count + pieces.count - 1) / pieces.count
        DispatchQueue.concurrentPerform(iterations: pieces.count) { number in
            let indices = min(number * share, records.count)..<min((number + 1) * share, records.count)
            pieces[number].text.withLock { text in
                for index in indices { encode(records[records.startIndex + index], evidence, index, to: &text) }
            }
        }
        for piece in pieces {
            piece.text.withLock { text in
                buffer += text
                text.removeAll(keepingCapacity: true)
            }
        }
    }

    private func encode(_ record: TransitionRecord, _ evidence: [Evidence?], _ index: Int, to text: inout [UInt8]) {
        guard !record.isMuted else { return }
        encoder.append(
            record,
            device: names.number(ofDevice: record.device),
            geofence: Int(record.fence),
            of: names,
            evidence: evidence.isEmpty ? nil : evidence[index],
            to: &text
        )
    }
}
