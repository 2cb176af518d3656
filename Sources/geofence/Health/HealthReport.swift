internal import Geofencing
internal import GeofencingStore

/// The findings of `health` about a store, and advice.
struct HealthReport: Report {
    /// What is wrong with a geofence. The raw value is the name in the JSON report.
    enum Trouble: String, CaseIterable {
        case missing
        case orphaned
        case drifted

        /// The name for people.
        var title: String {
            switch self {
            case .missing: "Not Registered"
            case .orphaned: "Orphaned"
            case .drifted: "Older Revision"
            }
        }

        /// Returns the geofences with this trouble, in order of identifier.
        func geofences(_ status: GeofenceHealthStatus) -> [Geofence.ID] {
            switch self {
            case .missing: status.missing.sorted()
            case .orphaned: status.orphaned.sorted()
            case .drifted: status.drifted.sorted()
            }
        }
    }

    let store: String
    let status: GeofenceHealthStatus
    let watches: [WatcherHealth]
    /// When the visits that are counted begin; `nil` for all.
    let period: ClosedRange<Timestamp>?
    let activity: [GeofenceActivity]
    /// The devices that may not be located at all times or have their location services off.
    let troubledDevices: [DeviceReport]
    /// The devices with fixes that watches did not use, those with the most such fixes first.
    let rejects: [DeviceRejects]
    private let names: [Geofence.ID: String]
    /// Whether a watch registers geofences at all.
    private let allowsGeofencing: Bool
    /// Whether the watch was just asked to register what is saved.
    private let wasAsked: Bool

    init(_ store: GeofenceStore, in period: ClosedRange<Timestamp>?, wasAsked: Bool) throws(GeofenceError) {
        self.period = period
        self.wasAsked = wasAsked
        self.store = store.path
        let health = try store.health(since: period?.lowerBound, until: period?.upperBound)
        status = health.status
        watches = health.watchers
        activity = health.activity
        troubledDevices = health.deviceReports.filter {
            $0.authorizationStatus != .authorizedAlways || !$0.locationServicesEnabled
        }
        rejects = health.rejects.sorted { $0.count != $1.count ? $0.count > $1.count : $0.device < $1.device }
        names = health.geofenceNames
        allowsGeofencing = health.allowsGeofencing
    }

    /// Returns what is wrong with an active saved geofence; `nil` if it is registered as it is saved.
    func trouble(_ id: Geofence.ID) -> Trouble? {
        // Not through `status.missing`, which is made anew each time.
        if !status.registered.contains(id) { return .missing }
        return status.drifted.contains(id) ? .drifted : nil
    }

    /// Returns the display name of a geofence; `nil` if it has none or is no longer in the store.
    func name(_ id: Geofence.ID) -> String? { names[id] }

    /// Returns the names of the first few devices, and how many more there are.
    private static func list(_ devices: [DeviceReport]) -> String {
        let names = devices.prefix(10).map(\.device.rawValue).joined(separator: ", ")
        return devices.count > 10 ? "\(names) and \(Quantity.grouped(devices.count - 10)) more" : names
    }

    /// What to do, most important first.
    var advice: [String] {
        var advice: [String] = []
        let off = troubledDevices.filter { !$0.locationServicesEnabled }
        if !off.isEmpty { advice.append("Turn on location services on: \(Self.list(off)).") }
        let limited = troubledDevices.filter { $0.authorizationStatus != .authorizedAlways }
        if !limited.isEmpty {
            advice.append("Allow the tracking app to use the location at all times on: \(Self.list(limited)).")
        }
        if watches.isEmpty, !status.saved.isEmpty {
            advice.append("No watch is running: start `geofence watch --store \(store.asShellWord) --trace -`.")
        } else if allowsGeofencing, !(status.missing.isEmpty && status.orphaned.isEmpty && status.drifted.isEmpty) {
            advice.append(
                wasAsked
                    ? "The running watch has not done so yet: try again, or restart that process."
                    : "Have the running watch register the saved geofences: `geofence health --store \(store.asShellWord) --fix`."
            )
        }
        if status.saved.isEmpty {
            advice.append(
                "Save geofences with `geofence fences add` or `import`, or make saved ones active with `geofence fences edit`."
            )
        }
        return advice
    }
}
