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
        var text = CSVText()
        text.append("device,authorization,location_services,reported_unix_ms", isLast: true)
        for report in reports {
            text.append(CSVText.cell(report.device.rawValue.utf8))
            text.append(report.authorizationStatus.rawValue)
            text.append(report.locationServicesEnabled ? "on" : "off")
            text.append("\(report.time)", isLast: true)
        }
        try OutputFile.write(String(decoding: text.bytes, as: UTF8.self), to: "-")
    }
}
