extension Geofence: Encodable {
    /// A key of the wire format.
    private struct Key: CodingKey, ExpressibleByStringLiteral {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
        init(stringLiteral value: String) { self.init(stringValue: value) }
    }

    /// Encodes what `json()` writes: a GeoJSON Feature with the same keys and values, as part of a larger document.
    ///
    /// `init(json:)` reads such a feature, `GeofenceFile(contents:name:)` also several in a FeatureCollection.
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
