/// A table with rows of devices, that of their names last: by it the others are found.
enum DeviceTable: String, CaseIterable {
    case events
    case fixes
    case importAnchors = "import_anchors"
    case watchDevices = "watch_devices"
    case watchRejects = "watch_rejects"
    case devices

    /// Removes all rows of the device with a name.
    var removal: String { "DELETE FROM \(rawValue) WHERE \(condition)" }

    private var condition: String {
        switch self {
        case .events, .fixes: GeofenceStore.isOfDevice
        case .importAnchors: "source IN (SELECT id FROM sources) AND \(GeofenceStore.isOfDevice)"
        case .watchDevices, .watchRejects: "(watch, device) IN (\(watchesWithDevice))"
        case .devices: "name = :device"
        }
    }

    /// Each watch of a table that begins with it, found from the one before by the index, with the device.
    private var watchesWithDevice: String {
        """
        WITH RECURSIVE known AS (
            SELECT MIN(watch) AS name FROM \(rawValue)
            UNION ALL
            SELECT (SELECT MIN(watch) FROM \(rawValue) WHERE watch > name) FROM known WHERE name IS NOT NULL
        )
        SELECT name, :device FROM known WHERE name IS NOT NULL
        """
    }
}
