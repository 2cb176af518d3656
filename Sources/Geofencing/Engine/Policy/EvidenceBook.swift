/// What the policies saw when they decided, for each ENTER and EXIT.
package struct EvidenceBook: Sendable {
    private struct Key: Hashable, Sendable {
        var device: UInt32
        var fence: UInt32
        var kind: Transition.Kind
        var time: Int64

        init(_ record: TransitionRecord) {
            (device, fence, kind, time) = (record.device, record.fence, record.kind, record.time)
        }
    }

    private var entries: [Key: [Evidence]] = [:]

    mutating func add(_ evidence: Evidence, for record: TransitionRecord) {
        entries[Key(record), default: []].append(evidence)
    }

    mutating func add(_ other: EvidenceBook) {
        entries.merge(other.entries) { $0 + $1 }
    }

    /// Removes and returns the evidence for a transition. If several transitions differ in nothing else, as is possible
    /// under `raw`, it is the first one not yet taken.
    package mutating func take(_ record: TransitionRecord) -> Evidence? {
        // No policy decides a DWELL, or an EXIT caused by an absence or an edit.
        guard let evidence = entries[Key(record)]?.first else { return nil }
        entries[Key(record)]?.removeFirst()
        return evidence
    }
}

extension ShardState {
    /// Keeps what the policy saw of the fix that decided a transition.
    mutating func keepEvidence(
        for record: TransitionRecord,
        _ transition: PendingTransition,
        _ policy: TransitionPolicy,
        _ fix: CompactFix
    ) {
        let seen = measure.evidence(
            of: fix,
            in: transition.fence,
            policy,
            isInside: transition.isExit,
            isCovered: !transition.isExit,
            transition.evidence
        )
        evidence.add(seen, for: record)
    }
}

extension GeofenceEngine {
    /// The evidence that the policies saw, if the rules say that it is kept.
    package var evidence: EvidenceBook {
        var book = EvidenceBook()
        shards.withEach { book.add($0.evidence) }
        return book
    }
}
