public import Geofencing

/// Imports the fixes of files into a store.
///
/// The first import of a source takes the last `historicalImportDays` days, later ones take what is not older than each
/// device's newest fix that the source has given before (its *anchor*), and with `takesAll` an import takes everything.
/// Fixes that are later than the present by more than ten minutes are imported, but do not become anchors: after one
/// from a wrong clock, everything that follows would be too old. Fixes that are already there stay unchanged, so an
/// import can be repeated at will. An interrupted import resumes when it is run again with the same files, to which
/// others may be added. If a file that it had begun is missing, it starts over.
public struct HistoryImport: Sendable {
    /// The number of days that the first import of a source goes back by default.
    public static let historicalImportDays = 30

    /// The number of fixes that are written at a time: the most that a kill costs, and a quarter of a second or so of
    /// work.
    static let batchSize = 1 << 18

    /// The name of the source of the files, such as a tracker or a service.
    public var source: String

    /// The number of days before `now` at which the first import of the source begins. A negative number counts as 0,
    /// with which nothing before `now` is taken.
    public var days = historicalImportDays

    /// Whether all fixes are taken, however old.
    public var takesAll = false

    /// Whether the first record that cannot be read ends the import with an error.
    public var isStrict = false

    /// The offset from UTC of times without a zone; if `nil`, records with such a time are rejected.
    public var utcOffset: UTCOffset?

    /// The present: the first import of the source counts back from it, and no fix that is later by more than ten
    /// minutes becomes an anchor.
    public var now: Timestamp

    /// Creates an import of a source's files.
    ///
    /// - Parameters:
    ///   - source: The name of the source.
    ///   - now: The present; the system's clock by default.
    public init(source: String, now: Timestamp = .now) {
        self.source = source
        self.now = now
    }
}
