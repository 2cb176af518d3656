internal import Foundation
internal import Geofencing

// Long work is done in turns, each of them a transaction, so that other processes can write in between.
extension GeofenceStore {
    /// The longest time for which one of many transactions may keep other processes from writing. Shorter turns make
    /// imports slower, because each commit may copy the write-ahead log into the store, which waits for the disk.
    static let turn = Duration.milliseconds(500)

    /// Does something in as many turns as it takes.
    ///
    /// - Parameter takeTurn: Makes one transaction, and returns whether any work is left.
    static func inTurns(_ takeTurn: () throws(GeofenceError) -> Bool) throws(GeofenceError) {
        var isLeft = true
        while isLeft {
            isLeft = try takeTurn()
            yieldToWriters()
        }
    }

    /// Lets other processes write between two turns: those that wait retry every millisecond, if the scheduler lets
    /// them.
    static func yieldToWriters() { Thread.sleep(forTimeInterval: 0.004) }
}
