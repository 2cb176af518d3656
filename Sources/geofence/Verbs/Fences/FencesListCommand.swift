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
        let saved = try store.open().savedGeofences()
        let output = try OutputFile(path: "-")
        try output.write("id,name,shape,radius_m,is_active,revision,policy,dwell_s\n")
        for geofence in saved { try output.write(row(geofence)) }
        try output.commit()
    }

    private func row(_ saved: SavedGeofence) -> String {
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
        var text = CSVText()
        text.append(CSVText.cell(geofence.id.rawValue.utf8))
        text.append(CSVText.cell((geofence.name ?? "").utf8))
        text.append(shape)
        text.append(meters)
        text.append("\(geofence.isActive)")
        text.append("\(saved.revision)")
        text.append(geofence.policy?.name ?? "")
        text.append(seconds, isLast: true)
        return String(decoding: text.bytes, as: UTF8.self)
    }
}
