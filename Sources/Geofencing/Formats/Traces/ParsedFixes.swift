/// What one chunk of a trace held. Every record is either in `fixes` or in `rejected`.
package struct ParsedFixes: Sendable {
    /// The usable fixes, in input order.
    package var fixes: [CompactFix] = []

    /// The charge that came with each of them, where that is read; else empty.
    package private(set) var batteries: [BatteryCharge] = []

    /// Whether `batteries` are wanted.
    var hasBatteries = false

    /// The records that are not used, in input order.
    package var rejected: [RejectedRecord] = []

    /// How many lines the chunk has.
    package var lines = 0

    /// Fixes at latitude 0, longitude 0 exactly, where receivers without a position like to be. They are kept.
    package var nullIslands = 0

    /// Fixes whose longitude was beyond ±180 and was taken around the Earth into -180 ... 180.
    package var wrappedLongitudes = 0

    /// Optional values (accuracy, sequence) that were no numbers and were left out; their fixes are kept.
    package var droppedFields = 0

    /// Rejected records that would be valid if latitude and longitude changed places.
    package var swapSuspects = 0

    package init() {}

    /// How many records were read.
    package var records: Int { fixes.count + rejected.count }

    /// Adds a fix.
    @inline(__always)
    mutating func append(_ fix: CompactFix, battery: BatteryCharge) {
        fixes.append(fix)
        if hasBatteries { batteries.append(battery) }
    }

    /// Keeps of the rejected records what holds for the file too, where the text was another one.
    mutating func forgetTextOfRejected() {
        for index in rejected.indices {
            rejected[index].column = nil
            rejected[index].raw = []
        }
    }

    /// Leaves out how many cells a converted table has, which the record that it was made of need not have.
    mutating func forgetCellsOfRejected() {
        for index in rejected.indices where [.columnCount, .truncated].contains(rejected[index].reason) {
            rejected[index].message = "the record does not have the values of its format"
            rejected[index].recovery = "Check whether the file was copied completely."
        }
    }

    /// Empties it for the next chunk, keeping its memory.
    mutating func reset() {
        fixes.removeAll(keepingCapacity: true)
        batteries.removeAll(keepingCapacity: true)
        rejected.removeAll(keepingCapacity: true)
        lines = 0
        nullIslands = 0
        wrappedLongitudes = 0
        droppedFields = 0
        swapSuspects = 0
    }
}
