internal import Geofencing
internal import GeofencingStore

extension HealthReport {
    /// The maximum number of geofences or devices shown in a list.
    private static let listed = 20

    /// The report for people.
    var text: String {
        var lines = [
            status.statusSummary,
            "registered         \(Quantity.grouped(status.registered.count))",
            "saved              \(Quantity.grouped(status.saved.count)) active",
            "authorization      \(status.authorizationStatus.rawValue)",
            "location services  \(status.locationServicesEnabled ? "on" : "off")",
        ]
        lines += watches.map { watch in
            let name = watch.name.map { "\($0), " } ?? ""
            return "watch              \(name)process \(watch.process) since \(watch.start.iso8601): "
                + "\(Quantity.grouped(watch.status.registered.count)) registered; \(watch.status.statusSummary)"
        }
        lines += visitLines
        if !rejects.isEmpty {
            let sum = Quantity.counted(rejects.reduce(0) { $0 + $1.count }, "fix")
            lines.append("rejected           \(sum) of \(Quantity.counted(rejects.count, "device"))")
        }
        for trouble in Trouble.allCases {
            lines += list(trouble.title, trouble.geofences(status)) { [named($0), $0.rawValue] }
        }
        lines += geofenceLines + rejectLines
        return (lines + advice).map { $0.escapingControls + "\n" }.joined()
    }

    private func named(_ id: Geofence.ID) -> String {
        name(id) ?? (status.saved.contains(id) ? "-" : "Unknown Region")
    }

    private var visitLines: [String] {
        guard !activity.isEmpty else { return [] }
        let visits = activity.reduce(0) { $0 + $1.visits }
        let neverHit = activity.count { $0.isNeverHit }
        let limit = period.map { " since \($0.lowerBound.iso8601)" } ?? ""
        return [
            "visits             \(Quantity.grouped(visits))\(limit); \(Quantity.counted(neverHit, "geofence")) never hit"
        ]
    }

    /// The saved geofences and their state: those with the most flaps first, then by identifier.
    private var geofenceLines: [String] {
        let ordered = activity.sorted { $0.flaps != $1.flaps ? $0.flaps > $1.flaps : $0.geofence < $1.geofence }
        let byID = Dictionary(activity.map { ($0.geofence, $0) }) { $1 }
        let header = ["geofence", "name", "state", "last event", "visits", "flaps"]
        return list("Geofences", ordered.map(\.geofence), header) { id in
            let one = byID[id]
            return [
                id.rawValue, name(id) ?? "-", trouble(id)?.title.lowercased() ?? "registered",
                one?.lastEvent?.iso8601 ?? "never hit",
                Quantity.grouped(one?.visits ?? 0), Quantity.grouped(one?.flaps ?? 0),
            ]
        }
    }

    /// The devices with rejected fixes, and why these were rejected.
    private var rejectLines: [String] {
        list("Devices with rejected fixes", rejects, ["device", "fixes", "last", "reasons"]) { one in
            [
                one.device.rawValue, Quantity.grouped(one.count), one.lastArrival.iso8601,
                one.reasons.byReason.map { "\($0.reason) \(Quantity.grouped($0.count))" }.joined(separator: ", "),
            ]
        }
    }

    /// Returns a title with the number of items, and a line for each of the first ones.
    private func list<Item>(
        _ title: String,
        _ items: [Item],
        _ header: [String]? = nil,
        _ cells: (Item) -> [String]
    ) -> [String] {
        guard !items.isEmpty else { return [] }
        var rows = items.prefix(Self.listed).map(cells)
        if let header { rows.insert(header, at: 0) }
        var table = TextTable(words: Set(0..<4), rows[0], indent: "  ")
        for row in rows.dropFirst() { table.append(row) }
        var lines = ["\(title) (\(Quantity.grouped(items.count)))"] + table.lines
        if items.count > Self.listed {
            lines.append("  ... and \(Quantity.grouped(items.count - Self.listed)) more; see --format json")
        }
        return lines
    }
}
