internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

struct VisitsCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "visits",
        abstract: "List who was in which geofence from when to when.",
        discussion: """
            A visit is an ENTER and the EXIT after it; while the device is inside it has no end.

              geofence visits --store fleet.db --geofence depot --last 7d --format csv
            """
    )

    @OptionGroup(title: "Store") var store: StoreOptions

    @OptionGroup(title: "Visits") var options: EventQueryOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func perform() throws {
        let store = try store.open()
        let output = try OutputFile(path: options.output)
        let format = options.outputFormat
        if format == .csv { try output.write("device,geofence,enter_unix_ms,exit_unix_ms,dwell_s\n") }
        try store.visits(options.query) { visit throws(GeofenceError) in
            try output.write(format == .csv ? Self.row(visit) : Self.object(visit))
        }
        try output.commit()
    }

    private static func row(_ visit: Visit) -> String {
        var text = CSVText()
        text.append(CSVText.cell(visit.device.rawValue.utf8))
        text.append(CSVText.cell(visit.geofence.rawValue.utf8))
        text.append("\(visit.entered)")
        text.append(visit.exited.map { "\($0)" } ?? "")
        text.append(visit.dwellSeconds.map { "\($0)" } ?? "", isLast: true)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    private static func object(_ visit: Visit) -> String {
        let json = JSONText.object([
            "device": .string(visit.device.rawValue),
            "geofence": .string(visit.geofence.rawValue),
            "enter_unix_ms": .number(Int(visit.entered.unixMilliseconds)),
            "exit_unix_ms": visit.exited.map { .number(Int($0.unixMilliseconds)) },
            "dwell_s": visit.dwellSeconds.map { .number($0) },
        ])
        return json.text + "\n"
    }
}
