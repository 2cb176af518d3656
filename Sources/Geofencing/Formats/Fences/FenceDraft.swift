/// A geofence while it is being read; every format fills one.
struct FenceDraft {
    /// The shape as given.
    enum Shape {
        case none
        case point(Coordinate)
        case polygon(Polygon)
        case multiPolygon([Polygon])
    }

    /// The identifier among the properties, which is preferred, and the feature's own.
    var propertyID: String?
    var featureID: String?
    var name: String?
    var shape = Shape.none
    /// The offset of the shape, for errors about it.
    var shapeOffset = 0
    /// Whether the values are in columns of a table, not in properties.
    var isRow = false
    /// The offsets of the radius and of its units, if they are given.
    var radiusOffset: Int?
    var unitsOffset: Int?
    /// A radius that is in meters by its name, or else one in `radiusUnits`.
    var radiusMeters: Double?
    var radius: Double?
    var radiusUnits: String?
    var notifyOnEntry = true
    var notifyOnExit = true
    var isActive = true
    var policy = FencePolicyDraft()

    /// The identifier in effect, if it was read that far; an empty one counts as missing.
    var identifier: String? { [propertyID, featureID].compactMap(\.self).first { !$0.isEmpty } }

    /// Returns the geofence after checking it.
    func geofence(at offset: Int) throws(FenceProblem) -> Geofence {
        let id = Geofence.ID(identifier ?? "")
        if let problem = Geofence.problem(of: id, named: name) { throw FenceProblem(problem, at: offset) }
        return Geofence(
            id,
            try region(at: offset),
            name: name,
            notifyOnEntry: notifyOnEntry,
            notifyOnExit: notifyOnExit,
            isActive: isActive,
            policy: try policy.policy(),
            dwell: policy.dwell
        )
    }

    private func region(at offset: Int) throws(FenceProblem) -> Geofence.Region {
        switch shape {
        case .none:
            throw FenceProblem(
                .invalidPolygon,
                "the geofence has no geometry",
                at: offset,
                recovery: """
                    Give it a Polygon, a MultiPolygon, or a Point with \(isRow ? "the column radius_m" : "properties.radius_m"); \
                    \(FenceProblem.skippingAdvice)
                    """
            )
        case .polygon(let polygon): return .polygon(polygon)
        case .multiPolygon(let polygons): return .multiPolygon(polygons)
        case .point(var center):
            // A longitude that is off by up to one full turn is wrapped, as that of a fix is.
            if abs(center.longitude) > 180, abs(center.longitude) <= 360 {
                center.longitude += center.longitude > 0 ? -360 : 360
            }
            let radius = try meters()
            do {
                // Only for the checks of center and radius.
                _ = try Circle(center: center, radius: .meters(radius))
            } catch {
                throw FenceProblem(error, at: (error.code == .invalidRadius ? radiusOffset : nil) ?? shapeOffset)
            }
            return .circle(center: center, radius: .meters(radius))
        }
    }

    private func meters() throws(FenceProblem) -> Double {
        if let radiusMeters { return radiusMeters }
        guard let radius else {
            throw FenceProblem(
                .invalidRadius,
                "a Point needs a radius to be a geofence",
                at: shapeOffset,
                recovery: """
                    Give \(isRow ? "the column radius_m" : "properties.radius_m") in meters, or radius with radius_units (m, km, ft, yd, \
                    mi, nmi).
                    """
            )
        }
        let unit = radiusUnits ?? "m"
        guard let scale = Self.metersPerUnit[unit.lowercased()] else {
            throw FenceProblem(
                .invalidRadius,
                "the radius unit \"\(unit.shortened)\" is not known",
                at: unitsOffset ?? radiusOffset ?? shapeOffset,
                recovery: "Give radius_m in meters, or one of the units m, km, ft, yd, mi, nmi."
            )
        }
        return radius * scale
    }

    /// Whether a text is a unit in which a radius may be given, and not the meter.
    static func isUnitOtherThanMeter(_ text: some StringProtocol) -> Bool {
        metersPerUnit[text.lowercased()].map { $0 != 1 } ?? false
    }

    /// The meters per unit, exact by international agreement.
    private static let metersPerUnit: [String: Double] = [
        "m": 1, "meter": 1, "meters": 1, "metre": 1, "metres": 1,
        "km": 1000, "kilometer": 1000, "kilometers": 1000, "kilometre": 1000, "kilometres": 1000,
        "ft": 0.3048, "foot": 0.3048, "feet": 0.3048,
        "yd": 0.9144, "yard": 0.9144, "yards": 0.9144,
        "mi": 1609.344, "mile": 1609.344, "miles": 1609.344,
        "nmi": 1852,
    ]
}
