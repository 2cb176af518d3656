/// A location in an input, as far as it is known.
public struct InputLocation: Sendable, Hashable {
    /// The file's path as the caller gave it; `-` is standard input.
    public var file: String?

    /// The line, from 1.
    public var line: Int?

    /// The byte's number in the line, from 1.
    public var column: Int?

    /// The feature's number in its file, from 0.
    public var feature: Int?

    /// The geofence's identifier.
    public var geofence: String?

    /// The ring's number in its geofence, from 0; the outer ring of the first polygon is 0.
    public var ring: Int?

    /// The vertex's number in its ring, from 0.
    public var vertex: Int?

    /// Creates a location.
    public init(
        file: String? = nil,
        line: Int? = nil,
        column: Int? = nil,
        feature: Int? = nil,
        geofence: String? = nil,
        ring: Int? = nil,
        vertex: Int? = nil
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.feature = feature
        self.geofence = geofence
        self.ring = ring
        self.vertex = vertex
    }
}

extension InputLocation: CustomStringConvertible {
    /// `file:line:column`, then feature, geofence, ring and vertex as far as known.
    public var description: String {
        var text = file ?? ""
        if let line { text += text.isEmpty ? "line \(line)" : ":\(line)" }
        if let column { text += ":\(column)" }
        var inner: [String] = []
        if let feature { inner.append("feature \(feature)") }
        if let geofence { inner.append("geofence \"\(geofence.shortened)\"") }
        if let ring { inner.append("ring \(ring)") }
        if let vertex { inner.append("vertex \(vertex)") }
        guard !inner.isEmpty else { return text }
        return text.isEmpty ? inner.joined(separator: ", ") : "\(text) (\(inner.joined(separator: ", ")))"
    }
}

extension InputLocation {
    /// Returns the location with what it lacks taken from another one.
    func completed(by other: InputLocation) -> InputLocation {
        InputLocation(
            file: file ?? other.file,
            line: line ?? other.line,
            column: column ?? other.column,
            feature: feature ?? other.feature,
            geofence: geofence ?? other.geofence,
            ring: ring ?? other.ring,
            vertex: vertex ?? other.vertex
        )
    }
}
