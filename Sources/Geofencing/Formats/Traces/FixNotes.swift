/// The numbers of oddities in fixes that are used all the same.
package struct FixNotes: Sendable {
    /// The number of fixes at exactly latitude 0, longitude 0, which receivers without a position tend to report.
    package var nullIslands = 0

    /// The number of fixes whose longitude was beyond ±180 and was wrapped into -180 ... 180.
    package var wrappedLongitudes = 0

    /// The number of optional values (accuracy, sequence) that were not numbers and were left out.
    package var droppedFields = 0

    static func += (sum: inout FixNotes, other: FixNotes) {
        sum.nullIslands += other.nullIslands
        sum.wrappedLongitudes += other.wrappedLongitudes
        sum.droppedFields += other.droppedFields
    }
}
