package import Geofencing

/// Times of an import, of one kind, that are most likely not those that were meant.
package struct ImportDoubt: Sendable, Hashable {
    /// Where the first of them stands.
    package var location: InputLocation
    /// The first of them, in milliseconds since 1970.
    package var time: Int64
    /// What they most likely are.
    package var doubt: TimeDoubt
    /// How many there are.
    package var count = 1
}

/// Finds times that are most likely not those that were meant: of clocks that were never set, which other numbers look like when
/// they are read as times. Whether such fixes are used is for an evaluation to say; an import treats them as any.
struct ImportDoubts {
    /// One for each remedy, in the order of their first times.
    private(set) var list: [ImportDoubt] = []
    private let limits: FixLimits

    init() {
        var limits = FixLimits()
        limits.rejectsUnsetClocks = true
        self.limits = limits
    }

    /// Whether the time of a fix is most likely not the one that was meant.
    func isDoubtful(_ fix: CompactFix) -> Bool { limits.rejection(of: fix) != nil }

    /// Looks at fixes of a file with this many lines before them.
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
