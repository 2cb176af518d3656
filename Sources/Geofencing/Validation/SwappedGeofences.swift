/// A check for single geofences whose latitude and longitude are probably exchanged, although both are in range: they
/// are far from nearly all others, and would be among them otherwise.
enum SwappedGeofences {
    /// The number of geofences from which one can stand out among the others.
    private static let fewest = 20
    /// The widest area that nearly all others may be in, in degrees. In a larger one, an exchanged place may be by
    /// chance; in one of this size it hardly is: the area in question is less than a hundredth of the Earth.
    private static let widest = 10.0
    /// The number of geofences that the area is made of.
    private static let sample = 1000

    /// Returns a warning at each such geofence.
    ///
    /// - Complexity: O(*n*).
    static func findings(in geofences: [Geofence], at locations: InputLocations) -> [GeofenceFinding] {
        guard geofences.count >= fewest, let area = area(of: geofences) else { return [] }
        var findings: [GeofenceFinding] = []
        let fences = geofences.span
        for number in fences.indices {
            guard let place = fences[number].region.place, !area.contains(x: place.longitude, y: place.latitude),
                area.contains(x: place.latitude, y: place.longitude)
            else { continue }
            var location = locations[number]
            location.geofence = fences[number].id.rawValue
            let warning = FenceValidator.swapWarning(
                "the geofence is far from nearly all others, but would be among them if latitude and longitude were swapped",
                at: location
            )
            findings.append(warning)
        }
        return findings
    }

    /// Returns a box around nearly all of these geofences: the middle four fifths in each direction, and half as much
    /// around them. `nil` if it is too wide.
    private static func area(of geofences: [Geofence]) -> Box? {
        let some = stride(from: 0, to: geofences.count, by: (geofences.count + sample - 1) / sample)
            .compactMap { geofences[$0].region.place }
        guard let x = range(of: some.map(\.longitude)), let y = range(of: some.map(\.latitude)) else { return nil }
        return Box(minX: x.lowerBound, minY: y.lowerBound, maxX: x.upperBound, maxY: y.upperBound)
    }

    private static func range(of values: [Double]) -> ClosedRange<Double>? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let (first, last) = (sorted[sorted.count / 10], sorted[sorted.count - 1 - sorted.count / 10])
        guard last - first <= widest else { return nil }
        let margin = max((last - first) / 2, 0.1)
        return first - margin...last + margin
    }
}

extension Geofence.Region {
    /// The center of a circle, the first vertex of a polygon; `nil` without any.
    fileprivate var place: Coordinate? {
        switch self {
        case .circle(let center, _): center
        case .polygon(let polygon): polygon.exterior.first
        case .multiPolygon(let polygons): polygons.first?.exterior.first
        }
    }
}
