/// What an engine knows about its devices at one moment, as a value: their last fixes, the geofences they are in and
/// since when, what the policies have not decided yet, and the data that identifies repeated and late fixes.
///
/// An engine restored from it continues exactly as the original would have. It refers to geofences by identifier, and
/// does not contain them. It is `Codable`, so it can be saved beside a `VisitLedger`; alone, its bytes are shorter:
///
/// ```swift
/// let bytes = engine.state().encoded
/// // later, in another process, with the same geofences and rules
/// try other.restore(EngineState(decoding: bytes))
/// ```
public struct EngineState: Sendable {
    static let kind = StateKind(mark: "GFSTATE\n", version: 4, name: "engine state", article: "an")

    /// The rules under which the state was created.
    let rules: [RuleMark]
    /// All registered geofences, or only those that the devices refer to, in ascending order of identifier.
    let geofences: [FenceMark]
    /// Whether `geofences` are all that were registered.
    let isWhole: Bool
    /// A hash of all geofences that were registered.
    let digest: UInt64
    let savedDevices: [SavedDevice]

    /// The devices in the state, in ascending order of name.
    public var devices: [DeviceID] { savedDevices.map(\.name) }

    /// Reads a state from bytes that `encoded` returned, as an array or as the `Data` of a file.
    ///
    /// - Throws: `invalidState` for bytes that are not a state, are damaged or were written by a version with another
    ///   format.
    /// - Complexity: O(bytes).
    public init(decoding bytes: some Sequence<UInt8>) throws(GeofenceError) {
        var reader = try StateReader(Array(bytes), as: Self.kind)
        rules = try reader.list { reader throws(GeofenceError) in
            RuleMark(name: try reader.string(), hash: try reader.integer())
        }
        isWhole = try reader.bool()
        digest = try reader.integer()
        let marks = try reader.list { reader throws(GeofenceError) in
            FenceMark(
                id: Geofence.ID(try reader.string()),
                shape: try reader.integer(),
                fingerprint: try reader.integer(),
                reportsEntry: try reader.bool(),
                reportsExit: try reader.bool()
            )
        }
        geofences = marks
        savedDevices = try reader.list { reader throws(GeofenceError) in try reader.device(fences: marks.count) }
        try reader.finish()
    }

    init(rules: [RuleMark], geofences: [FenceMark], isWhole: Bool, digest: UInt64, devices: [SavedDevice]) {
        self.rules = rules
        self.geofences = geofences
        self.isWhole = isWhole
        self.digest = digest
        savedDevices = devices
    }

    /// The state as bytes, identical for the same state on every machine: mark, version, length, checksum, then the
    /// rest.
    ///
    /// - Complexity: O(devices + geofences).
    public var encoded: [UInt8] {
        var writer = StateWriter()
        writer.append(list: rules) { writer, rule in
            writer.append(rule.name)
            writer.append(rule.hash)
        }
        writer.append(isWhole)
        writer.append(digest)
        writer.append(list: geofences) { writer, mark in
            writer.append(mark.id.rawValue)
            writer.append(mark.shape)
            writer.append(mark.fingerprint)
            writer.append(mark.reportsEntry)
            writer.append(mark.reportsExit)
        }
        writer.append(list: savedDevices) { writer, device in writer.append(device) }
        return writer.sealed(as: Self.kind)
    }
}
