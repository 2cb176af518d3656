internal import GRDB
internal import Geofencing

/// The numbers in the store of the devices that an import has met.
struct StoredDevices: Sendable {
    /// Stands for a number that may by now belong to another device.
    private static let outdated: Int64 = -1

    /// The numbers by slot; 0 for a device not met.
    private(set) var numbers: [Int64] = []
    /// How often devices had been forgotten when the numbers were looked up.
    private var forgettings: Int64?

    /// The number of devices met.
    var count: Int { numbers.count { $0 != 0 } }

    /// Invalidates the numbers if devices were forgotten, because those numbers are reused for others. To be called
    /// first in each transaction.
    mutating func dropForgotten(_ database: Database) throws {
        let now = try GeofenceStore.state(database).forgettings
        if now != forgettings { numbers = numbers.map { $0 == 0 ? 0 : Self.outdated } }
        forgettings = now
    }

    /// Returns the number of the device in a slot, which is added if necessary.
    mutating func number(of slot: UInt32, _ registry: DeviceRegistry, _ database: Database) throws -> Int64 {
        let index = Int(slot)
        while numbers.count <= index { numbers.append(0) }
        if numbers[index] <= 0 {
            numbers[index] = try GeofenceStore.number(of: registry.device(in: slot), database)
        }
        return numbers[index]
    }
}
