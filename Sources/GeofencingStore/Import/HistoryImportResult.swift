public import Geofencing

/// The result of an import. Every record that was read is counted once: as imported, known, too old or rejected. For
/// the part that an interrupted import had finished, only rejected records are counted; they are reported again.
public struct HistoryImportResult: Sendable, Hashable {
    /// The number of fixes that are new in the store.
    public internal(set) var imported = 0
    /// The number of fixes that were already in the store, or repeated in the files.
    public internal(set) var known = 0
    /// The number of fixes that are older than the anchor of their device, or than the first import of the source goes
    /// back.
    public internal(set) var tooOld = 0
    /// The number of records that could not be read, by reason.
    public internal(set) var rejected: [Rejection: Int] = [:]
    /// The number of devices whose fixes were taken.
    public internal(set) var devices = 0
    /// The number of chunks of the files that an interrupted import had finished.
    public internal(set) var resumedChunks = 0
    /// The oldest time from which fixes of a device new to the source are taken; `nil` if there is no limit.
    public internal(set) var since: Timestamp?
    /// Whether some of the fixes that are too old have a time that may well be the intended one.
    package internal(set) var hasOldHistory = false
    /// Times that are most likely not the intended ones, grouped by what to do about them.
    package internal(set) var doubts: [ImportDoubt] = []

    /// The number of records that were read.
    public var read: Int { imported + known + tooOld + rejected.values.reduce(0, +) }
}
