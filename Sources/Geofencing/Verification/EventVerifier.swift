/// Checks what must hold in every event log, event by event.
///
/// What it keeps grows with the pairs of device and geofence, not with the events; identifiers go through temporary files.
package struct EventVerifier {
    private var devices = NameList<DeviceID>()
    private var geofences = NameList<Geofence.ID>()
    /// By geofence, then by device.
    private var pairs: [UInt32: [UInt32: LoggedPair]] = [:]
    private var ids = RepeatFinder()
    private var visits = RepeatFinder()

    /// How many events of each kind there were.
    package private(set) var counts: [LoggedEvent.Kind: Int] = [:]

    package init() {}

    /// How many visits have no EXIT so far.
    package var openVisits: Int { pairs.values.reduce(0) { $0 + $1.values.count { $0.isInside } } }

    /// Takes the next event of the log and says what is wrong with it.
    ///
    /// - Throws: `inputOutput` if a temporary file cannot be written.
    package mutating func add(_ event: LoggedEvent) throws(GeofenceError) -> [EventViolation] {
        counts[event.kind, default: 0] += 1
        guard event.kind != .forgotten || !event.device.isEmpty else {
            let geofence = geofences.number(of: Geofence.ID(event.geofence))
            for device in (pairs[geofence] ?? [:]).keys { pairs[geofence]?[device]?.forget() }
            return []
        }
        let device = devices.number(of: DeviceID(event.device))
        let geofence = geofences.number(of: Geofence.ID(event.geofence))
        var pair = pairs[geofence]?[device] ?? LoggedPair(device: device, geofence: geofence)
        let (violations, isNew) = pair.add(event)
        pairs[geofence, default: [:]][device] = pair
        guard isNew else { return violations }
        if let id = event.id { try ids.add(id, line: event.line) }
        if let visit = event.visit, pair.visitLine == event.line { try visits.add(visit, line: event.line) }
        return violations
    }

    /// Says what is wrong with the log as a whole, by line.
    ///
    /// - Parameter isClosed: Whether every visit must be over.
    /// - Throws: `inputOutput` if a temporary file cannot be read.
    package mutating func finish(isClosed: Bool) throws(GeofenceError) -> [EventViolation] {
        var violations: [EventViolation] = []
        var repeated: [Int: Int] = [:]
        for (line, first) in try ids.repeats() {
            repeated[line] = first
            violations.append(EventViolation(idOf: first, repeatedIn: line))
        }
        // The visit of an event that is there twice comes again with it.
        for (line, first) in try visits.repeats() where repeated[line] != first {
            violations.append(
                EventViolation(
                    .visitRepeated,
                    line: line,
                    otherLine: first,
                    "the visit_id is that of another visit, of line \(first)"
                )
            )
        }
        if isClosed {
            for pair in pairs.values.lazy.flatMap(\.values) where pair.isInside {
                violations.append(
                    EventViolation(
                        .visitOpen,
                        line: pair.enter?.line ?? pair.lastLine,
                        "the visit has no EXIT",
                        device: devices[pair.device].rawValue,
                        geofence: geofences[pair.geofence].rawValue
                    )
                )
            }
        }
        return violations.sorted { ($0.line, $0.code.rawValue) < ($1.line, $1.code.rawValue) }
    }
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
