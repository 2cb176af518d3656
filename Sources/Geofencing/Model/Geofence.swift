/// A named region of the Earth's surface whose crossings are reported.
///
/// Its wire format is a GeoJSON Feature, which `json()` writes and `init(json:)` reads. Its `description` is one line
/// for people.
public struct Geofence: Sendable, Identifiable, Hashable {
    /// The name of a geofence, unique within an engine.
    ///
    /// Names are compared byte by byte: two encodings of one character, such as é as one scalar or as two, make
    /// different names.
    public struct ID: Sendable, Hashable, Comparable, ExpressibleByStringInterpolation, CustomStringConvertible {
        /// The name itself.
        public let rawValue: String

        /// Creates the identifier of the geofence with this name.
        public init(_ rawValue: String) { self.rawValue = rawValue }

        /// Creates the identifier of the geofence with this name.
        public init(stringLiteral value: String) { self.init(value) }

        /// The name itself.
        public var description: String { rawValue }

        /// Returns whether both names consist of the same bytes.
        public static func == (lhs: ID, rhs: ID) -> Bool { lhs.rawValue.hasSameBytes(as: rhs.rawValue) }

        /// Orders names by their UTF-8 bytes, which is the order by Unicode scalar.
        public static func < (lhs: ID, rhs: ID) -> Bool {
            lhs.rawValue.utf8.lexicographicallyPrecedes(rhs.rawValue.utf8)
        }
    }

    /// The shape of a geofence.
    public enum Region: Sendable, Hashable {
        /// Everything within `radius` of `center` on the WGS 84 ellipsoid, the boundary included. The center's
        /// longitude is in -180 ... 180; the radius is above 0 and at most half the Earth's circumference, 20,003,931
        /// m.
        case circle(center: Coordinate, radius: Distance)

        /// A polygon with straight edges in longitude and latitude, the boundary included.
        case polygon(Polygon)

        /// Several polygons with one identifier; a coordinate covered by any of them is covered.
        case multiPolygon([Polygon])
    }

    /// The unique identifier: 1 to 1024 bytes of UTF-8 without control characters.
    public var id: ID

    /// The display name, without NUL; need not be unique.
    public var name: String?

    /// The shape.
    public var region: Region

    /// Whether ENTER is reported. Presence is tracked either way.
    public var notifyOnEntry: Bool

    /// Whether EXIT is reported. Presence is tracked either way.
    public var notifyOnExit: Bool

    /// The policy that turns fixes into transitions of this geofence; `nil` for the engine's policy.
    public var policy: TransitionPolicy? {
        get { ownRules?.policy }
        set { ownRules = FenceRules(policy: newValue, dwell: dwell) }
    }

    /// How long a visit must last for a DWELL, in 0.001 ... 1e9 s. Fractions of a millisecond are ignored and not
    /// saved. `nil` for the setting in the engine's rules.
    public var dwell: Duration? {
        get { ownRules?.dwell }
        set { ownRules = FenceRules(policy: policy, dwell: newValue) }
    }

    /// Whether the geofence is registered at all; an inactive one is known but never evaluated.
    public var isActive: Bool

    /// The policy and the dwell.
    private var boxedRules: BoxedRules

    /// Creates a geofence.
    public init(
        _ id: ID,
        _ region: Region,
        name: String? = nil,
        notifyOnEntry: Bool = true,
        notifyOnExit: Bool = true,
        isActive: Bool = true,
        policy: TransitionPolicy? = nil,
        dwell: Duration? = nil
    ) {
        self.id = id
        self.region = region
        self.name = name
        self.notifyOnEntry = notifyOnEntry
        self.notifyOnExit = notifyOnExit
        self.isActive = isActive
        boxedRules = BoxedRules(FenceRules(policy: policy, dwell: dwell))
    }
}

extension Geofence {
    /// The rules of a geofence, by reference: few have any, and all would be twice as large with room for them.
    private indirect enum BoxedRules: Sendable, Hashable {
        case none
        case own(FenceRules)

        init(_ rules: FenceRules?) { self = rules.map(Self.own) ?? .none }
    }

    /// The policy and the dwell that the geofence sets itself; `nil` if it sets neither.
    var ownRules: FenceRules? {
        get { if case .own(let rules) = boxedRules { rules } else { nil } }
        set { boxedRules = BoxedRules(newValue) }
    }
}

extension Geofence.Region {
    /// The polygons; empty for a circle.
    package var polygons: [Polygon] {
        switch self {
        case .circle: []
        case .polygon(let polygon): [polygon]
        case .multiPolygon(let polygons): polygons
        }
    }
}
