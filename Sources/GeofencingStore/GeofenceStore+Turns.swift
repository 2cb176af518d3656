internal import Foundation
internal import Geofencing

// What takes long is done in turns, each a transaction, so that other processes can write in between.
extension GeofenceStore {
    /// For how long one of many transactions may keep other processes from writing. Shorter ones cost imports more, as each
    /// commit may have the write-ahead log copied into the store, which waits for the disk.
    static let turn = Duration.milliseconds(500)

    /// Does something in as many turns as it takes.
    ///
    /// - Parameter takeTurn: Makes one transaction; says whether something is left.
    static func inTurns(_ takeTurn: () throws(GeofenceError) -> Bool) throws(GeofenceError) {
        var isLeft = true
        while isLeft {
            isLeft = try takeTurn()
            letOthersWrite()
        }
    }

    /// Lets other processes write between two turns: those that wait look every millisecond, if the machine lets them.
    static func letOthersWrite() { Thread.sleep(forTimeInterval: 0.004) }
}
