// SAFETY: the caller of `replace(with:)` gives a buffer that holds for the call; it is copied.

/// A reusable list of slots.
package struct HitList: Sendable {
    package private(set) var slots: [UInt32] = []

    package init() { slots.reserveCapacity(64) }

    package var count: Int { slots.count }

    package mutating func append(_ slot: UInt32) { slots.append(slot) }

    /// Holds `newSlots` in place of what it held.
    package mutating func replace(with newSlots: UnsafeBufferPointer<UInt32>) {
        if newSlots.count == slots.count {
            for index in slots.indices { slots[index] = unsafe newSlots[index] }
        } else {
            slots.removeAll(keepingCapacity: true)
            unsafe slots.append(contentsOf: newSlots)
        }
    }

    package mutating func removeAll() { slots.removeAll(keepingCapacity: true) }
}
