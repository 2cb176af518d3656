/// The identifier of an event: the same for the same device, geofence, kind and time in every run.
public struct EventID: RawRepresentable, Sendable, Hashable, LosslessStringConvertible {
    /// The identifier as a number.
    public let rawValue: UInt64

    /// The identifier of this number, as one that was kept.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The identifier in the `id` of an event; `nil` for what is not sixteen hexadecimal digits.
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
    ///   - ordinal: How many events before it are alike in all of these.
    package init(device: UInt64, geofence: UInt64, kind: Transition.Kind, time: Int64, ordinal: UInt32 = 0) {
        // The device alone first, so that device and geofence cannot change names.
        var state = Self.mixed(device)
        for word in [geofence, UInt64(kind.order) | UInt64(ordinal) << 8, UInt64(bitPattern: time)] {
            state = Self.mixed(state ^ word)
        }
        rawValue = state
    }

    /// A multiplication by 2⁶⁴ / φ, so that 0 does not map to 0, then the finalizer of MurmurHash3: every bit of the result depends on
    /// every bit of `word`.
    private static func mixed(_ word: UInt64) -> UInt64 {
        var state = word &* 0x9E37_79B9_7F4A_7C15
        state = (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
        state = (state ^ state >> 33) &* 0xC4CE_B9FE_1A85_EC53
        return state ^ state >> 33
    }

    /// FNV-1a of a name's UTF-8 bytes.
    package static func hash(_ name: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01B3 }
        return hash
    }

    /// Sixteen hexadecimal digits.
    public var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension EventID: Codable {
    /// Decodes the sixteen digits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = EventID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "the identifier of an event is sixteen hexadecimal digits"
            )
        }
        self = id
    }

    /// Encodes the sixteen digits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Transition {
    /// The identifier, the same in every run over the same data.
    public var id: EventID { identifier(kind, time, ordinal) }

    /// The identifier of the visit that the transition begins, ends or is of, which is that of its ENTER; `nil` where
    /// visits are not followed.
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
