public import Geofencing

/// What an import did. Every record read is counted once: imported, known, too old or rejected. Of the part that an
/// interrupted import had finished, only rejected records are counted; they are reported again.
public struct HistoryImportResult: Sendable, Hashable {
    /// Fixes that are new in the store.
    public internal(set) var imported = 0
    /// Fixes that were in the store, or twice in the files.
    public internal(set) var known = 0
    /// Fixes that are older than the anchor of their device, or than the first import of the source goes back.
    public internal(set) var tooOld = 0
    /// Records that could not be read, by reason.
    public internal(set) var rejected: [Rejection: Int] = [:]
    /// Devices whose fixes were taken.
    public internal(set) var devices = 0
    /// Pieces of the files that an interrupted import had finished.
    public internal(set) var resumedChunks = 0
    /// The oldest time that a device new to the source is taken from; `nil` when everything is.
    public internal(set) var since: Timestamp?
    /// Whether some of those that are too old have a time that may well be the one that was meant.
    package internal(set) var hasOldHistory = false
    /// Times that are most likely not those that were meant, by what to do about them.
    package internal(set) var doubts: [ImportDoubt] = []

    /// All records that were read.
    public var read: Int { imported + known + tooOld + rejected.values.reduce(0, +) }
}
