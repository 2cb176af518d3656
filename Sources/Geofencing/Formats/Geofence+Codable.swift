/// A key of any name.
private struct Key: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    init(stringLiteral value: String) { self.init(stringValue: value) }
}

extension Geofence: Codable {
    /// Decodes a GeoJSON Feature, as `init(json:)` reads it, from a part of a larger document.
    ///
    /// What `encode(to:)` encodes is decoded as the same geofence, with rings in the direction that GeoJSON asks for.
    /// Engines, their states and stores take it for the same shape; `==` does not if a ring ran the other way.
    /// A decoder that changes keys, as `convertFromSnakeCase` does, does not find those of GeoJSON. For files
    /// `GeofenceFile` is several times faster, and says where in the text a mistake is.
    ///
    /// - Throws: `DecodingError`; for a feature that is no geofence its underlying error is a `GeofenceError`, and
    ///   `GeofenceError(_:at:)` has the code and the advice of that. Polygons are checked only by the engine that takes
    ///   the geofence, and by `findings()`.
    /// - Complexity: O(vertices).
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(JSONCopy.self).bytes
        do throws(GeofenceError) {
            try self.init(json: String(decoding: text, as: UTF8.self))
        } catch {
            var refusal = error
            // A line and column of the copy are none of what is decoded.
            refusal.location = error.location?.geofence.map {
                InputLocation(geofence: $0, ring: error.location?.ring, vertex: error.location?.vertex)
            }
            throw DecodingError(refusal, at: decoder.codingPath)
        }
    }

    /// Encodes what `json()` writes: a GeoJSON Feature with the same keys and values, as part of a larger document.
    ///
    /// `init(json:)` reads such a feature, `GeofenceFile(contents:name:)` also the array that an encoder makes of
    /// several, and a FeatureCollection of them.
    public func encode(to encoder: any Encoder) throws {
        var feature = encoder.container(keyedBy: Key.self)
        try feature.encode("Feature", forKey: "type")
        var properties = feature.nestedContainer(keyedBy: Key.self, forKey: "properties")
        try encode(to: &properties)
        var geometry = feature.nestedContainer(keyedBy: Key.self, forKey: "geometry")
        switch region {
        case .circle(let center, _):
            try geometry.encode("Point", forKey: "type")
            try geometry.encode(center.position, forKey: "coordinates")
        case .polygon(let polygon):
            try geometry.encode("Polygon", forKey: "type")
            try geometry.encode(polygon.positions, forKey: "coordinates")
        case .multiPolygon(let polygons):
            try geometry.encode("MultiPolygon", forKey: "type")
            try geometry.encode(polygons.map(\.positions), forKey: "coordinates")
        }
    }

    private func encode(to properties: inout KeyedEncodingContainer<Key>) throws {
        try properties.encode(id, forKey: "id")
        try properties.encodeIfPresent(name, forKey: "name")
        if case .circle(_, let radius) = region { try properties.encode(radius, forKey: "radius_m") }
        if !notifyOnEntry { try properties.encode(false, forKey: "notifyOnEntry") }
        if !notifyOnExit { try properties.encode(false, forKey: "notifyOnExit") }
        if !isActive { try properties.encode(false, forKey: "isActive") }
        try properties.encodeIfPresent(policy?.name, forKey: "policy")
        for (key, value) in policyProperties {
            try properties.encode(value, forKey: Key(stringValue: key.rawValue))
        }
    }
}

extension Coordinate {
    /// The position as an array, as in GeoJSON.
    fileprivate var position: [Double] { [longitude, latitude] }
}

extension Polygon {
    /// The rings as nested arrays, as in GeoJSON.
    fileprivate var positions: [[[Double]]] { woundRings.map { $0.map(\.position) } }
}

/// What a decoder has, written as JSON again, for the reader of GeoJSON.
private struct JSONCopy: Decodable {
    private(set) var bytes: [UInt8] = []

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // Numbers come first, since nearly all values are coordinates.
        if let number = try? value.decode(Double.self) {
            // A double may not have all digits of an identifier.
            if number == number.rounded(), let whole = try? value.decode(Int64.self) {
                bytes.append(contentsOf: "\(whole)".utf8)
            } else {
                bytes.append(shortest: number)
            }
        } else if value.decodeNil() {
            bytes.append(contentsOf: "null".utf8)
        } else if let text = try? value.decode(String.self) {
            bytes.append(jsonString: text.utf8)
        } else if let flag = try? value.decode(Bool.self) {
            bytes.append(contentsOf: "\(flag)".utf8)
        } else if var list = try? decoder.unkeyedContainer() {
            bytes.append(UInt8(ascii: "["))
            while !list.isAtEnd { append(try list.decode(JSONCopy.self)) }
            bytes.append(UInt8(ascii: "]"))
        } else {
            let object = try decoder.container(keyedBy: Key.self)
            bytes.append(UInt8(ascii: "{"))
            for key in object.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                let member = try object.decode(JSONCopy.self, forKey: key)
                if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
                bytes.append(jsonString: key.stringValue.utf8)
                bytes.append(UInt8(ascii: ":"))
                bytes.append(contentsOf: member.bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private mutating func append(_ element: JSONCopy) {
        if bytes.last != UInt8(ascii: "[") { bytes.append(UInt8(ascii: ",")) }
        bytes.append(contentsOf: element.bytes)
    }
}
