/// The last fixes of one device in order of time: a ring buffer that grows by doubling up to its limit.
struct FixHistory: Sendable {
    private var ring: [TrackedFix] = []
    /// The index of the oldest fix in the ring.
    private var start = 0

    var count: Int { ring.count }

    /// The fix at a position, counted from the oldest.
    subscript(position: Int) -> TrackedFix {
        get { ring[index(of: position)] }
        set { ring[index(of: position)] = newValue }
    }

    /// The fixes, oldest first.
    var fixes: [TrackedFix] { (0..<count).map { self[$0] } }

    private func index(of position: Int) -> Int {
        let index = start + position
        return index < ring.count ? index : index - ring.count
    }

    /// Inserts a fix in order; beyond `limit` fixes, the oldest is removed.
    ///
    /// - Returns: The reason why the fix was not taken: `duplicate` if it is already there, `late` if the history is
    ///   full of newer ones.
    /// - Complexity: O(1) for the newest fix, O(*limit*) for a late one.
    mutating func insert(_ fix: TrackedFix, limit: Int) -> Rejection? {
        var position = count
        while position > 0, fix.precedes(self[position - 1]) { position -= 1 }
        var same = position
        while same > 0, !self[same - 1].precedes(fix) {
            same -= 1
            if fix.isRepeat(of: self[same]) { return .duplicate }
        }
        if count == limit {
            guard position > 0 else { return .late }
            start = index(of: 1)
            position -= 1
        } else {
            if ring.count == ring.capacity { ring.reserveCapacity(min(limit, max(1, 2 * ring.count))) }
            ring.append(fix)
        }
        var last = count - 1
        while last > position {
            self[last] = self[last - 1]
            last -= 1
        }
        self[position] = fix
        return nil
    }

    /// Removes all fixes and frees their memory.
    mutating func removeAll() { self = FixHistory() }
}
