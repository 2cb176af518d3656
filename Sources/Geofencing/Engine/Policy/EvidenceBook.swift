/// What the policies saw when they decided, for each ENTER and EXIT.
package struct EvidenceBook: Sendable {
    fileprivate var shards: [ShardEvidence] = []

    /// Returns the evidence for a transition; if several transitions differ in nothing else, as is possible under
    /// `raw`, each call returns that of the next one.
    package mutating func take(_ record: TransitionRecord) -> Evidence? {
        shards[DeviceRegistry.shard(of: record.device)].take(record)
    }
}

/// The evidence for the transitions of one shard's devices.
struct ShardEvidence: Sendable {
    private struct Key: Hashable, Sendable {
        var device: UInt32
        var fence: UInt32
        var kind: Transition.Kind
        var time: Int64

        init(_ record: TransitionRecord) {
            (device, fence, kind, time) = (record.device, record.fence, record.kind, record.time)
        }
    }

    private var entries: [Key: Evidence] = [:]
    /// All evidence for transitions that differ in nothing else, if there are several.
    private var repeats: [Key: [Evidence]] = [:]

    mutating func add(_ evidence: Evidence, for record: TransitionRecord) {
        let key = Key(record)
        guard let first = entries.updateValue(evidence, forKey: key) else { return }
        repeats[key, default: [first]].append(evidence)
    }

    /// Changes nothing where a transition has no equal, so that `entries` need not be copied.
    mutating func take(_ record: TransitionRecord) -> Evidence? {
        // No policy decides a DWELL, what is inferred, or an EXIT caused by an absence or an edit. The latter two may
        // have the key of a transition that one decided.
        if record.isInferred || record.kind == .exit && record.cause != .movement { return nil }
        let key = Key(record)
        guard !repeats.isEmpty, let several = repeats[key] else { return entries[key] }
        if several.count > 1 { repeats[key]?.removeFirst() }
        return several.first
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
        shards.withEach { book.shards.append($0.evidence) }
        return book
    }
}
