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
/// resemble when they are read as times. Whether such fixes are used is decided by an evaluation; an import treats them
/// like any others.
struct ImportDoubts {
    /// One entry for each remedy, in the order of their first times.
    private(set) var list: [ImportDoubt] = []
    private let limits: FixLimits

    init() {
        var limits = FixLimits()
        limits.rejectsUnsetClocks = true
        self.limits = limits
    }

    /// Returns whether the time of a fix is most likely not the intended one.
    func isDoubtful(_ fix: CompactFix) -> Bool { limits.rejection(of: fix) != nil }

    /// Examines fixes of a file that has this many lines before them.
    mutating func look(at fixes: [CompactFix], path: String, linesBefore: Int) {
        for fix in fixes {
            guard let reason = limits.rejection(of: fix) else { continue }
            let doubt = TimeDoubt(about: fix.time, rejectedAs: reason)
            if let known = list.firstIndex(where: { $0.doubt == doubt }) {
                list[known].count += 1
            } else {
                let location = InputLocation(file: path, line: linesBefore + Int(fix.line) + 1)
                list.append(ImportDoubt(location: location, time: fix.time, doubt: doubt))
            }
        }
    }
}
