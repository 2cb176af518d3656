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
