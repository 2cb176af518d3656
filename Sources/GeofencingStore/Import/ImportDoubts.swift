package import Geofencing

/// Times of an import, of one kind, that are most likely not those that were meant.
package struct ImportDoubt: Sendable, Hashable {
    /// Where the first of them stands.
    package var location: InputLocation
    /// What is wrong with that one.
    package var message: String
    /// What to do about all of them.
    package var recovery: String
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

    /// Looks at fixes of a file with this many lines before them.
    mutating func look(at fixes: [CompactFix], path: String, linesBefore: Int) {
        for fix in fixes {
            guard let reason = limits.rejection(of: fix) else { continue }
            let doubt = reason.doubt(about: fix.time)
            if let known = list.firstIndex(where: { $0.recovery == doubt.recovery }) {
                list[known].count += 1
            } else {
                let location = InputLocation(file: path, line: linesBefore + Int(fix.line) + 1)
                list.append(ImportDoubt(location: location, message: doubt.message, recovery: doubt.recovery))
            }
        }
    }
}
