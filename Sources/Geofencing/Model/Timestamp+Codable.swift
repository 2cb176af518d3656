extension Timestamp: Codable {
    /// Decodes the milliseconds since 1970.
    public init(from decoder: any Decoder) throws {
        do {
            self.init(unixMilliseconds: try decoder.singleValueContainer().decode(Int64.self))
        } catch {
            switch error {
            case DecodingError.typeMismatch, DecodingError.valueNotFound: throw error
            default:
                // A decoder may not name the key of a number that is not a whole count of milliseconds.
                throw DecodingError.typeMismatch(
                    Int64.self,
                    .init(codingPath: decoder.codingPath, debugDescription: "\(error)")
                )
            }
        }
    }

    /// Encodes the milliseconds since 1970.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(unixMilliseconds)
    }
}
