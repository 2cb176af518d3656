#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

extension Circle {
    /// Returns the parts of a segment that the circle covers, in order.
    ///
    /// Exact to a micrometer along the segment: the distance is the geodesic, never that of a polygon approximating the
    /// circle. No point of a part is farther from its middle than half its length, which decides most of it; where the
    /// distance has a single minimum, that minimum is found, then the boundary on both sides of it. For a circle near a
    /// pole that is too large for that, the segment is halved down to 1/65,536 of it.
    ///
    /// - Complexity: O(1), about 20 geodesics for a segment that passes through.
    func stretches(of segment: Segment) -> [Stretch] {
        let middle = EarthCentered(center)
        let gap = segment.shortestStretch
        let smallest = max(gap, 0x1p-16)
        var found: [Stretch] = []
        var pending = [Stretch(entry: 0, exit: 1)]
        while let part = pending.popLast() {
            let (first, last) = (part.entry, part.exit)
            let half = (first + last) / 2
            let reach = segment.longestLength(from: first, to: last) / 2
            let distance = Geodesic.distance(center, segment.coordinate(at: half))
            if distance - radius > reach { continue }
            if radius - distance > reach {
                found.append(part, joiningWithin: gap)
            } else if hasSingleMinimum(upTo: distance + reach, segment.latitudes(from: first, to: last).highest) {
                if let inside = stretch(of: segment, from: first, to: last, middle) {
                    found.append(inside, joiningWithin: gap)
                }
            } else if last - first <= smallest {
                if distance <= radius { found.append(part, joiningWithin: gap) }
            } else {
                pending.append(Stretch(entry: half, exit: last))
                pending.append(Stretch(entry: first, exit: half))
            }
        }
        return found.filter { $0.exit - $0.entry >= gap }
    }

    /// Returns whether the distance from the center has a single minimum along any segment up to a given latitude and
    /// distance.
    ///
    /// At a point where the distance f is stationary, its second derivative is cot(f / R) / R - κ for a path with the
    /// geodesic curvature κ. That of a line that is straight in longitude and latitude, at an angle α to the parallel,
    /// is tan φ / R · cos α (1 + sin² α), at most 1.09 tan φ / R. 1.15 covers the flattening of the Earth.
    private func hasSingleMinimum(upTo distance: Double, _ latitude: Double) -> Bool {
        let angle = distance / WGS84.smallestCurvatureRadius
        guard angle < 1.5 else { return false }
        // Negated, so that the check also fails at a pole, which has no tangent.
        return !(tan(angle) * 1.15 * tan(latitude * Angle.radiansPerDegree) >= 1)
    }

    /// Returns the single covered part between two shares.
    private func stretch(
        of segment: Segment,
        from first: Double,
        to last: Double,
        _ middle: EarthCentered
    ) -> Stretch? {
        let edge = segment.edge(from: first, to: last)
        let nearest = edge.nearest(to: middle)
        // No point of the part has a shorter chord, and no point within the radius a longer one than this.
        guard nearest.chordSquared < outerChordSquared else { return nil }
        var inside = first + (last - first) * nearest.share
        if excess(of: inside, on: segment) > 0 {
            // The nearest point by chord is not accurate enough.
            inside = first + (last - first) * edge.nearestShare(to: center)
            guard excess(of: inside, on: segment) <= 0 else { return nil }
        }
        return Stretch(
            entry: boundary(of: segment, outside: first, inside: inside),
            exit: boundary(of: segment, outside: last, inside: inside)
        )
    }

    /// Returns the share at which the boundary lies between a share outside and one inside.
    private func boundary(of segment: Segment, outside: Double, inside: Double) -> Double {
        let outer = RootBracket.End(share: outside, value: excess(of: outside, on: segment))
        guard outer.value > 0 else { return outside }
        var bracket = RootBracket(
            above: outer,
            below: RootBracket.End(share: inside, value: excess(of: inside, on: segment))
        )
        for _ in 0..<64 where bracket.width > 0 {
            let share = bracket.estimate
            let excess = excess(of: share, on: segment)
            if abs(excess) < 1e-6 { return share }
            bracket.narrow(to: share, value: excess)
        }
        return bracket.below.share
    }

    /// Returns by how many meters a point of a segment is outside of the circle; at most 0 if it is covered.
    private func excess(of share: Double, on segment: Segment) -> Double {
        Geodesic.distance(center, segment.coordinate(at: share)) - radius
    }
}
