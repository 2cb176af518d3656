internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

/// Which events or visits of a store to write, and how.
struct EventQueryOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Show only this device.", valueName: "name"))
    var device: String?

    @Option(help: ArgumentHelp("Show only this geofence.", valueName: "id"))
    var geofence: String?

    @Option(
        help: ArgumentHelp(
            "Show only the last days, hours, minutes or seconds until now: 30d, 12h. Visits are shown if they ended in that time or are open.",
            valueName: "period"
        )
    )
    var last: Period?

    @Option(
        help: ArgumentHelp(
            "Show only what is from this time on. Visits are shown if they ended then or later, or are open.",
            valueName: "time"
        )
    )
    var from: Timestamp?

    @Option(
        help: ArgumentHelp(
            "Show only what is up to this time. Visits are shown if they began then or earlier.",
            valueName: "time"
        )
    )
    var to: Timestamp?

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Where to write the lines; - is standard output. A file appears once it is complete.",
            valueName: "file"
        )
    )
    var output = "-"

    @OptionGroup var format: EventFormatOption

    func validate() throws {
        if last != nil, from != nil || to != nil {
            throw ValidationError("Give either --last or --from and --to, not both.")
        }
        try Timestamp.check(from: from, to: to)
    }

    /// Throws if the lines would be written over the store.
    func check(store: StoreOptions) throws {
        try FilePaths.check(NamedFile.list("--output", [output]), from: store.named)
    }

    /// Returns the requested query; throws if the store does not know the names in it.
    func query(of store: GeofenceStore) throws(GeofenceError) -> EventQuery {
        let query = query
        do throws(GeofenceError) {
            try store.checkNames(of: query)
        } catch  where error.code == .unknownDevice {
            throw try CloseNames.completing(error, about: device, among: .devices, of: store)
        } catch  where error.code == .unknownGeofence {
            throw try CloseNames.completing(error, about: geofence, among: .geofences, of: store)
        }
        return query
    }

    private var query: EventQuery {
        let period = last?.untilNow
        return EventQuery(
            device: device.map { DeviceID($0) },
            geofence: geofence.map { Geofence.ID($0) },
            since: period?.lowerBound ?? from,
            until: period?.upperBound ?? to
        )
    }
}
