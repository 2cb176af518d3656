internal import Geofencing

extension Box {
    /// Creates the box around geofences, clipped to the map; the whole map if there are none.
    init(around geofences: [Geofence]) throws(GeofenceError) {
        let table = try FenceTable(geofences)
        var box = Box.empty
        for part in table.parts { box.enlarge(part.box) }
        for entry in table.circles { for circle in entry.circle.boxes { box.enlarge(circle) } }
        if geofences.isEmpty { box = Box(minX: -180, minY: -90, maxX: 180, maxY: 90) }
        self.init(
            minX: max(-180, box.minX),
            minY: max(-90, box.minY),
            maxX: min(180, box.maxX),
            maxY: min(90, box.maxY)
        )
    }
}
