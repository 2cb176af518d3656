extension NearestTree {
    /// A polygon that covers a place, and how deep inside of it the place is at most, in meters.
    struct Covering {
        var fence: UInt32
        /// Its parts in the table.
        var parts: Range<Int>
        var depth: Double
    }

    /// Finds the polygons among geofences that cover a place, those first that it may be deepest inside of.
    func sortOut(_ covering: [UInt32], around place: Place, into polygons: inout [Covering]) {
        polygons.removeAll(keepingCapacity: true)
        if table.parts.isEmpty { return }
        for slot in covering where table.circle(ofFence: Int(slot)) == nil {
            let parts = table.parts(ofFence: Int(slot))
            polygons.append(Covering(fence: slot, parts: parts, depth: longestDepth(of: place, in: parts)))
        }
        polygons.sort { ($1.depth, $0.fence) < ($0.depth, $1.fence) }
    }

    /// A distance in meters that the boundary of a polygon around a place does not exceed.
    ///
    /// Who leaves a polygon's box has crossed its boundary before, so the way due north, south, east or west to a side of the
    /// box of a part is as long at least. None is known to a pole, nor east or west where the parts reach around the Earth or
    /// are there twice, because not all of their edges are a boundary there.
    private func longestDepth(of place: Place, in parts: Range<Int>) -> Double {
        let (x, y) = (place.coordinate.indexedLongitude, place.coordinate.latitude)
        var depth = 0.0
        var all = Box.empty
        var isKnown = false
        for part in parts { all.enlarge(table.parts[part].box) }
        let metersPerDegree = WGS84.largestCurvatureRadius * (.pi / 180) * (1 + 1e-9)
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
    /// What a degree of longitude is here, at most, as a share of what it is at the equator of a sphere of the largest radius.
    fileprivate var shrink: Double {
        (center.x * center.x + center.y * center.y).squareRoot() / WGS84.largestCurvatureRadius
    }
}
