/// The identifier of an event, the same in every run for the same device, geofence, kind and time.
public struct EventID: RawRepresentable, Sendable, Hashable, LosslessStringConvertible {
    /// The identifier as a number.
    public let rawValue: UInt64

    /// Creates an identifier from its number, such as one that was stored.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Creates an identifier from the `id` of an event; `nil` unless that is sixteen hexadecimal digits.
    public init?(_ description: String) {
        guard description.utf8.count == 16, description.utf8.allSatisfy({ $0.hexadecimalValue != nil }),
            let number = UInt64(description, radix: 16)
        else { return nil }
        rawValue = number
    }

    /// - Parameters:
    ///   - device: `EventID.hash` of the device's name.
    ///   - geofence: `EventID.hash` of the geofence's identifier.
    ///   - time: The event's time in milliseconds since 1970.
    ///   - ordinal: A number that distinguishes events that agree in all of these.
    package init(device: UInt64, geofence: UInt64, kind: Transition.Kind, time: Int64, ordinal: UInt32 = 0) {
        // The device is mixed in alone first, so that swapping the names of device and geofence changes the identifier.
        var state = Self.mixed(device)
        for word in [geofence, UInt64(kind.order) | UInt64(ordinal) << 8, UInt64(bitPattern: time)] {
            state = Self.mixed(state ^ word)
        }
        rawValue = state
    }

    /// Multiplies by 2⁶⁴ / φ, so that 0 does not map to 0, then applies the finalizer of MurmurHash3: every bit of the
    /// result depends on every bit of `word`.
    private static func mixed(_ word: UInt64) -> UInt64 {
        var state = word &* 0x9E37_79B9_7F4A_7C15
        state = (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
        state = (state ^ state >> 33) &* 0xC4CE_B9FE_1A85_EC53
        return state ^ state >> 33
    }

    /// Returns the FNV-1a hash of a name's UTF-8 bytes.
    static func hash(_ name: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01B3 }
        return hash
    }

    /// The identifier as sixteen hexadecimal digits.
    public var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension EventID: Codable {
    /// Decodes the identifier from sixteen hexadecimal digits.
    public init(from decoder: any Decoder) throws {
        guard let id = EventID(try decoder.singleValueContainer().decode(String.self)) else {
            let refusal = GeofenceError(
                .invalidRecord,
                "the text is not the identifier of an event",
                recovery: "Give the sixteen hexadecimal digits of the event's id."
            )
            throw DecodingError(refusal, at: decoder.codingPath)
        }
        self = id
    }

    /// Encodes the identifier as sixteen hexadecimal digits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Transition {
    /// The identifier, the same in every run over the same data.
    public var id: EventID { identifier(kind, time, ordinal) }

    /// The identifier of the visit that the transition begins, ends or belongs to, which is the `id` of that visit's
    /// ENTER; `nil` where visits are not tracked.
    public var visitID: EventID? { visitStart.map { identifier(.enter, $0, visitOrdinal) } }

    private func identifier(_ kind: Kind, _ time: Timestamp, _ ordinal: Int) -> EventID {
        EventID(
            device: EventID.hash(device.rawValue),
            geofence: EventID.hash(geofence.rawValue),
            kind: kind,
            time: time.unixMilliseconds,
            ordinal: UInt32(clamping: ordinal)
        )
    }
}
