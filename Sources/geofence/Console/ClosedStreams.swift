internal import Foundation

/// Standard streams that are closed, as a shell does with `<&-` and `>&-`.
enum ClosedStreams {
    /// Files that take the place of closed streams: one that cannot be read in place of standard input, and one that
    /// cannot be written in place of each of the others. A newly opened file gets the lowest free descriptor.
    private static let placeholders = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].filter { fcntl($0, F_GETFD) < 0 }
        .map { number in
            (
                number: number,
                file: number == STDIN_FILENO
                    ? FileHandle(forWritingAtPath: "/dev/null") : FileHandle(forReadingAtPath: "/dev/null")
            )
        }

    /// Occupies the descriptors of closed streams, so that files opened later are not read and written as standard
    /// streams.
    static func keep() { _ = placeholders }

    /// Whether standard input is closed. Writing to it would not fail, because its placeholder is writable.
    static var includeStandardInput: Bool { placeholders.contains { $0.number == STDIN_FILENO } }
}
