internal import ArgumentParser
internal import Geofencing
internal import GeofencingStore

struct DevicesListCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the latest report of each device as CSV."
    )

    @OptionGroup(title: "Store") var store: StoreOptions

    @OptionGroup(title: "Messages") var log: LogOptions

    func perform() throws {
        let reports = try store.open().deviceReports()
        var rows = CSVText()
        rows.append("device,authorization,location_services,reported_unix_ms", isLast: true)
        for report in reports {
            rows.append(CSVText.cell(report.device.rawValue.utf8))
            rows.append(report.authorizationStatus.rawValue)
            rows.append(report.locationServicesEnabled ? "on" : "off")
            rows.append("\(report.time)", isLast: true)
        }
        try OutputFile.write(rows.text, to: "-")
    }
}
