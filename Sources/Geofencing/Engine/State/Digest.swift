/// A hash of a sequence of words, the same in every run.
struct Digest: Sendable, Hashable {
    private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

    init() {}

    /// Creates a digest that continues an earlier one.
    init(_ value: UInt64) { self.value = value }

    @inline(__always)
    mutating func add(_ word: UInt64) {
        value = (value ^ word) &* 0xA076_1D64_78BD_642F
        value ^= value &>> 29
    }

    mutating func add(_ text: String) { add(EventID.hash(text)) }

    mutating func add(_ flag: Bool) { add(flag ? 1 as UInt64 : 0) }

    mutating func add(_ number: Double?) { add(number?.bitPattern) }

    mutating func add(_ number: Int64?) { add(number.map(UInt64.init(bitPattern:))) }

    mutating func add(_ duration: Duration?) { add(duration?.milliseconds) }

    private mutating func add(_ word: UInt64?) {
        add(word != nil)
        add(word ?? 0 as UInt64)
    }

    /// Adds a policy by the names and values used in files.
    mutating func add(_ policy: TransitionPolicy) {
        add(policy.name)
        for (key, value) in policy.thresholds.sorted(by: { $0.key < $1.key }) {
            add(key)
            add(value as Double?)
        }
    }

    mutating func add(_ coordinate: Coordinate) {
        // Adding 0 removes the sign of zero.
        add((coordinate.latitude + 0).bitPattern)
        add((coordinate.longitude + 0).bitPattern)
    }

    /// Adds a polygon regardless of the direction of its rings, which may change when it is written and read back.
    mutating func add(_ polygon: Polygon) {
        for ring in polygon.woundRings {
            add(UInt64(ring.count))
            for coordinate in ring { add(coordinate) }
        }
    }
}
