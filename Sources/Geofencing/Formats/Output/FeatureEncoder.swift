/// Writes geofences as GeoJSON Features, with all digits of the coordinates, so that they read back unchanged.
struct FeatureEncoder: Sendable {
    /// Appends a geofence as one line, without the line end. Outer rings are wound counterclockwise and holes
    /// clockwise, as in RFC 7946.
    func append(_ geofence: Geofence, to buffer: inout [UInt8]) {
        buffer.append(contentsOf: "{\"type\":\"Feature\",\"properties\":{\"id\":".utf8)
        buffer.append(jsonString: geofence.id.rawValue.utf8)
        if let name = geofence.name {
            buffer.append(contentsOf: ",\"name\":".utf8)
            buffer.append(jsonString: name.utf8)
        }
        if case .circle(_, let radius) = geofence.region {
            buffer.append(contentsOf: ",\"radius_m\":".utf8)
            buffer.append(shortest: radius.meters)
        }
        for (key, value) in [
            ("notifyOnEntry", geofence.notifyOnEntry), ("notifyOnExit", geofence.notifyOnExit),
            ("isActive", geofence.isActive),
        ] where !value {
            buffer.append(contentsOf: ",\"\(key)\":false".utf8)
        }
        if let policy = geofence.policy { buffer.append(contentsOf: ",\"policy\":\"\(policy.name)\"".utf8) }
        for (key, value) in geofence.policyProperties {
            buffer.append(contentsOf: ",\"\(key.rawValue)\":".utf8)
            buffer.append(shortest: value)
        }
        buffer.append(contentsOf: "},\"geometry\":".utf8)
        switch geofence.region {
        case .circle(let center, _):
            buffer.append(contentsOf: "{\"type\":\"Point\",\"coordinates\":".utf8)
            append(center, to: &buffer)
        case .polygon(let polygon):
            buffer.append(contentsOf: "{\"type\":\"Polygon\",\"coordinates\":".utf8)
            append(polygon, to: &buffer)
        case .multiPolygon(let polygons):
            buffer.append(contentsOf: "{\"type\":\"MultiPolygon\",\"coordinates\":".utf8)
            appendList(polygons, to: &buffer) { polygon, buffer in append(polygon, to: &buffer) }
        }
        buffer.append(contentsOf: "}}".utf8)
    }

    private func append(_ polygon: Polygon, to buffer: inout [UInt8]) {
        appendList(polygon.woundRings, to: &buffer) { ring, buffer in
            appendList(ring, to: &buffer) { coordinate, buffer in append(coordinate, to: &buffer) }
        }
    }

    private func appendList<Element>(
        _ list: some Sequence<Element>,
        to buffer: inout [UInt8],
        _ append: (Element, inout [UInt8]) -> Void
    ) {
        buffer.append(UInt8(ascii: "["))
        var isFirst = true
        for element in list {
            if !isFirst { buffer.append(UInt8(ascii: ",")) }
            isFirst = false
            append(element, &buffer)
        }
        buffer.append(UInt8(ascii: "]"))
    }

    private func append(_ coordinate: Coordinate, to buffer: inout [UInt8]) {
        buffer.append(UInt8(ascii: "["))
        buffer.append(shortest: coordinate.longitude)
        buffer.append(UInt8(ascii: ","))
        buffer.append(shortest: coordinate.latitude)
        buffer.append(UInt8(ascii: "]"))
    }
}
