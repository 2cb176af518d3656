/// The numbers of oddities in fixes that are used all the same.
package struct FixNotes: Sendable {
    /// The number of fixes at exactly latitude 0, longitude 0, which receivers without a position tend to report.
    package var nullIslands = 0

    /// The number of fixes without a known accuracy.
    package var unknownAccuracies = 0

    /// The number of fixes whose longitude was beyond ±180 and was wrapped into -180 ... 180.
    package var wrappedLongitudes = 0

    /// The number of optional values (accuracy, sequence) that were not numbers and were left out.
    package var droppedFields = 0

    package init() {}

    /// Adds what is odd about fixes themselves, or removes it if they turn out not to be used: what was changed when
    /// they were read cannot be told from them.
    @inline(__always)
    package mutating func count(_ fix: CompactFix, isUsed: Bool) {
        let change = isUsed ? 1 : -1
        if fix.isAtNullIsland { nullIslands &+= change }
        if !fix.hasAccuracy { unknownAccuracies &+= change }
    }

    static func += (sum: inout FixNotes, other: FixNotes) {
        sum.nullIslands += other.nullIslands
        sum.unknownAccuracies += other.unknownAccuracies
        sum.wrappedLongitudes += other.wrappedLongitudes
        sum.droppedFields += other.droppedFields
    }
}
