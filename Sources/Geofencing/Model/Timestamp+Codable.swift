extension Timestamp: Codable {
    /// Decodes the milliseconds since 1970.
    public init(from decoder: any Decoder) throws {
        do {
            self.init(unixMilliseconds: try decoder.singleValueContainer().decode(Int64.self))
        } catch DecodingError.dataCorrupted(let context) {
            // A number that is none of milliseconds is reported without its key.
            throw DecodingError.typeMismatch(
                Int64.self,
                .init(codingPath: decoder.codingPath, debugDescription: context.debugDescription)
            )
        }
    }

    /// Encodes the milliseconds since 1970.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(unixMilliseconds)
    }
}
