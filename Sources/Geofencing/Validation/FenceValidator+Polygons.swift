internal import GEOS

/// A polygon as the indexes see it, with the number of its first ring in its geofence.
struct ValidatedMember {
    let planar: PlanarPolygon
    let firstRing: Int
}

extension FenceValidator {
    func polygonFindings(_ polygons: [Polygon], at location: InputLocation) -> [GeofenceFinding] {
        guard !polygons.isEmpty else {
            return [
                GeofenceFinding(
                    .error,
                    .empty,
                    "the geofence has no polygon",
                    at: location,
                    recovery: "Give it a polygon, or leave it out."
                )
            ]
        }
        var findings: [GeofenceFinding] = []
        var members: [ValidatedMember] = []
        var firstRing = 0
        for polygon in polygons {
            findings += longEdges(of: polygon, firstRing: firstRing, at: location)
            do throws(GeofenceError) {
                let member = ValidatedMember(planar: try Self.layOut(polygon), firstRing: firstRing)
                if let finding = invalidity(of: member, at: location) {
                    findings.append(finding)
                } else {
                    members.append(member)
                }
            } catch {
                var error = error
                if let ring = error.location?.ring { error.location?.ring = firstRing + ring }
                findings.append(GeofenceFinding(error, at: location))
            }
            firstRing += 1 + polygon.holes.count
        }
        if members.count == polygons.count, let finding = overlap(of: members, at: location) {
            findings.append(finding)
        }
        return findings
    }

    /// Returns the polygon in the plane; of its copies, the one nearest the prime meridian.
    static func layOut(_ polygon: Polygon) throws(GeofenceError) -> PlanarPolygon {
        func reach(_ planar: PlanarPolygon) -> Double { max(abs(planar.box.minX), abs(planar.box.maxX)) }
        let planar = try PlanarPolygon(polygon)
        return planar.copies.min { reach($0) < reach($1) } ?? planar
    }

    private func invalidity(of member: ValidatedMember, at location: InputLocation) -> GeofenceFinding? {
        guard !member.planar.isCertainlyStarShaped else { return nil }
        do throws(GEOSError) {
            let geometry = try Geometry(member.planar.flat, context: context)
            guard let invalidity = try geometry.invalidity() else { return nil }
            // Where many edges cross, or lie on each other, making the polygon valid takes all memory there is. Of a
            // small one, GEOS may leave no area even though there is one, and what it leaves counts.
            let isLarge = member.planar.coordinates.count > 2 * 64
            let hasArea = isLarge && member.planar.certainlyEnclosesArea
            let isDegenerate = hasArea ? false : try geometry.makeValid().isEmpty
            return finding(invalidity, isDegenerate ? .degenerate : Self.code(of: invalidity), [member], at: location)
        } catch {
            return GeofenceFinding(GeofenceError(error), at: location)
        }
    }

    private func overlap(of members: [ValidatedMember], at location: InputLocation) -> GeofenceFinding? {
        guard members.count > 1 else { return nil }
        let isCut = members.contains(where: \.planar.reachesBeyondAntimeridian)
        guard isCut || Self.someBoxesMeet(members.map(\.planar.box)) else { return nil }
        do throws(GEOSError) {
            let geometry = try Geometry(multiPolygon: cutAtAntimeridian(members), context: context)
            guard let invalidity = try geometry.invalidity() else { return nil }
            return finding(invalidity, .overlappingPolygons, members, at: location)
        } catch {
            return GeofenceFinding(GeofenceError(error), at: location)
        }
    }

    /// Returns whether any two boxes meet; also `true` if finding out would take too long, as for many strips beside
    /// one another.
    private static func someBoxesMeet(_ boxes: [Box]) -> Bool {
        let sorted = boxes.sorted { $0.minX < $1.minX }
        var comparisons = 0
        for (index, box) in sorted.enumerated() {
            for other in sorted[(index + 1)...] {
                guard other.minX <= box.maxX else { break }
                comparisons += 1
                if comparisons > 32 * boxes.count || box.intersects(other) { return true }
            }
        }
        return false
    }

    /// Returns warnings for edges whose short way around the Earth is nearly as long as the other way: 90° to 180° of
    /// longitude.
    ///
    /// A jump from 178 to -178 is the usual way to cross the antimeridian and needs no warning.
    private func longEdges(of polygon: Polygon, firstRing: Int, at location: InputLocation) -> [GeofenceFinding] {
        var findings: [GeofenceFinding] = []
        for (number, ring) in polygon.rings.enumerated() {
            for vertex in ring.indices.dropFirst() {
                let span = abs(ring[vertex].longitude - ring[vertex - 1].longitude)
                guard span > 180, span < 270, !ring.isEdgeAtPole(endingAt: vertex) else { continue }
                var place = location
                place.ring = firstRing + number
                place.vertex = vertex
                findings.append(
                    GeofenceFinding(
                        .warning,
                        .longEdge,
                        "the edge spans \(span)° of longitude and is taken the short way, across the antimeridian",
                        at: place,
                        recovery: "Add a vertex in the middle of the edge to show which way it goes."
                    )
                )
            }
        }
        return findings
    }
}
