/// Stub.
package struct Circle: BitwiseCopyable, Sendable {
    package let center: Coordinate
    package let radius: Double

    package init(center: Coordinate, radius: Distance) throws(GeofenceError) {
        self.center = center
        self.radius = radius.meters
    }

    /// Whether the geodesic distance to the center is at most the radius.
    package func covers(x: Double, y: Double) -> Bool {
        let dy = (y - center.latitude) * 111_000
        let dx = (x - center.longitude) * 111_000
        return dx * dx + dy * dy <= radius * radius
    }

    /// How the circle lies to a box with x in -180 ... 180; `boundary` when in doubt.
    package func relation(to box: Box) -> BoxRelation { .boundary }

    /// One or two boxes with x in -180 ... 180 that contain the circle.
    package var boxes: [Box] {
        let d = radius / 111_000
        return [
            Box(
                minX: center.longitude - d,
                minY: center.latitude - d,
                maxX: center.longitude + d,
                maxY: center.latitude + d
            )
        ]
    }
}
