#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension EngineState: Codable {
    /// Decodes a state that `encode(to:)` encoded.
    ///
    /// - Throws: `DecodingError`; for bytes that are not a state its underlying error is that of `init(decoding:)`.
    public init(from decoder: any Decoder) throws {
        let bytes = try decoder.singleValueContainer().decode(Data.self)
        do throws(GeofenceError) {
            try self.init(decoding: bytes)
        } catch {
            throw DecodingError(error, at: decoder.codingPath)
        }
    }

    /// Encodes the bytes of `encoded` as `Data`, as part of a larger document: in JSON as text in Base64, which is a
    /// third longer.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(encoded))
    }
}
