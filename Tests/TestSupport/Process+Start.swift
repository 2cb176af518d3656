package import Foundation
internal import Synchronization

extension Process {
    private static let starting = Mutex(())

    /// Runs the process; one is started at a time, as Foundation on Linux may crash if two threads start processes at once.
    package func start() throws {
        try Self.starting.withLock { _ in
            Self.makeRoomBehindLists()
            try run()
        }
    }

    /// To find the open files, Foundation on Linux reads names from a list of 32 KiB by copying 280 bytes for each, where the system
    /// has written fewer, and so reads behind the end of the list. Where that is also the end of the heap, the tests would crash. What
    /// has just been freed is still the process's, and the list goes to its beginning.
    private static func makeRoomBehindLists() {
        let room = Data(repeating: 1, count: 100_000)
        precondition(room.last == 1, "It is really there.")
    }
}
