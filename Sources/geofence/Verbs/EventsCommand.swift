internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

struct EventsCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "events",
        abstract: "List the events in a store.",
        discussion: """
            Lists the events of evaluate --store and of watch in order of time, as these commands wrote them.

              geofence events --store fleet.db --device bus-1 --last 7d
            """
    )

    @OptionGroup(title: "Store") var store: StoreOptions

    @OptionGroup(title: "Events") var options: EventQueryOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func check() throws { try options.check(store: store) }

    func perform() throws {
        let store = try store.open()
        let query = try options.query(of: store)
        let output = try OutputFile(path: options.output)
        let encoder = TransitionEncoder(
            format: options.format.of(output: options.output),
            isFull: true,
            showsInferred: true
        )
        encoder.appendHeader(to: &output.buffer)
        try store.events(query) { event throws(GeofenceError) in
            encoder.append(event, to: &output.buffer)
            try output.flushIfFull()
        }
        try output.commit()
    }
}
