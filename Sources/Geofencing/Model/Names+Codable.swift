/// A name, coded as the string that it is, as a key of dictionaries too.
protocol CodableName: Codable, CodingKeyRepresentable {
    var rawValue: String { get }
    init(_ rawValue: String)
}

extension CodableName {
    /// Decodes the name.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    /// The name as a key.
    public var codingKey: any CodingKey { rawValue.codingKey }

    /// The name that a key has.
    public init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }
}

extension DeviceID: CodableName {}

extension Geofence.ID: CodableName {}
