/// Checks the invariants of every event log, event by event.
///
/// Its memory grows with the number of device and geofence pairs, not with the number of events; identifiers go through
/// temporary files.
package struct EventVerifier {
    private var devices = NameList<DeviceID>()
    private var geofences = NameList<Geofence.ID>()
    private var pairs: [PairKey: LoggedPair] = [:]
    /// By geofence, how many times the knowledge of which devices are inside was forgotten.
    private var drops: [UInt32: Int] = [:]
    private var ids = RepeatFinder()
    private var visits = RepeatFinder()

    /// The number of events of each kind.
    package private(set) var counts: [LoggedEvent.Kind: Int] = [:]

    package init() {}

    /// The number of visits that have no EXIT so far.
    package var openVisits: Int { pairs.count { isOpen($0, $1) } }

    /// Takes the next event of the log and returns what is wrong with it.
    ///
    /// - Throws: `inputOutput` if a temporary file cannot be written.
    package mutating func add(_ event: LoggedEvent) throws(GeofenceError) -> [EventViolation] {
        counts[event.kind, default: 0] += 1
        guard event.kind != .forgotten || !event.device.isEmpty else {
            drops[geofences.number(of: Geofence.ID(event.geofence)), default: 0] += 1
            return []
        }
        let key = PairKey(
            device: devices.number(of: DeviceID(event.device)),
            geofence: geofences.number(of: Geofence.ID(event.geofence))
        )
        var pair = pairs[key] ?? LoggedPair()
        pair.forget(drops: drops[key.geofence] ?? 0)
        let (violations, isNew) = pair.add(event)
        pairs[key] = pair
        guard isNew else { return violations }
        if let id = event.id { try ids.add(id, line: event.line) }
        if let visit = event.visit, pair.visitLine == event.line { try visits.add(visit, line: event.line) }
        return violations
    }

    private func isOpen(_ key: PairKey, _ pair: LoggedPair) -> Bool {
        pair.isInside && pair.drops == drops[key.geofence] ?? 0
    }

    /// Returns what is wrong with the log as a whole, ordered by line.
    ///
    /// - Parameter isClosed: Whether every visit must have ended.
    /// - Throws: `inputOutput` if a temporary file cannot be read.
    package mutating func finish(isClosed: Bool) throws(GeofenceError) -> [EventViolation] {
        var violations: [EventViolation] = []
        var repeated: [Int: Int] = [:]
        for (line, first) in try ids.repeats() {
            repeated[line] = first
            violations.append(EventViolation(idOf: first, repeatedIn: line))
        }
        // The visit of a repeated event is repeated with it.
        for (line, first) in try visits.repeats() where repeated[line] != first {
            violations.append(
                EventViolation(
                    .visitRepeated,
                    line: line,
                    otherLine: first,
                    "the visit_id is that of another visit, on line \(first)"
                )
            )
        }
        if isClosed {
            for (key, pair) in pairs where isOpen(key, pair) {
                violations.append(
                    EventViolation(
                        .visitOpen,
                        line: pair.enter?.line ?? pair.lastLine,
                        "the visit has no EXIT",
                        device: devices[key.device].rawValue,
                        geofence: geofences[key.geofence].rawValue
                    )
                )
            }
        }
        return violations.sorted { ($0.line, $0.code.rawValue) < ($1.line, $1.code.rawValue) }
    }
}

/// A device and a geofence, by their numbers.
private struct PairKey: Hashable {
    var device: UInt32
    var geofence: UInt32
}

/// Names and their numbers.
private struct NameList<Name: Hashable> {
    private var numbers: [Name: UInt32] = [:]
    private var names: [Name] = []

    subscript(number: UInt32) -> Name { names[Int(number)] }

    mutating func number(of name: Name) -> UInt32 {
        if let number = numbers[name] { return number }
        let number = UInt32(names.count)
        numbers[name] = number
        names.append(name)
        return number
    }
}
