internal import ArgumentParser
internal import Geofencing

struct LocateCommand: PointVerb {
    static let configuration = CommandConfiguration(
        commandName: "locate",
        abstract: "Find the geofences that cover each of many points.",
        discussion: """
            Writes CSV with the columns point and geofence, one row for each geofence that covers a point, in input order, \
            then by geofence identifier. A point on a boundary is covered.

              geofence locate --fences stops.geojson --points places.csv
              geofence locate --fences zones.geojson depots.csv --points buses.csv.gz \\
                --output inside.csv
            """
    )

    @OptionGroup(title: "Geofences") var fences: FenceOptions

    @OptionGroup(title: "Points") var points: PointOptions

    @OptionGroup(title: "Computation") var engine: EngineOptions

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func check() throws {
        try checkFiles()
    }

    func perform() throws {
        let (run, engine) = try load()
        // In this order, the numbers of the cells are the engine's handles.
        let cells = run.fences.activeByIdentifier.map { CSVText.cell($0.id.rawValue.utf8) }
        try run.run(header: "point,geofence") { batch, rows throws(GeofenceError) in
            var located = HitBatch()
            try engine.locate(batch.coordinates.span, into: &located)
            var isAnyCovered = false
            for point in batch.coordinates.indices {
                for fence in located.hits(of: point) {
                    rows.append(batch.name(of: point))
                    rows.append(cells[Int(fence)], isLast: true)
                    isAnyCovered = true
                }
            }
            return isAnyCovered
        }
    }
}
