internal import GRDB
internal import Geofencing

/// The numbers in the store of the devices that an import has met.
struct StoredDevices: Sendable {
    /// Stands for a number that another device may have by now.
    private static let outdated: Int64 = -1

    /// By slot; 0 for a device not met.
    private(set) var numbers: [Int64] = []
    /// How often devices had been forgotten when the numbers were asked for.
    private var forgettings: Int64?

    /// How many devices were met.
    var count: Int { numbers.count { $0 != 0 } }

    /// To be called in each transaction before anything else: the numbers of devices that were forgotten are given to others.
    mutating func forgetForgotten(_ database: Database) throws {
        let now = try GeofenceStore.state(database).forgettings
        if now != forgettings { numbers = numbers.map { $0 == 0 ? 0 : Self.outdated } }
        forgettings = now
    }

    /// The number of the device in a slot, new if need be.
    mutating func number(of slot: UInt32, _ registry: DeviceRegistry, _ database: Database) throws -> Int64 {
        let place = Int(slot)
        while numbers.count <= place { numbers.append(0) }
        if numbers[place] <= 0 {
            numbers[place] = try GeofenceStore.number(of: registry.device(in: slot), database)
        }
        return numbers[place]
    }
}
