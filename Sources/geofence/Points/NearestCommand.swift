internal import ArgumentParser
internal import Geofencing

struct NearestCommand: PointVerb {
    static let configuration = CommandConfiguration(
        commandName: "nearest",
        abstract: "Find the geofences nearest to each of many points.",
        discussion: """
            Writes CSV with the columns point, rank, geofence and distance_m, in input order, then by rank, starting at 1. \
            The distance is the geodesic distance to the boundary in meters, negative inside.

              geofence nearest --fences stops.geojson --points places.csv
              geofence nearest --fences stops.geojson --points places.csv --count 3 \\
                --output nearest.csv
            """
    )

    @OptionGroup(title: "Geofences") var fences: FenceOptions

    @OptionGroup(title: "Points") var points: PointOptions

    @Option(help: ArgumentHelp("The number of geofences to find for each point.", valueName: "count"))
    var count: Numeral<Int> = 1

    @OptionGroup(title: "Computation") var engine: EngineOptions

    @OptionGroup(title: "Messages") var messages: ConsoleOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func check() throws {
        try checkFiles()
        if count.value < 1 { throw ValidationError("--count must be at least 1, not \(count.value).") }
    }

    func perform() throws {
        let (run, engine) = try load()
        try run.run(header: "point,rank,geofence,distance_m") { batch, rows throws(GeofenceError) in
            var isAnyCovered = false
            for (point, coordinate) in batch.coordinates.enumerated() {
                let nearest = try engine.nearestGeofences(to: coordinate, count: count.value)
                for (position, geofence) in nearest.enumerated() {
                    rows.append(batch.name(of: point))
                    rows.append("\(position + 1)")
                    rows.append(CSVText.cell(geofence.id.rawValue.utf8))
                    rows.append(Quantity.fixed(geofence.distance.meters, digits: 4), isLast: true)
                    if geofence.distance.meters <= 0 { isAnyCovered = true }
                }
            }
            return isAnyCovered
        }
    }
}
