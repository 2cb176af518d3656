public import Geofencing

/// Brings the fixes of files into a store.
///
/// The first import of a source takes the last `historicalImportDays` days, later ones take what is newer than the newest
/// fix of each device that the source has given before (its *anchor*), and `takesAll` takes everything. Fixes that are later than
/// the present by more than ten minutes are taken, and are no anchors: all that comes after one of a clock that is wrong would be
/// too old. Fixes that are there already stay as they are, so an import can be repeated at will. An interrupted import
/// resumes when it is run again with the same files; more may be added. If a file that it had begun is missing, it starts over.
public struct HistoryImport: Sendable {
    /// How many days the first import of a source goes back unless told otherwise.
    public static let historicalImportDays = 30

    /// How many fixes are written at a time: what a kill costs at most, and a quarter of a second or so of work.
    static let batchSize = 1 << 18

    /// The name of what gives the files, such as a tracker or a service.
    public var source: String

    /// How many days before `now` the first import of the source begins; at least 0.
    public var days = historicalImportDays

    /// Whether all fixes are taken, however old.
    public var takesAll = false

    /// Whether the first record that cannot be read ends the import with an error.
    public var isStrict = false

    /// What times without a zone are ahead of UTC; `nil` where such a record is rejected.
    public var utcOffset: UTCOffset?

    /// The present: the first import of the source counts back from it, and nothing that is more than ten minutes later becomes an
    /// anchor.
    public var now: Timestamp

    /// Creates an import of a source's files.
    public init(source: String, now: Timestamp) {
        self.source = source
        self.now = now
    }

    /// How far an import is.
    public struct Progress: Sendable, Hashable {
        /// Records that were looked at so far.
        public var records: Int
        /// Bytes of the files that were read so far.
        public var bytes: Int
    }
}
