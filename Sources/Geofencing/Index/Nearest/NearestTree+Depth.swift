extension NearestTree {
    /// A polygon that covers a point, and an upper bound on how deep inside it the point is, in meters.
    struct Covering {
        var fence: UInt32
        /// The parts of the polygon in the table.
        var parts: Range<Int>
        var depth: Double
    }

    /// Collects the polygons among the geofences that cover a point, starting with those that it may be deepest inside
    /// of.
    func collectPolygons(_ covering: [UInt32], around place: Place, into polygons: inout [Covering]) {
        polygons.removeAll(keepingCapacity: true)
        if table.parts.isEmpty { return }
        for slot in covering where table.circle(ofFence: Int(slot)) == nil {
            let parts = table.parts(ofFence: Int(slot))
            polygons.append(Covering(fence: slot, parts: parts, depth: longestDepth(of: place, in: parts)))
        }
        polygons.sort { ($1.depth, $0.fence) < ($0.depth, $1.fence) }
    }

    /// Returns an upper bound in meters on the distance from a point to the boundary of a polygon around it.
    ///
    /// Any path that leaves a polygon's box has crossed its boundary before, so the boundary is no farther than a side
    /// of a part's box due north, south, east or west. Towards a pole there is no such bound, nor to the east or west
    /// if the parts reach around the Earth or occur twice, because not all of their edges are boundary there.
    private func longestDepth(of place: Place, in parts: Range<Int>) -> Double {
        let (x, y) = (place.coordinate.indexedLongitude, place.coordinate.latitude)
        var depth = 0.0
        var all = Box.empty
        var isKnown = false
        for part in parts { all.enlarge(table.parts[part].box) }
        let metersPerDegree = WGS84.largestCurvatureRadius * Angle.radiansPerDegree * (1 + 1e-9)
        let metersPerDegreeX = all.maxX - all.minX < 360 ? metersPerDegree * place.shrink : .infinity
        for part in parts {
            let box = table.parts[part].box
            guard box.contains(x: x, y: y) else { continue }
            let north = box.maxY < 90 ? (box.maxY - y) * metersPerDegree : .infinity
            let south = box.minY > -90 ? (y - box.minY) * metersPerDegree : .infinity
            let sideways = max(min(x - box.minX, box.maxX - x), .leastNormalMagnitude) * metersPerDegreeX
            depth = max(depth, min(north, south, sideways))
            isKnown = true
        }
        return isKnown ? depth + 1e-6 : .infinity
    }
}

extension NearestTree.Place {
    /// An upper bound on the length of a degree of longitude here, as a share of its length at the equator of a sphere
    /// of the largest radius.
    fileprivate var shrink: Double {
        (center.x * center.x + center.y * center.y).squareRoot() / WGS84.largestCurvatureRadius
    }
}
