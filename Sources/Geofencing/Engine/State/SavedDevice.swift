/// What the engine knows about one device, with an index into a list of geofences in place of each handle.
struct SavedDevice: Sendable {
    var name: DeviceID
    /// The last used fix.
    var time: Int64
    var sequence: Int64
    var olderTime: Int64
    var coordinate: Coordinate
    /// In meters; NaN when unknown.
    var accuracy: Float
    var stays: [Stay]
    /// The pending transitions, the time when the next DWELL is due, and a fix that was not believed; empty if geometry
    /// alone decides.
    var track: DeviceTrack
    /// Positions already seen at the time of the last fix.
    var places: [Coordinate]
    /// Visits without duration.
    var instantVisits: [Geofence.ID: ShardState.InstantVisits]

    /// The geofences that it refers to.
    var fences: Set<UInt32> { Set(stays.map(\.fence)).union(track.pending.map(\.fence)) }

    /// Gives each geofence another number, drops those that have none, and sorts the rest by the new numbers.
    mutating func renumber(_ number: (UInt32) -> UInt32?) {
        stays = stays.compactMap { stay in number(stay.fence).map { stay.numbered($0) } }
        stays.sort { $0.fence < $1.fence }
        track.pending = track.pending.compactMap { transition in
            number(transition.fence).map { transition.numbered($0) }
        }
        track.pending.sort { $0.fence < $1.fence }
    }
}

extension Stay {
    fileprivate func numbered(_ number: UInt32) -> Stay {
        var copy = self
        copy.fence = number
        return copy
    }
}

extension PendingTransition {
    fileprivate func numbered(_ number: UInt32) -> PendingTransition {
        var copy = self
        copy.fence = number
        return copy
    }
}

extension StateWriter {
    mutating func append(_ device: SavedDevice) {
        append(device.name.rawValue)
        append(device.time)
        append(device.sequence)
        append(device.olderTime)
        append(device.coordinate)
        append(Double(device.accuracy))
        append(list: device.stays) { writer, stay in
            writer.append(stay.fence)
            writer.append(element: stay.cause)
            writer.append(stay.hasDwelled)
            writer.append(stay.ordinal)
            writer.append(stay.since)
        }
        append(list: device.track.pending) { writer, transition in writer.append(transition) }
        append(device.track.dwellDue)
        append(optional: device.track.suspect) { writer, suspect in writer.append(suspect.sighting) }
        append(list: device.places) { writer, place in writer.append(place) }
        append(list: device.instantVisits.sorted { $0.key < $1.key }) { writer, visits in
            writer.append(visits.key.rawValue)
            writer.append(visits.value.time)
            writer.append(visits.value.count)
        }
    }

    private mutating func append(_ sighting: Sighting) {
        append(sighting.time)
        append(sighting.coordinate)
    }

    private mutating func append(_ transition: PendingTransition) {
        append(transition.fence)
        append(transition.isExit)
        append(element: transition.cause)
        append(optional: transition.before) { writer, sighting in writer.append(sighting) }
        append(transition.first)
        append(transition.evidence.fixes)
        append(transition.evidence.since)
        append(transition.clearance.place)
        append(transition.clearance.least)
        append(transition.clearance.most)
    }
}

extension StateReader {
    /// - Parameter fences: The number of geofences that can be referred to.
    mutating func device(fences: Int) throws(GeofenceError) -> SavedDevice {
        SavedDevice(
            name: DeviceID(try string()),
            time: try integer(),
            sequence: try integer(),
            olderTime: try integer(),
            coordinate: try coordinate(),
            accuracy: Float(try double()),
            stays: try list { reader throws(GeofenceError) in
                let fence = try reader.index(below: fences)
                let cause = try reader.element(of: Transition.Cause.self)
                let hasDwelled = try reader.bool()
                return Stay(
                    fence: fence,
                    cause: cause,
                    hasDwelled: hasDwelled,
                    ordinal: try reader.integer(),
                    since: try reader.integer()
                )
            },
            track: DeviceTrack(
                pending: try list { reader throws(GeofenceError) in try reader.transition(fences: fences) },
                dwellDue: try integer(),
                suspect: try optional { reader throws(GeofenceError) in
                    Suspect(CompactFix(firstAt: try reader.sighting(), device: 0))
                }
            ),
            places: try list { reader throws(GeofenceError) in try reader.coordinate() },
            instantVisits: try instantVisits()
        )
    }

    private mutating func instantVisits() throws(GeofenceError) -> [Geofence.ID: ShardState.InstantVisits] {
        let pairs = try list { reader throws(GeofenceError) in
            let id = Geofence.ID(try reader.string())
            return (id, ShardState.InstantVisits(time: try reader.integer(), count: try reader.integer()))
        }
        return Dictionary(pairs) { first, _ in first }
    }

    private mutating func sighting() throws(GeofenceError) -> Sighting {
        Sighting(time: try integer(), coordinate: try coordinate())
    }

    private mutating func transition(fences: Int) throws(GeofenceError) -> PendingTransition {
        var transition = PendingTransition(
            fence: try index(below: fences),
            isExit: try bool(),
            cause: try element(of: Transition.Cause.self),
            before: try optional { reader throws(GeofenceError) in try reader.sighting() },
            first: try sighting()
        )
        transition.evidence.fixes = try integer()
        transition.evidence.since = try integer()
        transition.clearance.place = try coordinate()
        transition.clearance.least = try double()
        transition.clearance.most = try double()
        return transition
    }
}
