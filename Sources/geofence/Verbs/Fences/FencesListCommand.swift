internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

struct FencesListCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the saved geofences as CSV.",
        discussion: """
            Lists in order of identifier: id, name, shape (circle, polygon or multipolygon), radius_m of a circle, is_active, \
            the revision of the store that last changed the geofence, and its own policy and dwell_s.

              geofence fences list --store fleet.db
            """
    )

    @OptionGroup(title: "Store") var store: StoreOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func perform() throws {
        let geofences = try store.open().savedGeofences()
        var rows = CSVText()
        rows.append("id,name,shape,radius_m,is_active,revision,policy,dwell_s", isLast: true)
        for saved in geofences { Self.append(saved, to: &rows) }
        try OutputFile.write(rows.text, to: "-")
    }

    private static func append(_ saved: SavedGeofence, to rows: inout CSVText) {
        let geofence = saved.geofence
        let (shape, radius): (String, Distance?) =
            switch geofence.region {
            case .circle(_, let radius): ("circle", radius)
            case .polygon: ("polygon", nil)
            case .multiPolygon: ("multipolygon", nil)
            }
        var meters: [UInt8] = []
        if let radius { meters.append(shortest: radius.meters) }
        var seconds: [UInt8] = []
        if let dwell = geofence.dwell { seconds.append(shortest: dwell.writtenSeconds) }
        rows.append(CSVText.cell(geofence.id.rawValue.utf8))
        rows.append(CSVText.cell((geofence.name ?? "").utf8))
        rows.append(shape)
        rows.append(meters)
        rows.append("\(geofence.isActive)")
        rows.append("\(saved.revision)")
        rows.append(geofence.policy?.name ?? "")
        rows.append(seconds, isLast: true)
    }
}
