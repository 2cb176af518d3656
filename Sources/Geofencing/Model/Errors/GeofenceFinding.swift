/// An issue with a geofence that its author should know about.
public struct GeofenceFinding: Sendable, Hashable {
    /// How much a finding matters.
    public enum Severity: String, Sendable, Hashable, CaseIterable {
        /// The geofence can be used, but may not be what was meant.
        case warning
        /// The geofence cannot be used.
        case error
    }

    /// The kind of a finding; new kinds may be added without breaking a caller. Some have no constant here but that of
    /// `GeofenceError.Code` with the same name, such as `duplicate_identifier` and `invalid_syntax`.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The stable name of the code, which equals that of the matching `GeofenceError.Code` where there is one.
        public let rawValue: String

        /// Creates the code of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The stable name of the code.
        public var description: String { rawValue }

        /// Rings that cross or touch along a line.
        public static let selfIntersection = Code(rawValue: "self_intersection")
        /// A hole that is not inside its outer ring.
        public static let holeOutsideShell = Code(rawValue: "hole_outside_shell")
        /// A hole inside another hole.
        public static let nestedHoles = Code(rawValue: "nested_holes")
        /// Holes that cut the polygon in two.
        public static let disconnectedInterior = Code(rawValue: "disconnected_interior")
        /// Polygons of one geofence that overlap or share a border.
        public static let overlappingPolygons = Code(rawValue: "overlapping_polygons")
        /// A polygon that encloses no area.
        public static let degenerate = Code(rawValue: "degenerate")
        /// A geofence without any polygon.
        public static let empty = Code(rawValue: "empty")
        /// A ring of fewer than three distinct vertices, a ring around a pole that does not determine which pole, or
        /// another fault.
        public static let invalidPolygon = Code(rawValue: "invalid_polygon")
        /// A latitude or longitude that is not finite or out of range.
        public static let invalidCoordinate = Code(rawValue: "invalid_coordinate")
        /// A radius that is not finite, not positive, or larger than half the Earth's circumference.
        public static let invalidRadius = Code(rawValue: "invalid_radius")
        /// A threshold of the geofence's own policy, or its dwell, that is out of range.
        public static let invalidRules = Code(rawValue: "invalid_rules")
        /// A ring whose last vertex was not its first; it was closed.
        public static let unclosedRing = Code(rawValue: "unclosed_ring")
        /// A geofence in a file that is far from nearly all others, and would be among them with latitude and longitude
        /// swapped; or the center of a circle created in code that is in range only then, which is also reported as
        /// `invalidCoordinate`.
        public static let swappedAxes = Code(rawValue: "swapped_axes")
        /// Several circles that are all smaller than 1 m or all larger than 1,000 km, as if their radii were in other
        /// units.
        public static let unlikelyRadii = Code(rawValue: "unlikely_radii")
        /// A radius of more than a quarter of the Earth's circumference.
        public static let largeRadius = Code(rawValue: "large_radius")
        /// An edge of 180° to 270° of longitude, taken the short way across the antimeridian. A longer edge is what
        /// authors intend who write 178 to -178.
        public static let longEdge = Code(rawValue: "long_edge")
    }

    /// The severity of the finding.
    public var severity: Severity

    /// The kind of the finding.
    public var code: Code

    /// What was found, as one sentence without a final period.
    public var message: String

    /// Where in the input it was found.
    public var location: InputLocation

    /// What to do next, as one sentence.
    public var recoverySuggestion: String

    /// Creates a finding.
    public init(
        _ severity: Severity,
        _ code: Code,
        _ message: String,
        at location: InputLocation,
        recovery: String
    ) {
        self.severity = severity
        self.code = code
        self.message = message
        self.location = location
        self.recoverySuggestion = recovery
    }

    /// Creates a finding from an error, with the same code. Parts of the location that the error does not know are
    /// taken from `location`.
    public init(
        _ error: GeofenceError,
        _ severity: Severity = .error,
        at location: InputLocation = InputLocation()
    ) {
        self.init(
            severity,
            Code(rawValue: error.code.rawValue),
            error.message,
            at: error.location?.completed(by: location) ?? location,
            recovery: error.recoverySuggestion
        )
    }
}

extension GeofenceFinding: CustomStringConvertible {
    /// `location: severity: message [code]`, then the recovery suggestion on its own line.
    public var description: String {
        let place = location == InputLocation() ? "" : "\(location): "
        return "\(place)\(severity.rawValue): \(message) [\(code)]\n  hint: \(recoverySuggestion)"
    }
}

extension GeofenceError {
    /// Creates an error from a finding; all faults of polygons become `invalidPolygon`.
    init(_ finding: GeofenceFinding) {
        let code: Code =
            switch finding.code {
            case .selfIntersection, .holeOutsideShell, .nestedHoles, .disconnectedInterior, .overlappingPolygons,
                .degenerate, .empty:
                .invalidPolygon
            default: Code(rawValue: finding.code.rawValue)
            }
        self.init(code, finding.message, at: finding.location, recovery: finding.recoverySuggestion)
    }
}
