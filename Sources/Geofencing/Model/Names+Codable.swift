/// A name that is encoded as a plain string, also where it is a dictionary's key.
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

    /// The name as a coding key. A coder that changes keys, as `convertFromSnakeCase` does, changes it too.
    public var codingKey: any CodingKey { rawValue.codingKey }

    /// Creates the name from a coding key.
    public init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }
}

extension DeviceID: CodableName {}

extension Geofence.ID: CodableName {}
