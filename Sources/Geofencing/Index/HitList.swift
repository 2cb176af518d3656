/// A reusable list of slots.
package struct HitList: Sendable {
    package private(set) var slots: [UInt32] = []

    package init() { slots.reserveCapacity(64) }

    package var count: Int { slots.count }

    package mutating func append(_ slot: UInt32) { slots.append(slot) }

    package mutating func removeAll() { slots.removeAll(keepingCapacity: true) }

    package mutating func replace(with other: some Sequence<UInt32>) {
        removeAll()
        slots.append(contentsOf: other)
    }
}
