// Values that stand for one string or number are coded as that.

extension DeviceID: Codable {
    /// Decodes the name.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension Geofence.ID: Codable {
    /// Decodes the name.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension Timestamp: Codable {
    /// Decodes the milliseconds since 1970.
    public init(from decoder: any Decoder) throws {
        self.init(unixMilliseconds: try decoder.singleValueContainer().decode(Int64.self))
    }

    /// Encodes the milliseconds since 1970.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(unixMilliseconds)
    }
}
