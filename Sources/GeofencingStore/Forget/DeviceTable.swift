/// A table with rows of devices. The table of device names comes last, because the rows of the others are found through
/// it.
enum DeviceTable: String, CaseIterable {
    case events
    case fixes
    case importAnchors = "import_anchors"
    case watchDevices = "watch_devices"
    case watchRejects = "watch_rejects"
    case devices

    /// The statement that removes all rows of the device with a name.
    var removal: String { "DELETE FROM \(rawValue) WHERE \(condition)" }

    /// A query for whether the store knows the device with a name: from its own table, which has a row of each device
    /// that fixes, events or reports belong to, or from a watch.
    static let isKnown = "SELECT " + [devices, watchDevices, watchRejects].map(\.hasRow).joined(separator: " OR ")

    /// Whether there is a row of the device with a name.
    private var hasRow: String { "EXISTS (SELECT 1 FROM \(rawValue) WHERE \(condition))" }

    private var condition: String {
        switch self {
        case .events, .fixes: GeofenceStore.isOfDevice
        case .importAnchors: "source IN (SELECT id FROM sources) AND \(GeofenceStore.isOfDevice)"
        case .watchDevices, .watchRejects: "(watch, device) IN (\(watchesWithDevice))"
        case .devices: "name = :device"
        }
    }

    /// A query for the device with each watch of a table.
    private var watchesWithDevice: String {
        "\(GeofenceStore.known("watch", in: rawValue)) SELECT name, :device FROM known WHERE name IS NOT NULL"
    }
}
