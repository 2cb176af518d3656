package import Foundation
internal import Synchronization

extension Process {
    private static let starting = Mutex(())

    /// Runs the process; only one is started at a time, because Foundation on Linux may crash if two threads start
    /// processes at once.
    package func start() throws {
        try Self.starting.withLock { _ in
            Self.makeRoomBehindLists()
            try run()
        }
    }

    /// The exit code of a process that has ended; for one that a signal ended, 128 plus the signal's number.
    var exitCode: Int32 { terminationStatus + (terminationReason == .uncaughtSignal ? 128 : 0) }

    /// Allocates and frees memory, so that a read past the end of a list stays within the heap. To find the open files,
    /// Foundation on Linux copies 280 bytes for each name in a list of 32 KiB, although the system has written fewer,
    /// and so reads past the end of the list. If the heap ended there too, the tests would crash. Memory that has just
    /// been freed still belongs to the process, and the list is allocated at its beginning.
    private static func makeRoomBehindLists() {
        let room = Data(repeating: 1, count: 100_000)
        precondition(room.last == 1, "It is really there.")
    }
}
