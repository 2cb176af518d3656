package import Geofencing

/// Times of one kind in an import that are most likely not the intended ones.
package struct ImportDoubt: Sendable, Hashable {
    /// The location of the first of them.
    package var location: InputLocation
    /// The first of them, in milliseconds since 1970.
    package var time: Int64
    /// What the times most likely are.
    package var doubt: TimeDoubt
    /// The number of such times.
    package var count = 1
}

/// Finds times that are most likely not the intended ones: those of clocks that were never set, which other numbers
/// resemble when they are read as times, and seconds that were read as milliseconds, if a file has nothing else.
/// Whether such fixes are used is decided by an evaluation; an import treats them like any others.
struct ImportDoubts {
    /// One entry for each remedy, in the order of their first times; seconds come at the end of their file.
    private(set) var list: [ImportDoubt] = []
    /// Whether some of the fixes that were left out as too old have a time that may well be the intended one.
    private(set) var hasOldHistory = false
    private let limits: FixLimits
    /// The times of the current file that are most likely seconds, if no other time shows that they are not.
    private var seconds: ImportDoubt?
    /// Whether the current file has a time that may well be the intended one.
    private var hasGoodTime = false
    /// Whether some of the times that may be seconds were left out as too old.
    private var hasOldSeconds = false

    init() {
        var limits = FixLimits()
        limits.rejectsUnsetClocks = true
        self.limits = limits
    }

    /// Examines fixes of a file that has this many lines before them.
    mutating func look(at fixes: [CompactFix], path: String, linesBefore: Int) {
        for fix in fixes {
            if let reason = limits.rejection(of: fix) {
                let doubt = TimeDoubt(about: fix.time, rejectedAs: reason)
                add(ImportDoubt(fix, doubt, path: path, linesBefore: linesBefore))
            } else if !hasGoodTime {
                if !isLikelySeconds(fix) {
                    hasGoodTime = true
                } else if seconds == nil {
                    seconds = ImportDoubt(fix, .seconds, path: path, linesBefore: linesBefore)
                } else {
                    seconds?.count += 1
                }
            }
        }
    }

    /// Examines fixes of the current file, in which `look` has found what there is to be found, that are left out as
    /// too old.
    mutating func leaveOut(_ fixes: [CompactFix]) {
        for fix in fixes where limits.rejection(of: fix) == nil {
            if isLikelySeconds(fix) { hasOldSeconds = true } else { hasOldHistory = true }
        }
    }

    /// Decides about the file that was read last.
    mutating func finishFile() {
        if hasGoodTime {
            hasOldHistory = hasOldHistory || hasOldSeconds
        } else if let seconds {
            add(seconds)
        }
        (seconds, hasGoodTime, hasOldSeconds) = (nil, false, false)
    }

    private mutating func add(_ doubt: ImportDoubt) {
        if let known = list.firstIndex(where: { $0.doubt == doubt.doubt }) {
            list[known].count += doubt.count
        } else {
            list.append(doubt)
        }
    }

    private func isLikelySeconds(_ fix: CompactFix) -> Bool { TimeDoubt(misreadOf: fix.time) == .seconds }
}

extension ImportDoubt {
    /// Creates a doubt about the time of a fix of a file that has this many lines before its chunk.
    fileprivate init(_ fix: CompactFix, _ doubt: TimeDoubt, path: String, linesBefore: Int) {
        let location = InputLocation(file: path, line: linesBefore + Int(fix.line) + 1)
        self.init(location: location, time: fix.time, doubt: doubt)
    }
}
