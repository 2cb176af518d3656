internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

struct VisitsCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "visits",
        abstract: "List who was in which geofence, from when to when.",
        discussion: """
            A visit lasts from an ENTER to the next EXIT; while the device is inside, it has no end. Format and order are those \
            of evaluate --visits. A geofence that mutes ENTER has no visits here; if it mutes EXIT, its visits stay open.

              geofence visits --store fleet.db --geofence depot --last 7d --format csv
            """
    )

    @OptionGroup(title: "Store") var store: StoreOptions

    @OptionGroup(title: "Visits") var options: EventQueryOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func check() throws { try options.check(store: store) }

    func perform() throws {
        let store = try store.open()
        let query = try options.query(of: store)
        let output = try OutputFile(path: options.output)
        let encoder = VisitEncoder(format: options.format.of(output: options.output), showsInferred: true)
        encoder.appendHeader(to: &output.buffer)
        try store.visits(query) { visit throws(GeofenceError) in
            encoder.append(visit, to: &output.buffer)
            try output.flushIfFull()
        }
        try output.commit()
    }
}
